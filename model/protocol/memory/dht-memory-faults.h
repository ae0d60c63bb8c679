/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_MEMORY_FAULTS_H
#define DHT_MEMORY_FAULTS_H

#include "dht-mersenne-random.h"
#include "dht-time.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * What is wrong with the network of a net in memory.
 */

namespace dht
{

/// Faults of a network, which come and go while it runs. Whether a packet gets lost by chance is
/// decided when it is sent if it is a datagram, or the first one of a connection, and else when it
/// would arrive. Whether it gets to the other end at all is decided then in either case, and how
/// long it takes when it is sent.
class MemoryFaults
{
  public:
    /// What becomes of an attempt to connect, and of packets on connections that are there.
    enum class Links
    {
        kPass,    ///< They get through.
        kDropped, ///< They vanish.
        kRefused, ///< Whoever connects is told at once that it cannot.
    };

    /// @param seed Of the random numbers. @param loss Share of packets that get lost, of datagrams
    /// and of links.
    MemoryFaults(std::uint64_t seed, double loss);

    /// From now on, other packets get lost. @param share How many of all; from 0 to 1.
    void SetLoss(double share);
    /// From now on, other datagrams arrive twice. @param share How many of all; from 0 to 1.
    void SetDuplication(double share);
    /// From now on, each packet takes longer by a time of its own, so that datagrams overtake each
    /// other. @param most The longest; uniform from 0.
    void SetJitter(Time most);
    /// Break the network apart, or heal it. @param groups Peers reach others of the same number
    /// modulo this only; 1: all.
    void Split(std::size_t groups);
    /// Break the network apart. @param groupOf By peer, the number of its part; peers beyond are in
    /// part 0.
    void Split(std::vector<std::size_t> groupOf);
    /// Cut, or mend, the links that a peer opens to another one. @param from Who opens them. @param
    /// to Whom they lead to. @param links What becomes of them.
    void SetLinks(std::size_t from, std::size_t to, Links links);
    /// Cut, or mend, all packets that go from one peer to another: without them no link works
    /// between the two, whoever opens it. @param from The sender. @param to The receiver. @param
    /// isCut Whether they are cut.
    void SetWay(std::size_t from, std::size_t to, bool isCut);
    /// All packets from and to a peer take longer. @param peer The peer. @param delay By how much.
    void SetDelay(std::size_t peer, Time delay);

    /// @param from The sender. @param to The receiver. @return Whether a packet can get there.
    bool Reaches(std::size_t from, std::size_t to) const;
    /// @param from Who opens a link. @param to Whom it leads to. @return What becomes of it.
    Links LinksBetween(std::size_t from, std::size_t to) const;
    /// @param from The sender. @param to The receiver. @return What to add to the delay.
    Time DelayBetween(std::size_t from, std::size_t to) const;
    /// @return Whether the next packet gets lost by chance.
    bool IsLost();
    /// @return Whether the next datagram arrives twice.
    bool IsDoubled();
    /// @return By how much the next packet takes longer.
    Time Jitter();

  private:
    using Pair = std::pair<std::size_t, std::size_t>;

    /// @param peer A peer. @return The number of its part.
    std::size_t GroupOf(std::size_t peer) const;

    MersenneRandom m_delays;            ///< How long packets take.
    MersenneRandom m_doubles;           ///< Which datagrams arrive twice.
    double m_duplication{0};            ///< How many do.
    Time m_jitter{0};                   ///< By how much packets take longer, at most.
    MersenneRandom m_random;            ///< Which packets get lost.
    double m_loss;                      ///< How many do.
    std::size_t m_groups{1};            ///< How many parts there are, where none are named.
    std::vector<std::size_t> m_groupOf; ///< By peer, its part.
    std::map<Pair, Links> m_links;      ///< Of who opens them, and to whom; others pass.
    std::map<Pair, bool> m_cut;         ///< Packets that go this way are cut.
    std::map<std::size_t, Time> m_slow; ///< What is added to the delay, by peer.
};

} // namespace dht

#endif // DHT_MEMORY_FAULTS_H
