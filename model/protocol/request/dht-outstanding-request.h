/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_OUTSTANDING_REQUEST_H
#define DHT_OUTSTANDING_REQUEST_H

#include "dht-copy-on-write.h"
#include "dht-message.h"
#include "dht-routing-table.h"
#include "dht-search.h"
#include "dht-time.h"

#include <cstdint>
#include <limits>
#include <memory>
#include <utility>

/**
 * @file
 * @ingroup dht-protocol
 * A request that was issued and not answered yet.
 */

namespace dht
{

/// The claim of a peer to be responsible, while others are asked for nearer peers.
struct LookupClaim
{
    OverlayAck ack{};          ///< The claiming peer's answer.
    Time at{kNever};           ///< When it came; kNever if there is no claim.
    std::uint8_t witnesses{0}; ///< Other peers that have answered since.
};

/// State of a request whose source asks each peer itself (iterative routing).
struct LookupState
{
    Search search;                  ///< The peers to ask.
    Endpoint to{};                  ///< The peer that is being asked.
    std::uint8_t hops{0};           ///< Peers that were asked on the way there.
    bool marked{false};             ///< Whether some peer has marked it.
    std::uint8_t feedback{0};       ///< Its feedback, as peers have set it.
    bool isParked{false};           ///< Whether it waits for room to be sent on.
    bool isWithheld{false};         ///< Whether it is sent without its payload.
    CopyOnWrite<LookupClaim> claim; ///< Of the nearest peer, while it is checked.
};

/// A hop that was not taken yet. (An optional one would take as much again.)
constexpr LinkIndex kNoHop = std::numeric_limits<LinkIndex>::max();

/// State that only some requests have: those that were sent again, carry bytes, or are routed
/// iteratively.
struct TransmissionState
{
    TransmissionState()
        : isForOthers(false),
          isHeldUp(false),
          isDenied(false)
    {
    }

    Payload payload{};               ///< The application's bytes.
    Time lastSent{0};                ///< Last transmission, if it is not the first.
    CopyOnWrite<LookupState> lookup; ///< In iterative routing: its state.
    std::uint8_t retransmissions{0}; ///< Retransmissions after a timeout, 255 for more.
    std::uint8_t blamed{0};          ///< Timeouts told to the scheme as congestion, 255 for more.
    bool isForOthers : 1;            ///< See RequestSource::Item.
    bool isHeldUp : 1;               ///< Whether a link holds it up that takes little or nothing.
    bool isDenied : 1;               ///< Whether it was sent again as its answer is not believed.
    LinkIndex hop{kNoHop};           ///< Its first hop now, where HopTrust asks or it is held up.
};

/**
 * What becomes of a request's transmission: when to send the request again, and, if that is not
 * all, its further state. Most requests were sent once, and have a time at the most. So the time is
 * in the place of the pointer to the state, until there is a state.
 */
class RequestTransmission
{
  public:
    RequestTransmission() = default;

    /// @param other Another one, which is copied.
    RequestTransmission(const RequestTransmission& other)
        : m_word(other.m_word)
    {
        if (const Box* const box = other.GetBox())
        {
            Hold(std::make_unique<Box>(*box));
        }
    }

    /// @param other Another one, which has no state from now on.
    RequestTransmission(RequestTransmission&& other) noexcept
        : m_word(std::exchange(other.m_word, kNothing))
    {
    }

    /// @param other What it is from now on. @return This one.
    RequestTransmission& operator=(RequestTransmission other) noexcept
    {
        std::swap(m_word, other.m_word);
        return *this;
    }

    ~RequestTransmission()
    {
        delete GetBox();
    }

    /// @return The state; a default-constructed one if it was never written to.
    const TransmissionState& operator*() const
    {
        const Box* const box = GetBox();
        return box ? box->state : kNew;
    }

    /// @return A pointer to the state of operator*().
    const TransmissionState* operator->() const
    {
        return &**this;
    }

    /// @return The state, to be changed.
    TransmissionState& Write()
    {
        if (!GetBox())
        {
            Hold(std::make_unique<Box>(Box{Retry(), {}}));
        }
        return GetBox()->state;
    }

    /// @return When to send the request again; kNever if that is not known, or never.
    Time Retry() const
    {
        if (const Box* const box = GetBox())
        {
            return box->retry;
        }
        return m_word == kNothing ? kNever : Time(static_cast<Time::rep>(m_word / 2));
    }

    /// @param retry When to send the request again, from 0 on.
    void SetRetry(Time retry)
    {
        if (Box* const box = GetBox())
        {
            box->retry = retry;
        }
        else
        {
            m_word = retry == kNever ? kNothing
                                     : static_cast<std::uint64_t>(retry.count()) * 2 + kIsTime;
        }
    }

  private:
    /// A state, and the time that it has put out of its place.
    struct Box
    {
        Time retry;              ///< When to send the request again.
        TransmissionState state; ///< The state.
    };

    static constexpr std::uint64_t kNothing = 0; ///< Neither a time nor a box.
    static constexpr std::uint64_t kIsTime = 1;  ///< Times are odd, and addresses of boxes even.

    /// @return Its box; null if it has none.
    Box* GetBox() const
    {
        return m_word % 2 == kIsTime ? nullptr
                                     : reinterpret_cast<Box*>(static_cast<std::uintptr_t>(m_word));
    }

    /// @param box Its box from now on; it has none yet.
    void Hold(std::unique_ptr<Box> box)
    {
        m_word = reinterpret_cast<std::uintptr_t>(box.release());
    }

    inline static const TransmissionState kNew{}; ///< The state of those that have none.

    std::uint64_t m_word{kNothing}; ///< A time, the address of a box, or nothing.
};

/// State of a request until it is answered or given up.
struct OutstandingRequest
{
    OutstandingRequest()
        : sent(1),
          hopLimit(0)
    {
    }

    std::uint64_t id{0};              ///< Its id.
    Time issued{0};                   ///< First transmission.
    RequestTransmission transmission; ///< More on its transmissions.
    Key key{};                        ///< The key that is looked up.
    std::uint32_t sent : 24;          ///< Transmissions so far, at least one; kMostSent for more.
    std::uint32_t hopLimit : 8;       ///< Of the first transmission; 0 if it was not learned.

    /// Transmissions that are counted.
    static constexpr std::uint32_t kMostSent = (1U << 24) - 1;

    /// It is sent once more.
    void CountTransmission()
    {
        sent += sent < kMostSent ? 1 : 0;
    }

    /// @return The attempt on the wire: 1 to 255, then from 1 again.
    std::uint8_t Attempt() const
    {
        return static_cast<std::uint8_t>((sent - 1) % 255 + 1);
    }

    /// @return When the request was sent last.
    Time LastSent() const
    {
        return sent > 1 ? transmission->lastSent : issued;
    }
};

// very many of them are lost, and outstanding, where very many peers are in one process
static_assert(sizeof(OutstandingRequest) <= 48);
// a recursive request does not pay for what iterative ones need
static_assert(sizeof(TransmissionState) <= 48);

} // namespace dht

#endif // DHT_OUTSTANDING_REQUEST_H
