/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_TAPPED_TRANSPORT_H
#define DHT_EMU_TAPPED_TRANSPORT_H

#include "dht-link-transport.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>

/**
 * @file
 * @ingroup dht-emu
 * A peer's links over the transport, for whoever wants to see all that is done to them.
 */

namespace dht
{

/// Listens to everything that goes into the links and comes out, in order. New links that get the
/// same calls and draw the same random numbers send the same bytes; nobody else may draw from that
/// stream.
class TransportTap
{
  public:
    /// Does something to links. @param links The links.
    using Call = std::function<void(LinkTransport& links)>;

    virtual ~TransportTap() = default;

    /// Something is done to the links. @param call Does it again.
    virtual void OnCall(const Call& call) = 0;
    /// The peer has been told something, and has done what came since the call that told it. @param
    /// accepted The answer; of a request, whether the peer has taken it.
    virtual void OnTold(bool accepted) = 0;
    /// The links are asked what is to be sent. @param now The present. @param capacity How many
    /// bytes there is room for. @param sent The answer. @param bytes The bytes of that.
    virtual void OnTransmit(Time now,
                            std::size_t capacity,
                            const std::optional<Transmission>& sent,
                            const std::uint8_t* bytes) = 0;
};

/// The links of a real peer, and a tap on them.
class TappedTransport
{
  public:
    /// @param options What they are made of. @param makeWindow Makes windows. @param random For
    /// what others should not guess; must outlive this object. @param listeners Whom to tell.
    TappedTransport(const LinkTransport::Options& options,
                    TransportEndpoint::WindowMaker makeWindow,
                    Random& random,
                    LinkTransport::Listeners listeners);

    TappedTransport(const TappedTransport&) = delete;
    TappedTransport& operator=(const TappedTransport&) = delete;

    /// @param tap Is told of all that is done from now on; null for nobody; must outlive this
    /// object.
    void SetTap(TransportTap* tap);

    /// Do something to the links. @param call May be done again later, so it keeps what it
    /// needs. @return The result.
    template <typename Call>
    auto Do(const Call& call)
    {
        if (m_tap)
        {
            m_tap->OnCall([call](LinkTransport& links) { call(links); });
        }
        return call(m_links);
    }

    /// A packet came. @param now The present. @param from The sender's endpoint. @param bytes The
    /// packet. @param size Its bytes.
    void OnDatagram(Time now, const Endpoint& from, const std::uint8_t* bytes, std::size_t size);
    /// Send a request, which is copied only for a tap. @param now The present. @param link A link
    /// that is ready. @param request What goes there.
    void Send(Time now, LinkIndex link, const Request& request);
    /// @param now The present. @param buffer Where packets go. @param capacity Its bytes. @return
    /// What is to be sent.
    std::optional<Transmission> PollTransmit(Time now, std::uint8_t* buffer, std::size_t capacity);

    /// A packet did not leave, as the way takes none that is so long: shorter ones follow.
    /// @param now The present. @param to Where it was to go. @param size Its bytes.
    void OnTooLong(Time now, const Endpoint& to, std::size_t size);
    /// It is time, or earlier. @param now The present.
    void OnTimer(Time now);
    /// @return When to call OnTimer(); kNever if never.
    Time NextTimer() const;
    /// Tell what has happened. @param now The present.
    void Poll(Time now);

    /// @return The links, for whoever only looks.
    const LinkTransport& Get() const;

  private:
    /// @param listeners Whom to tell. @return Those, and the tap behind them.
    LinkTransport::Listeners Tapped(LinkTransport::Listeners listeners);
    /// The peer has been told something. @param accepted The answer. @return The same.
    bool Told(bool accepted = true);

    TransportTap* m_tap{nullptr}; ///< Whom to tell of everything; null for nobody.
    LinkTransport m_links;        ///< The links.
};

} // namespace dht

#endif // DHT_EMU_TAPPED_TRANSPORT_H
