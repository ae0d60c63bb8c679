/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_CONTACT_PROBE_H
#define DHT_EMU_CONTACT_PROBE_H

#include "datagram-port.h"
#include "dht-key.h"
#include "dht-random.h"

#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

/**
 * @file
 * @ingroup dht-emu
 * Who is still there of those that were met once.
 */

namespace dht
{

/**
 * Asks all contacts at once. Whoever searches a place in a ring asks few peers at a time and waits
 * for each, so that many that have gone would keep it from those who are there.
 */
class ContactProbe
{
  public:
    /// Takes those that have answered, the first one first. It is called from the event loop.
    using Done = std::function<void(const std::vector<Endpoint>& there)>;

    /**
     * @param datagrams To ask by; must outlive it.
     * @param random For ids of queries; must outlive it.
     * @param timer For the end.
     */
    ContactProbe(DatagramPort& datagrams, Random& random, boost::asio::steady_timer timer);

    ContactProbe(const ContactProbe&) = delete;
    ContactProbe& operator=(const ContactProbe&) = delete;

    /**
     * Ask.
     *
     * @param contacts Peers of the ring, asked in this order.
     * @param key Who is responsible for it.
     * @param patience How long to wait, at the most.
     * @param done Is called once, unless Stop() is called before.
     */
    void Start(const std::vector<Endpoint>& contacts,
               const Key& key,
               std::chrono::nanoseconds patience,
               Done done);
    /// @return Whether it waits for answers.
    bool IsAsking() const;
    /// Something has come. @param datagram The datagram, moved from. @param from The sender's
    /// endpoint.
    void OnDatagram(const Datagram& datagram, const Endpoint& from);
    /// Do not wait any longer.
    void Stop();

  private:
    /// A question.
    struct Question
    {
        Endpoint to;         ///< The contact that was asked.
        std::uint64_t id{0}; ///< Its id.
    };

    /// It is over.
    void End();

    /// So many lead into the ring.
    static constexpr std::size_t kEnough = 4;

    DatagramPort* m_datagrams;         ///< To ask by.
    Random* m_random;                  ///< For ids.
    boost::asio::steady_timer m_timer; ///< To the end.
    std::vector<Question> m_questions; ///< What is not answered yet.
    std::vector<Endpoint> m_there;     ///< Who has answered.
    Done m_done;                       ///< Whom to tell; empty if it does not ask.
};

} // namespace dht

#endif // DHT_EMU_CONTACT_PROBE_H
