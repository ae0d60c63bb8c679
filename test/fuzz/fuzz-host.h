/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_FUZZ_HOST_H
#define DHT_CC_FUZZ_HOST_H

#include "datagram-fuzzer.h"
#include "dht-host.h"

#include <deque>
#include <map>
#include <set>

/**
 * @file
 * @ingroup dht-cc-tests
 * A host that looks whether its peer asks for what is possible.
 */

namespace dht
{
namespace fuzz
{

/// Random numbers that are the same for the same input.
class FuzzRandom : public Random
{
  public:
    double Uniform() override
    {
        m_state += 0x9e3779b97f4a7c15;
        std::uint64_t mixed = (m_state ^ m_state >> 30) * 0xbf58476d1ce4e5b9;
        mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111eb;
        return static_cast<double>((mixed ^ mixed >> 31) >> 11) * 0x1p-53;
    }

  private:
    std::uint64_t m_state{0}; ///< Counts.
};

/// Hosts one peer with its maintenance.
class FuzzHost : public LiveHost
{
  public:
    /// Where a link leads.
    struct Link
    {
        Endpoint to;        ///< The neighbour.
        unsigned room{0};   ///< Messages that it takes now.
        bool isDown{false}; ///< Whether it takes none, and loses what it gets.
    };

    /// A query that was sent.
    struct Asked
    {
        Endpoint to;          ///< Who was asked.
        std::uint64_t id;     ///< Its id.
        Key key;              ///< What it asks for.
        std::uint8_t attempt; ///< Which transmission it is.
    };

    LinkState StateOf(LinkIndex link, const Request& /* request */) override
    {
        Require(links.count(link), "a link that is asked leads somewhere");
        return links[link].isDown ? LinkState::kDown
               : links[link].room ? LinkState::kReady
                                  : LinkState::kBusy;
    }

    void Send(LinkIndex link, const Request& request) override
    {
        Require(StateOf(link, request) == LinkState::kReady, "only who is ready gets something");
        --links[link].room;
        CheckFrame(request);
        Remember(request.id);
    }

    Endpoint EndpointOf(LinkIndex link) override
    {
        Require(links.count(link), "a link that somebody is sent to leads somewhere");
        return links[link].to;
    }

    LinkState StateOfDatagrams(std::size_t /* size */) override
    {
        return LinkState::kReady;
    }

    void SendDatagram(const Endpoint& to, const Datagram& datagram) override
    {
        CheckDatagram(datagram);
        if (const auto* const lookup = std::get_if<Request>(&datagram))
        {
            Remember(lookup->id);
            lookups.push_front(*lookup);
            lookups.resize(std::min<std::size_t>(lookups.size(), 16));
        }
        else if (const auto* const message = std::get_if<MaintenanceMessage>(&datagram))
        {
            Require(to.port != 0, "nobody is at port 0");
            ++messages;
            Remember(to, *message);
        }
    }

    void WakeAt(Time time) override
    {
        wake = time;
    }

    void Resume(ConnectionId connection) override
    {
        Require(refused.count(connection), "only a connection that was refused is resumed");
        resumed.push_back(connection);
    }

    void Connect(LinkIndex link, const Endpoint& neighbour) override
    {
        Require(!links.count(link), "only a free link is connected");
        links[link] = {neighbour, 0, false};
    }

    void Disconnect(LinkIndex link) override
    {
        Require(links.erase(link) == 1, "only a link in use is disconnected");
    }

    void OnJoined() override
    {
        ++joins;
    }

    void OnJoinFailed(JoinFailure /* why */) override
    {
        ++failures;
    }

    /// A maintenance message was sent. @param to The receiver's endpoint. @param message The
    /// message.
    void Remember(const Endpoint& to, const MaintenanceMessage& message)
    {
        if (message.kind == MaintenanceKind::kQuery)
        {
            asked.push_front({to, message.id, message.key, message.attempt});
            asked.resize(std::min<std::size_t>(asked.size(), 32));
        }
        else if (const std::uint64_t token = TokenIn(message.extensions))
        {
            tokens[to] = token;
        }
    }

    /// A request was sent. @param id Its id.
    void Remember(std::uint64_t id)
    {
        issued.push_front(id);
        issued.resize(std::min<std::size_t>(issued.size(), 16));
    }

    std::map<LinkIndex, Link> links;         ///< Those in use.
    std::map<ConnectionId, Request> refused; ///< What was refused, by connection.
    std::vector<ConnectionId> resumed;       ///< Connections to be read again.
    std::deque<Asked> asked;                 ///< The last queries.
    /// The last token that each of the others got.
    std::map<Endpoint, std::uint64_t, EndpointOrder> tokens;
    std::deque<std::uint64_t> issued; ///< The last requests' ids.
    std::deque<Request> lookups;      ///< The last lookups.
    Time wake{kNever};                ///< When the peer wants to be woken.
    std::uint64_t messages{0};        ///< Maintenance messages sent.
    unsigned joins{0};                ///< Times a place was found.
    unsigned failures{0};             ///< Times none was found.

  private:
    /// @param request What is sent on a connection: it says what it is.
    static void CheckFrame(const Request& request)
    {
        Bytes frame(FrameSize(request));
        Encode(request, frame.data());
        Request decoded;
        Require(DecodeStreamed(frame.data(), frame.size(), decoded) == WireError::kNone,
                "what is sent is understood");
    }

    /// @param datagram What is sent: others understand it.
    static void CheckDatagram(const Datagram& datagram)
    {
        const Bytes frame = EncodeDatagram(datagram);
        Datagram decoded;
        Require(DecodeDatagram(frame.data(), frame.size(), decoded) == WireError::kNone,
                "what is sent is understood");
        Require(EncodeDatagram(decoded) == frame, "as it was meant");
    }
};

} // namespace fuzz
} // namespace dht

#endif // DHT_CC_FUZZ_HOST_H
