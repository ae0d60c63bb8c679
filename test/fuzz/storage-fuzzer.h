/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_STORAGE_FUZZER_H
#define DHT_CC_STORAGE_FUZZER_H

#include "storage-peer.h"

/**
 * @file
 * @ingroup dht-cc-tests
 * Anything may arrive at a peer's store, in any order.
 */

namespace dht
{
namespace fuzz
{

/// A storage, and an input that says what happens to it.
class StorageFuzzer
{
  public:
    /// @param data The input. @param size Its bytes.
    StorageFuzzer(const std::uint8_t* data, std::size_t size)
        : m_input(data, size),
          m_options(MakeOptions(m_input)),
          m_peer(m_input.Below(2) ? 40 : 5, m_options)
    {
    }

    /// Let everything happen.
    void Run()
    {
        for (int step = 0; step < 1000 && !m_input.IsEmpty(); ++step)
        {
            Act();
            Check();
        }
        // all timers: a lookup, who holds the block, and both once more, of all gets at once
        m_peer.Pass(std::chrono::hours(2));
        Check();
        Require(m_peer.storage.UnderWay() == 0, "every get and every put ends");
        Require(m_peer.storage.Rpcs().Outstanding() <=
                    (m_options.repairInterval > Time(0) ? 50 : 0),
                "so does all that is asked, but for repair");
    }

    /// @return Messages that the storage was handed, and datagrams that were rejected before.
    std::size_t Frames() const
    {
        return m_frames;
    }

  private:
    static StorageOptions MakeOptions(Input& input)
    {
        StorageOptions options;
        const std::size_t how = input.Byte();
        options.routing = how % 2 ? LocateRouting::kIterative : LocateRouting::kRecursive;
        options.end = how / 2 % 2 ? LocateEnd::kResponsible : LocateEnd::kEnough;
        options.choice = how / 4 % 2 ? HolderChoice::kRandom : HolderChoice::kNearest;
        options.wanted = static_cast<std::uint8_t>(1 + how / 8 % 16);
        options.repairInterval = how / 64 % 2 ? std::chrono::minutes(5) : Time(0);
        options.hopLimit = how / 128 % 2 ? 64 : 1;
        return options;
    }

    /// @return The peer itself, one of sixty, of which not all exist, or a place where nobody is.
    Endpoint SomeEndpoint()
    {
        const std::size_t number = m_input.Byte() % 64;
        switch (number)
        {
        case 60:
            return Endpoint::Ipv4(0xe0000001, 7000);
        case 61:
            return Endpoint::Ipv4(2, 0);
        case 62:
            return Endpoint::Ipv4(0, 7000);
        case 63: {
            Endpoint endpoint = ReadyRing::EndpointOf(1);
            endpoint.ipv6 = true;
            return endpoint;
        }
        default:
            return ReadyRing::EndpointOf(number);
        }
    }

    /// @return A block of one of eight, from none to 7000 bytes long.
    static Bytes BlockOf(std::size_t number)
    {
        return Bytes(number % 8 * 1000, static_cast<std::uint8_t>(number));
    }

    /// @return The key of a block, or another one.
    Key SomeKey()
    {
        const std::size_t number = m_input.Byte();
        return number % 4 == 0 ? Key(number) << 150 : BlockKey(BlockOf(number / 4));
    }

    /// @return A fragment, mostly of a block.
    Fragment SomeFragment()
    {
        const std::size_t shape = m_input.Byte();
        const Bytes block = BlockOf(shape / 4);
        const std::size_t needed =
            shape % 4 == 0 ? 1 + shape / 32 % 7 : FragmentsNeeded(block.size());
        const Time left = std::chrono::seconds(10 * m_input.Byte());
        Fragment fragment = MakeFragments(block, needed, {SomeRow(needed)}, left).front();
        if (shape % 4 == 1 && !fragment.bytes.empty())
        {
            fragment.bytes.front() ^= m_input.Byte(); // a lie
        }
        return fragment;
    }

    /// @param needed Fragments that a block needs. @return A row for it.
    FragmentRow SomeRow(std::size_t needed)
    {
        FragmentRow row{};
        for (std::size_t i = 0; i < needed; ++i)
        {
            row[i] = needed == 1 ? 1 : m_input.Byte();
        }
        row[0] = IsRow(needed, row) ? row[0] : 1;
        return row;
    }

    /// @param kind Which body. @return A body of that kind, with some sense in it.
    StorageBody SomeBody(std::size_t kind)
    {
        switch (kind)
        {
        case 0: {
            const auto wanted = static_cast<std::uint8_t>(m_input.Below(18));
            return LocateBody{m_input.Byte(),
                              SomeKey(),
                              wanted == 17 ? kOnlyResponsible : wanted,
                              SomeEndpoint()};
        }
        case 1:
            return AcceptedBody{};
        case 2:
            return SomeLocated();
        case 3:
            return FetchBody{SomeKey()};
        case 4: {
            const std::size_t status = m_input.Below(4);
            Fragment fragment = SomeFragment();
            fragment.status = static_cast<FragmentStatus>(status % 3);
            return FragmentBody{std::move(fragment)};
        }
        case 5: {
            const Time left = std::chrono::seconds(10 * m_input.Byte());
            StoreBody store{SomeKey(), left, {}};
            if (m_input.Below(4) > 0)
            {
                store.fragment = SomeFragment();
            }
            return store;
        }
        case 6:
            return SomeStored();
        case 7:
            return SyncBody{SomeKey(), SomeKey(), m_input.Byte()};
        default:
            return SomeSynced();
        }
    }

    StoredBody SomeStored()
    {
        StoredBody stored{static_cast<StoredStatus>(
            m_input.Below(static_cast<std::size_t>(StoredStatus::kCount)))};
        if (stored.status == StoredStatus::kHad && m_input.Below(3) > 0)
        {
            stored.had = MarkOf(SomeFragment());
            stored.had->digest ^= m_input.Below(2);
        }
        return stored;
    }

    SyncedBody SomeSynced()
    {
        SyncedBody synced;
        synced.status =
            static_cast<SyncStatus>(m_input.Below(static_cast<std::size_t>(SyncStatus::kCount)));
        synced.digests.Write().fill(m_input.Byte());
        synced.keys.resize(m_input.Below(kMostSyncKeys + 1));
        const Key step = Key(m_input.Byte()) << 145;
        for (std::size_t i = 0; i < synced.keys.size(); ++i)
        {
            synced.keys[i] = (i > 0 ? synced.keys[i - 1] : SomeKey()) + step;
        }
        return synced;
    }

    LocatedBody SomeLocated()
    {
        const std::size_t shape = m_input.Byte();
        LocatedBody located{shape % 4 > 0, {}};
        located.peers.resize(shape / 4 % (kMaximumLocated + 1));
        for (LocatedPeer& peer : located.peers)
        {
            peer.endpoint = SomeEndpoint();
            peer.coordinate.x = static_cast<std::int16_t>(m_input.Byte() << 8);
        }
        return located;
    }

    /// Something happens.
    void Act()
    {
        switch (m_input.Below(16))
        {
        case 0:
        case 1:
            HearBytes();
            break;
        case 2:
        case 3:
            HearUnasked();
            break;
        case 4:
            m_peer.Pass(FromSeconds(0.01 * m_input.Byte()));
            break;
        case 5:
            m_peer.Pass(FromSeconds(m_input.Byte()));
            break;
        case 6:
            m_peer.storage.Put(m_peer.now, BlockOf(m_input.Byte()));
            break;
        case 7:
        case 8:
            m_peer.storage.Get(m_peer.now, SomeKey());
            break;
        case 9:
            Flood();
            break;
        default:
            Answer();
        }
    }

    /// Any bytes, in a datagram.
    void HearBytes()
    {
        const Endpoint from = SomeEndpoint();
        const Bytes frame = m_input.Take(m_input.Byte());
        Datagram datagram;
        ++m_frames;
        if (DecodeDatagram(frame.data(), frame.size(), datagram) == WireError::kNone)
        {
            if (const auto* const message = std::get_if<StorageMessage>(&datagram))
            {
                m_peer.Hear(from, *message);
            }
        }
    }

    /// Something that makes some sense, of which this peer knows nothing.
    void HearUnasked()
    {
        const Endpoint from = SomeEndpoint();
        StorageMessage message;
        message.id = m_input.Byte();
        message.hopLimit = m_input.Byte();
        message.body.Write() = SomeBody(m_input.Below(std::variant_size_v<StorageBody>));
        ++m_frames;
        m_peer.Hear(from, message);
    }

    /// Many lookups of others at once.
    void Flood()
    {
        StorageMessage message;
        message.hopLimit = 9;
        const LocateBody locate{0, SomeKey(), 14, ReadyRing::EndpointOf(1 + m_input.Below(8))};
        message.body.Write() = locate;
        const Endpoint from = ReadyRing::EndpointOf(1 + m_input.Below(8));
        for (int left = m_input.Byte(); left > 0; --left)
        {
            ++message.id;
            ++m_frames;
            m_peer.Hear(from, message);
        }
    }

    /// Somebody answers one of the last messages, mostly who got it, and mostly with what is asked
    /// for.
    void Answer()
    {
        const std::size_t which = m_input.Below(10);
        if (which >= m_peer.sent.size())
        {
            return;
        }
        const StoragePeer::Sent sent = m_peer.sent[which];
        const std::size_t how = m_input.Byte();
        StorageMessage answer;
        answer.id = sent.message.id;
        answer.attempt = how % 16 == 0 ? 1 : sent.message.attempt;
        answer.hopLimit = m_input.Byte();
        answer.coordinate.y = static_cast<std::int16_t>(m_input.Byte() << 8);
        std::size_t kind = sent.message.body->index() + 1;
        if (const auto* const locate = BodyOf<LocateBody>(sent.message); locate && how % 2 == 0)
        {
            kind = 2;
            answer.id = locate->lookup;
        }
        kind = how % 8 == 7 ? how / 8 : kind;
        answer.body.Write() = SomeBody(kind % std::variant_size_v<StorageBody>);
        ++m_frames;
        m_peer.Hear(how % 32 == 1 ? SomeEndpoint() : sent.to, answer);
    }

    /// What must be so at any time.
    void Check() const
    {
        const StorageCounters& counters = m_peer.storage.Counters();
        Require(m_peer.storage.IdentitiesHold(), "nothing vanishes");
        Require(m_peer.store.Bytes() <= StoragePeer::kRoom, "a store holds what it may hold");
        Require(counters.fetchesHere <= counters.fetches && counters.storesKept <= counters.stores,
                "a part is not more than all");
        Require(m_peer.storage.Rpcs().Outstanding() < 10000, "what others want is bounded");
    }

    Input m_input;            ///< What happens.
    StorageOptions m_options; ///< The storage's.
    StoragePeer m_peer;       ///< The storage.
    std::size_t m_frames{0};  ///< That were tried.
};

/// @param data What happens to a storage. @param size Bytes. @return How many frames were tried.
inline std::size_t
FuzzStorage(const std::uint8_t* data, std::size_t size)
{
    StorageFuzzer fuzzer(data, size);
    fuzzer.Run();
    return fuzzer.Frames();
}

} // namespace fuzz
} // namespace dht

#endif // DHT_CC_STORAGE_FUZZER_H
