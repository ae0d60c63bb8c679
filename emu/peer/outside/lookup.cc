/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lookup.h"

#include "asking-command.h"
#include "asking-socket.h"
#include "datagram-port.h"
#include "dht-endpoint-name.h"
#include "dht-key.h"
#include "dht-parameter-options.h"
#include "dht-peer.h"
#include "dht-scheme-registry.h"
#include "dht-workload.h"
#include "key-text.h"
#include "peer-clock.h"
#include "peer-endpoint.h"
#include "peer-error.h"
#include "peer-random.h"

#include <boost/asio/io_context.hpp>
#include <cctype>
#include <cstdio>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <unistd.h>
#include <utility>

namespace dht
{

namespace asio = boost::asio;

namespace
{

/// Peers that have to know nobody nearer than who answers: who asks from outside knows nobody
/// itself.
constexpr std::uint8_t kWitnesses = 3;

/// When a question is sent again that is not answered. One datagram may well be lost; so few cost
/// nobody anything.
const std::vector<std::pair<std::string, double>> kTimers{{"ErrorFactor", 4},
                                                          {"MinimumTimeout", 0.25},
                                                          {"InitialTimeout", 0.5},
                                                          {"Backoff", 2},
                                                          {"MaximumTimeout", 1}};

/// A routing table that knows some peers of the ring, and leaves the way to them.
class AskedPeers : public Membership
{
  public:
    /// @param peers The peers, at least one.
    explicit AskedPeers(const std::vector<Endpoint>& peers)
    {
        for (const Endpoint& peer : peers)
        {
            m_nodes.push_back({peer, IdOf(peer)});
        }
    }

    std::optional<LinkIndex> NextHop(const Key& /* key */) const override
    {
        return 0;
    }

    LinkIndex LinkCount() const override
    {
        return 1;
    }

    PeerIds Ids() const override
    {
        return PeerIds::kDigests;
    }

    RingNodes NearestTo(const Key& /* key */, const Endpoint& /* asker */) const override
    {
        return m_nodes; // a search takes the nearest one first
    }

  private:
    RingNodes m_nodes; ///< The peers.
};

/// Hands out one key.
class OneKey : public RequestSource
{
  public:
    /// @param key The key.
    void Set(const Key& key)
    {
        m_key = key;
        m_waiting = true;
    }

    Time NextAt(Time now) override
    {
        return m_waiting ? now : kNever;
    }

    Item Take(Time /* now */) override
    {
        m_waiting = false;
        return {m_key, {}};
    }

  private:
    Key m_key{0};          ///< The key.
    bool m_waiting{false}; ///< Whether it is to be handed out.
};

/// A peer that relays nothing and is in nobody's table: it asks, hop by hop.
class Asker : private Host, private Observer
{
  public:
    /// @param asking How the ring is asked. @param peer How to ask: what the user may say of it.
    Asker(const AskingOptions& asking, PeerOptions peer)
        : m_first(asking.peers.front()),
          m_datagrams(MakeAskingSocket(m_context, asking.listen, m_first),
                      2048,
                      4096,
                      {[this](Datagram&& datagram, const Endpoint& from) {
                           Receive(std::move(datagram), from);
                       },
                       [](const OtherVersion&, const Endpoint&) {},
                       [this] { m_peer->OnDatagramsWritable(m_clock.Now()); }}),
          m_wake(m_context, m_clock, [this] { m_peer->OnWake(m_clock.Now()); })
    {
        peer.self = m_datagrams.Self();
        peer.routing = RoutingMode::kIterative;
        peer.witnesses = kWitnesses;
        m_peer = std::make_unique<Peer>(peer,
                                        std::make_unique<AskedPeers>(asking.peers),
                                        MakeScheme("credit", kTimers),
                                        static_cast<Host&>(*this),
                                        m_random);
        m_peer->SetObserver(this);
        m_datagrams.Open();
    }

    /// @param key What to look up. @return The answer; nothing if there is none.
    std::optional<Answer> Ask(const Key& key)
    {
        m_answer.reset();
        m_key.Set(key);
        m_peer->Start(m_clock.Now(), m_key);
        m_context.restart();
        m_context.run();
        return m_answer;
    }

  private:
    void Receive(Datagram&& datagram, const Endpoint& from)
    {
        if (std::holds_alternative<OverlayAck>(datagram))
        {
            m_peer->OnDatagram(m_clock.Now(), from, std::move(datagram));
        }
    }

    LinkState StateOf(LinkIndex, const Request&) override
    {
        return LinkState::kDown;
    }

    void Send(LinkIndex, const Request&) override
    {
    }

    Endpoint EndpointOf(LinkIndex) override
    {
        return m_first;
    }

    LinkState StateOfDatagrams(std::size_t size) override
    {
        return m_datagrams.StateFor(size);
    }

    void SendDatagram(const Endpoint& to, const Datagram& datagram) override
    {
        m_datagrams.Send(to, datagram);
    }

    void WakeAt(Time time) override
    {
        m_wake.SetAt(time);
    }

    void Resume(ConnectionId) override
    {
    }

    void OnAnswered(const EventContext&, const Answer& answer) override
    {
        m_answer = answer;
        m_context.stop();
    }

    void OnGivenUp(const EventContext&, std::uint64_t) override
    {
        m_context.stop();
    }

    Endpoint m_first;               ///< One of those that are asked.
    asio::io_context m_context{1};  ///< The event loop.
    PeerClock m_clock;              ///< The clock.
    SecretRandom m_random;          ///< For ids.
    OneKey m_key;                   ///< What is being looked up.
    DatagramPort m_datagrams;       ///< The way out and back.
    WakeTimer m_wake;               ///< For the peer.
    std::unique_ptr<Peer> m_peer;   ///< The protocol.
    std::optional<Answer> m_answer; ///< Of the last one.
};

/// Look one key up and say what came out. @param asker Who asks. @param text The key. @return
/// Whether there was an answer.
bool
LookUp(Asker& asker, const std::string& text)
{
    const Key key = KeyIn(text).value_or(HashKey(text));
    const auto answer = asker.Ask(key);
    if (!answer)
    {
        return false;
    }
    std::printf("%s  %s  %u %s  %.1f ms\n",
                KeyToHex(key).c_str(),
                NameOf(answer->responsible).c_str(),
                answer->hops,
                answer->hops == 1 ? "hop" : "hops",
                1e3 * ToSeconds(answer->delay));
    std::fflush(stdout);
    return true;
}

/// Looks keys up.
class LookupCommand : public AskingCommand
{
  public:
    LookupCommand()
        : AskingCommand(
              {"lookup",
               "[KEY] --join=HOST:PORT",
               "say which peer is responsible for a key",
               "Asks a ring who is responsible for KEY, or for each line of standard "
               "input: 40 hexadecimal digits are\ntaken as they are, any other text by its "
               "SHA-1 digest.\n\n"
               "    dht-peer lookup some-key --join=10.0.0.1:7000\n",
               0,
               1},
              std::nullopt)
    {
        m_peer.requestLifetime = FromSeconds(10);
    }

    void Define(Options& table) override
    {
        table.BeginGroup("Lookup");
        AddParameter(table, m_peer, "RequestLifetime");
        AskingCommand::Define(table);
    }

    void Take(const std::vector<std::string>& words, Options& table) override
    {
        AskingCommand::Take(words, table);
        m_words = words;
    }

    int Run() override
    {
        Asker asker(Asking(), m_peer);
        if (m_words.empty())
        {
            LookUpLines(asker);
        }
        else if (!LookUp(asker, m_words[0]))
        {
            throw PeerError(PeerError::kCannotJoin, Silence());
        }
        return 0;
    }

  private:
    /// @return That none of those asked led to an answer.
    std::string Silence() const
    {
        return "no answer from " + NamesOf(Asking().peers) + " or whom it named";
    }

    /// Look up each line of standard input. @param asker Who asks.
    void LookUpLines(Asker& asker) const
    {
        const bool terminal = isatty(STDIN_FILENO) == 1;
        bool answered = true;
        for (std::string line;
             (terminal && std::cout << "key> " << std::flush, std::getline(std::cin, line));)
        {
            if (!line.empty() && !LookUp(asker, line))
            {
                answered = false;
                std::cerr << "dht-peer: " << line << ": " << Silence() << std::endl;
            }
        }
        if (!answered)
        {
            throw PeerError(PeerError::kCannotJoin, "some lookups were not answered");
        }
    }

    PeerOptions m_peer;               ///< What the user says of how to ask.
    std::vector<std::string> m_words; ///< The key; empty: standard input has some.
};

} // namespace

std::unique_ptr<PeerCommand>
MakeLookupCommand()
{
    return std::make_unique<LookupCommand>();
}

} // namespace dht
