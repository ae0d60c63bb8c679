/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "contact-probe.h"

#include <algorithm>
#include <utility>
#include <variant>

namespace dht
{

ContactProbe::ContactProbe(DatagramPort& datagrams, Random& random, boost::asio::steady_timer timer)
    : m_datagrams(&datagrams),
      m_random(&random),
      m_timer(std::move(timer))
{
}

void
ContactProbe::Start(const std::vector<Endpoint>& contacts,
                    const Key& key,
                    std::chrono::nanoseconds patience,
                    Done done)
{
    m_done = std::move(done);
    for (const Endpoint& contact : contacts)
    {
        MaintenanceMessage query;
        query.kind = MaintenanceKind::kQuery;
        query.id = DrawBits(*m_random);
        query.key = key;
        SetToken(query.extensions, 0);
        m_questions.push_back({contact, query.id});
        m_datagrams->Send(contact, query);
    }
    m_timer.expires_after(
        std::chrono::duration_cast<std::chrono::steady_clock::duration>(patience));
    m_timer.async_wait([this](const boost::system::error_code& error) {
        if (!error)
        {
            End();
        }
    });
}

bool
ContactProbe::IsAsking() const
{
    return static_cast<bool>(m_done);
}

void
ContactProbe::OnDatagram(const Datagram& datagram, const Endpoint& from)
{
    const auto* const message = std::get_if<MaintenanceMessage>(&datagram);
    if (!message || message->kind != MaintenanceKind::kNeighbours)
    {
        return; // whoever has no place in a ring has nothing to say to it
    }
    const auto question =
        std::find_if(m_questions.begin(), m_questions.end(), [&](const Question& one) {
            return one.to == from && one.id == message->id;
        });
    if (question == m_questions.end())
    {
        return;
    }
    m_questions.erase(question);
    m_there.push_back(from);
    if (m_there.size() == kEnough || m_questions.empty())
    {
        End();
    }
}

void
ContactProbe::Stop()
{
    m_timer.cancel();
    m_done = nullptr;
}

void
ContactProbe::End()
{
    if (const Done done = std::exchange(m_done, nullptr))
    {
        m_timer.cancel();
        done(m_there);
    }
}

} // namespace dht
