/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_DHT_HELPER_H
#define DHT_CC_DHT_HELPER_H

#include "dht-overlay.h"
#include "dht-peer-delays.h"
#include "dht-peer-application.h"
#include "dht-stream-random.h"

#include "ns3/application-container.h"
#include "ns3/ipv4-address.h"
#include "ns3/node-container.h"
#include "ns3/object-factory.h"

#include <memory>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup dht-cc
 * Installs the peers of an overlay. The overlay is ready-made, so that every peer knows its
 * neighbours from the start, or a Chord ring that the peers join one after the other.
 */
class DhtHelper
{
  public:
    /// The peers' places on the ring.
    enum Ids
    {
        EVEN, //!< Evenly spaced, in the order of the nodes.
        SHA1, //!< At the SHA-1 digest of "address:port".
    };

    DhtHelper();

    /**
     * Choose the congestion control. Its constants are attributes of ns3::DhtCredit,
     * ns3::DhtMarking and so on; the peers get their defaults at the time of this call.
     *
     * @param name The scheme's name, such as "marking".
     * @throws std::invalid_argument There is no such scheme; the message lists the known schemes.
     */
    void SetScheme(const std::string& name);

    /// @param name A kind of workload, such as "random". @throws std::invalid_argument There is no
    /// such kind; the message lists the known ones.
    void SetWorkload(const std::string& name);

    /**
     * @param ids The peers' places on the ring; the default is EVEN.
     */
    void SetIds(Ids ids);

    /**
     * @param name The overlay: "chord" (the default), "chord-pns", which needs SetDelays(), "tree"
     *             or "small-world".
     * @throws std::invalid_argument There is no such overlay; the message lists the known overlays.
     */
    void SetOverlay(const std::string& name);

    /**
     * Set the delays between peers, for overlays that choose neighbours by delay.
     *
     * @param delays Delays between the peers, in the order of their addresses; null (the default)
     *               if they are unknown.
     */
    void SetDelays(std::shared_ptr<const dht::PeerDelays> delays);

    /**
     * @param candidates With "chord-pns", number of peers of which the nearest becomes a finger, at
     *                   least 1; 16 by default.
     */
    void SetPnsCandidates(std::size_t candidates);

    /**
     * @param share Share of all routing entries that name a wrong peer, in [0, 1]; 0 by default.
     * @throws std::invalid_argument The share is not in that range.
     */
    void SetWrongEntries(double share);

    /**
     * @param stream The random stream that chooses neighbours and wrong entries.
     * @return Number of streams used.
     */
    int64_t AssignOverlayStream(int64_t stream);

    /**
     * @param name An attribute of ns3::DhtPeerApplication.
     * @param value Its value for the peers installed from now on.
     */
    void SetAttribute(const std::string& name, const AttributeValue& value);

    /**
     * Make the overlay that Install() would build. Both draw from the stream, so a helper makes the
     * same random overlay only once.
     *
     * @param addresses The peers' addresses.
     * @return The overlay, in which the peers are in the order of their ids.
     * @throws std::invalid_argument The overlay needs delays, and they are unknown.
     */
    std::unique_ptr<dht::Overlay> MakeOverlay(const std::vector<Ipv4Address>& addresses) const;

    /**
     * Make the overlay for a simulation whose peers are numbered in the order of their ids.
     *
     * @param addresses The peers' addresses.
     * @param delays Delays between the peers, by their places in the order of ids, instead of those
     *               of SetDelays().
     * @return The overlay.
     */
    std::unique_ptr<dht::Overlay> MakeOverlay(const std::vector<Ipv4Address>& addresses,
                                              const dht::PeerDelays& delays) const;

    /// @param addresses The peers' addresses. @return Their ids, in the same order.
    std::vector<dht::Key> MakeIds(const std::vector<Ipv4Address>& addresses) const;

    /**
     * Install one peer on each node.
     *
     * @param nodes The nodes, with an IPv4 stack.
     * @param addresses Their addresses, in the same order.
     * @return The peers, in the same order.
     * @throws std::invalid_argument There are no nodes, or the numbers of nodes and addresses
     * differ.
     */
    ApplicationContainer Install(const NodeContainer& nodes,
                                 const std::vector<Ipv4Address>& addresses) const;

    /**
     * Install one peer on each node, which joins a Chord ring when it starts. Its id is the SHA-1
     * digest of "address:port"; SetIds() has no effect.
     *
     * @param nodes The nodes, with an IPv4 stack.
     * @param addresses Their addresses, in the same order.
     * @param bootstrap Asked for peers of the ring at each attempt to join it. By default a
     *                  DhtRendezvous, which names up to three members of the ring, at random by
     *                  the stream of AssignOverlayStream(): the first peer that starts begins the
     *                  ring.
     * @return The peers, in the same order.
     * @throws std::invalid_argument There are no nodes, or the numbers of nodes and addresses
     * differ.
     */
    ApplicationContainer InstallJoining(const NodeContainer& nodes,
                                        const std::vector<Ipv4Address>& addresses,
                                        DhtPeerSession::Bootstrap bootstrap = nullptr) const;

    /**
     * Let peers start one after the other, in equal steps.
     *
     * @param peers Peers, in the order in which they start.
     * @param time When the last of them starts.
     */
    static void SpreadStarts(const ApplicationContainer& peers, Time time);

    /**
     * Fix the peers' random streams. The streams of the overlay's own transport come last, so that
     * all others are the same over TCP.
     *
     * @param peers The result of Install() or InstallJoining().
     * @param stream The first random stream to use.
     * @return Number of streams used.
     */
    static int64_t AssignStreams(const ApplicationContainer& peers, int64_t stream);

  private:
    /// @return The port of all peers.
    uint16_t GetPort() const;
    /// @param ids The peers' ids. @return The overlay.
    std::unique_ptr<dht::Overlay> OverlayOf(const std::vector<dht::Key>& ids) const;
    /// @param ring The peers. @param delays Delays by place; null if unknown. @return The
    /// overlay.
    std::unique_ptr<dht::Overlay> OverlayOn(dht::Ring ring, const dht::PeerDelays* delays) const;
    /// @param nodes Nodes. @param addresses Their addresses. @throws std::invalid_argument There
    /// are no nodes, or the numbers of nodes and addresses differ.
    static void CheckAddresses(const NodeContainer& nodes,
                               const std::vector<Ipv4Address>& addresses);

    ObjectFactory m_factory;                         //!< Makes the peers.
    Ids m_ids{EVEN};                                 //!< The peers' places.
    std::string m_overlay{"chord"};                  //!< The overlay's name.
    std::shared_ptr<const dht::PeerDelays> m_delays; //!< Delays by address; null if unknown.
    std::size_t m_pnsCandidates{16};                 //!< Candidates per finger.
    double m_wrongEntries{0};                        //!< Share of wrong routing entries.
    mutable DhtStreamRandom m_random;                //!< Chooses neighbours and wrong entries.
};

} // namespace ns3

#endif // DHT_CC_DHT_HELPER_H
