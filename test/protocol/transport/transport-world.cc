/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "transport-world.h"

#include <algorithm>
#include <optional>

namespace dht
{
namespace test
{

void
TransportWorld::Restart(Node& node,
                        const TransportOptions& options,
                        TransportEndpoint::WindowMaker makeWindow)
{
    node.endpoint.reset();
    node.random = std::make_unique<MersenneRandom>(m_seed, ++m_starts);
    node.endpoint =
        std::make_unique<TransportEndpoint>(options, std::move(makeWindow), *node.random);
    node.read.clear();
    node.events.clear();
    node.wake = kNever;
}

std::uint64_t
TransportWorld::WriteSome(Node& node, TransportLink link, std::uint64_t offset, std::uint64_t end)
{
    const std::size_t size = std::min<std::uint64_t>(node.endpoint->Room(link), end - offset);
    std::vector<std::uint8_t> bytes(size);
    for (std::size_t i = 0; i < size; ++i)
    {
        bytes[i] = ByteAt(offset + i);
    }
    if (size > 0 && node.endpoint->Write(Now(), link, bytes.data(), size))
    {
        offset += size;
    }
    return offset;
}

void
TransportWorld::Pump(Node& node)
{
    bool isBusy = true;
    while (isBusy)
    {
        isBusy = Transmit(node);
        while (const auto event = node.endpoint->PollEvent())
        {
            isBusy = true;
            node.events.push_back(*event);
            if (event->kind == TransportEvent::Kind::kReadable && node.isReading)
            {
                ReadAll(node, event->link);
            }
        }
    }
    Check(node);
    const Time next = node.endpoint->NextTimer();
    if (next < node.wake)
    {
        node.wake = next;
        const auto* const endpoint = node.endpoint.get();
        m_events.At(std::max(next, Now()), [this, &node, next, endpoint] {
            if (node.wake == next && node.endpoint.get() == endpoint)
            {
                node.wake = kNever;
                node.endpoint->OnTimer(Now() + clockOffset);
                Pump(node);
            }
        });
    }
}

void
TransportWorld::ReadAll(Node& node, TransportLink link)
{
    std::size_t size = 0;
    while (const std::uint8_t* const bytes = node.endpoint->Look(link, size))
    {
        std::uint64_t& read = node.read[link];
        for (std::size_t i = 0; i < size; ++i)
        {
            wrongBytes += bytes[i] != ByteAt(read + i) ? 1 : 0;
        }
        read += size;
        node.endpoint->Read(Now(), link, size);
        if (node.isConsuming)
        {
            node.endpoint->Consume(Now(), link, size);
        }
    }
}

void
TransportWorld::Send(const Endpoint& from, const Endpoint& to, std::vector<std::uint8_t> bytes)
{
    if ((tap && !tap(from, to, bytes)) || IsLost())
    {
        return;
    }
    const std::size_t index = from.port - 1000u;
    const std::optional<Time> departure =
        index < m_nodes.size() ? m_nodes[index]->uplink.Send(Now(), bytes.size()) : Now();
    if (!departure)
    {
        return;
    }
    const int copies = m_random.Uniform() < faults.duplication ? 2 : 1;
    for (int i = 0; i < copies; ++i)
    {
        const Time late = FromSeconds(ToSeconds(faults.jitter) * m_random.Uniform());
        m_events.At(*departure + faults.delay + late,
                    [this, from, to, bytes] { Arrive(from, to, bytes); });
    }
}

bool
TransportWorld::RunUntil(double seconds, const std::function<bool()>& isDone)
{
    const Time end = Now() + FromSeconds(seconds);
    while (!isDone() && Now() < end)
    {
        Run(0.005);
    }
    return isDone();
}

std::size_t
TransportWorld::CountOf(const Node& node, TransportEvent::Kind kind)
{
    return static_cast<std::size_t>(
        std::count_if(node.events.begin(), node.events.end(), [kind](const auto& event) {
            return event.kind == kind;
        }));
}

std::uint64_t
TransportWorld::BytesRead(const Node& node)
{
    std::uint64_t sum = 0;
    for (const auto& [link, bytes] : node.read)
    {
        sum += bytes;
    }
    return sum;
}

void
TransportWorld::Feed(Node& node, TransportLink link, std::uint64_t offset, std::uint64_t end)
{
    const std::uint64_t written = WriteSome(node, link, offset, end);
    if (written == end)
    {
        node.endpoint->Close(Now(), link);
        Pump(node);
        return;
    }
    if (written > offset)
    {
        Pump(node);
    }
    const auto* const endpoint = node.endpoint.get();
    m_events.At(Now() + FromSeconds(0.002), [this, &node, link, written, end, endpoint] {
        if (node.endpoint.get() == endpoint && node.endpoint->Sender(link))
        {
            Feed(node, link, written, end);
        }
    });
}

bool
TransportWorld::Transmit(Node& node)
{
    bool isAny = false;
    std::vector<std::uint8_t> buffer(10 * kMostDataSize);
    while (const auto sent = node.endpoint->PollTransmit(Now(), buffer.data(), buffer.size()))
    {
        isAny = true;
        for (std::size_t at = 0; at < sent->size; at += sent->segment)
        {
            const std::size_t size = std::min(sent->segment, sent->size - at);
            Send(node.address, sent->to, {buffer.data() + at, buffer.data() + at + size});
        }
    }
    return isAny;
}

void
TransportWorld::Arrive(const Endpoint& from,
                       const Endpoint& to,
                       const std::vector<std::uint8_t>& bytes)
{
    const std::size_t index = to.port - 1000u;
    if (index < m_nodes.size())
    {
        Node& node = *m_nodes[index];
        node.endpoint->OnDatagram(Now(), from, bytes.data(), bytes.size());
        Pump(node);
    }
}

bool
TransportWorld::IsLost()
{
    const bool isDark =
        std::any_of(faults.blackouts.begin(), faults.blackouts.end(), [&](auto dark) {
            return Now() >= dark.first && Now() < dark.second;
        });
    return m_random.Uniform() < faults.loss || isDark;
}

void
TransportWorld::Check(const Node& node)
{
    ++checks;
    broken += node.endpoint->IdentitiesHold() ? 0 : 1;
}

} // namespace test
} // namespace dht
