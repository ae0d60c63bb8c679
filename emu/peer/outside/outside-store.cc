/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "outside-store.h"

#include "asking-socket.h"
#include "dht-endpoint-name.h"
#include "peer-endpoint.h"
#include "peer-error.h"

#include <algorithm>
#include <boost/asio/post.hpp>
#include <memory>
#include <utility>

namespace dht
{

namespace
{

constexpr std::chrono::milliseconds kTick{100};
/// Until a block is asked for again; twice as long the next time.
constexpr std::chrono::seconds kBackOff{1};

} // namespace

// ---- The ring

OutsideRing::OutsideRing(const Endpoint& self, const std::vector<Endpoint>& peers)
    : m_self{self, dht::IdOf(self)}
{
    for (const Endpoint& peer : peers)
    {
        if (!(peer == self))
        {
            m_peers.push_back({peer, dht::IdOf(peer)});
        }
    }
}

RingNode
OutsideRing::Self() const
{
    return m_self;
}

bool
OutsideRing::HasPlace() const
{
    return false;
}

RingNodes
OutsideRing::Successors() const
{
    return {};
}

bool
OutsideRing::IsWhole() const
{
    return false;
}

RingNodes
OutsideRing::Towards(const Key& key, std::size_t /* most */) const
{
    // all that it was told of are worth a try, however few are wanted: it knows no others
    RingNodes nodes = m_peers;
    std::sort(nodes.begin(), nodes.end(), [&](const RingNode& a, const RingNode& b) {
        return Distance(a.id, key) < Distance(b.id, key);
    });
    return nodes;
}

Key
OutsideRing::IdOf(const Endpoint& endpoint) const
{
    return dht::IdOf(endpoint);
}

// ---- The client

OutsideStore::OutsideStore(const AskingOptions& asking, Callbacks callbacks, unsigned tries)
    : m_peers(asking.peers),
      m_callbacks(std::move(callbacks)),
      m_datagrams(MakeAskingSocket(m_context, asking.listen, m_peers.front()),
                  kLongestStoreDatagram,
                  65536,
                  {[this](Datagram&& datagram, const Endpoint& from) {
                       if (const auto* const message = std::get_if<StorageMessage>(&datagram))
                       {
                           m_storage.OnMessage(m_clock.Now(), from, *message);
                       }
                   },
                   [](const OtherVersion&, const Endpoint&) {},
                   [] {}}),
      m_ring(m_datagrams.Self(), m_peers),
      m_wake(m_context, m_clock, [this] { m_storage.OnWake(m_clock.Now()); }),
      m_tick(m_context),
      m_storage({asking.store.storage,
                 asking.store.rpcs,
                 asking.store.vivaldi,
                 m_ring,
                 *this,
                 m_store,
                 m_random,
                 nullptr,
                 true}),
      m_tries(tries)
{
    m_storage.SetObserver(this);
    m_datagrams.Open();
}

void
OutsideStore::Get(const Key& key)
{
    Ask({key, false});
}

void
OutsideStore::Check(const Key& key)
{
    Ask({key, true});
}

std::uint64_t
OutsideStore::Check(const Key& key, const std::vector<Endpoint>& holders)
{
    return m_storage.Check(m_clock.Now(), key, holders);
}

std::uint64_t
OutsideStore::Put(Bytes block)
{
    return m_storage.Put(m_clock.Now(), std::move(block));
}

std::uint64_t
OutsideStore::Renew(Bytes block)
{
    return m_storage.Renew(m_clock.Now(), std::move(block));
}

void
OutsideStore::Run()
{
    Tick();
    m_context.run();
    if (m_status != 0)
    {
        throw PeerError(static_cast<PeerError::Status>(m_status), m_why);
    }
}

void
OutsideStore::Stop()
{
    m_context.stop();
}

void
OutsideStore::Fail(int status, const std::string& why)
{
    const bool isAnswered = m_storage.Rpcs().Counts().answered > 0;
    m_status = isAnswered ? status : PeerError::kCannotJoin;
    m_why = isAnswered ? why
                       : "no answer from " + NamesOf(m_peers) +
                             ": is --join right, and a peer there that stores (--store)?";
    m_context.stop();
}

const Storage&
OutsideStore::GetStorage() const
{
    return m_storage;
}

Time
OutsideStore::Now() const
{
    return m_clock.Now();
}

void
OutsideStore::Ask(const Question& question)
{
    const Time now = m_clock.Now();
    m_asked.emplace(question.isCheck ? m_storage.Check(now, question.key)
                                     : m_storage.Get(now, question.key),
                    question);
}

void
OutsideStore::EndAsking(const FetchReport& report)
{
    const auto asked = m_asked.extract(report.id);
    if (report.ok || asked.empty() || asked.mapped().tries == m_tries ||
        m_storage.Rpcs().Counts().answered == 0)
    {
        m_callbacks.onFetched(report);
        return;
    }
    const Question& question = asked.mapped();
    const auto pause =
        std::make_shared<boost::asio::steady_timer>(m_context,
                                                    kBackOff * (1u << (question.tries - 1)));
    pause->async_wait(
        [this, pause, again = Question{question.key, question.isCheck, question.tries + 1}](
            const boost::system::error_code& error) {
            if (!error)
            {
                Ask(again);
            }
        });
}

void
OutsideStore::Tick()
{
    m_callbacks.onTick();
    m_tick.expires_after(kTick);
    m_tick.async_wait([this](const boost::system::error_code& error) {
        if (!error)
        {
            Tick();
        }
    });
}

void
OutsideStore::SendStorage(const Endpoint& to, const StorageMessage& message)
{
    m_datagrams.Send(to, message);
}

void
OutsideStore::WakeStorageAt(Time time)
{
    m_wake.SetAt(time);
}

void
OutsideStore::OnFetched(Time /* now */, const FetchReport& report)
{
    // the storage is still at work
    boost::asio::post(m_context, [this, report] { EndAsking(report); });
}

void
OutsideStore::OnPut(Time /* now */, const PutReport& report)
{
    boost::asio::post(m_context, [this, report] { m_callbacks.onPut(report); });
}

} // namespace dht
