/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_DHT_HELPER_H
#define DHT_CC_DHT_HELPER_H

#include "dht-overlay.h"
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
 * Installs the peers of an overlay: ready-made, so that every peer knows its neighbours from the
 * start, or a Chord ring that they join one after the other.
 */
class DhtHelper
{
  public:
    /// Where the peers are on the ring.
    enum Ids
    {
        EVEN, //!< Evenly spaced, in the order of the nodes.
        SHA1, //!< At the SHA-1 digest of "address:port".
    };

    DhtHelper();

    /**
     * Choose the congestion control. Its constants are attributes of ns3::DhtCredit,
     * ns3::DhtMarking and so on; the values they have by default when this is called are used.
     *
     * @param name The scheme's name, such as "marking".
     * @throws std::invalid_argument There is no such scheme; the message lists those there are.
     */
    void SetScheme(const std::string& name);

    /**
     * @param ids Where the peers are on the ring; the default is EVEN.
     */
    void SetIds(Ids ids);

    /**
     * @param name The overlay: "chord" (the default), "chord-pns", which needs SetDelays(), "tree"
     *             or "small-world".
     * @throws std::invalid_argument There is no such overlay; the message lists those there are.
     */
    void SetOverlay(const std::string& name);

    /**
     * Say how far peers are from each other, for overlays that choose by it.
     *
     * @param delays Between the peers, in the order of their addresses; null for unknown, which is
     *               the default.
     */
    void SetDelays(std::shared_ptr<const dht::PeerDelays> delays);

    /**
     * @param candidates With "chord-pns", peers of which the nearest becomes a finger, at least 1;
     *                   16 by default.
     */
    void SetPnsCandidates(std::size_t candidates);

    /**
     * @param share Of all routing entries, those that name a wrong peer, in [0, 1]; 0 by default.
     * @throws std::invalid_argument It is not in that range.
     */
    void SetWrongEntries(double share);

    /**
     * @param stream The random stream that chooses neighbours and wrong entries.
     * @return How many streams were used.
     */
    int64_t AssignOverlayStream(int64_t stream);

    /**
     * @param name An attribute of ns3::DhtPeerApplication.
     * @param value Its value for the peers installed from now on.
     */
    void SetAttribute(const std::string& name, const AttributeValue& value);

    /**
     * Make the overlay that Install() would build. Either draws what is random from the stream, so
     * that a helper makes the same overlay but once.
     *
     * @param addresses The peers' addresses.
     * @return The overlay, in which the peers are in the order of their ids.
     * @throws std::invalid_argument It needs delays, and they are not known.
     */
    std::unique_ptr<dht::Overlay> MakeOverlay(const std::vector<Ipv4Address>& addresses) const;

    /**
     * Make that overlay for a simulation whose peers are numbered in the order of their ids.
     *
     * @param addresses The peers' addresses.
     * @param delays Between the peers, by their places in the order of ids, instead of those of
     *               SetDelays().
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
     * @throws std::invalid_argument There are no nodes, or not as many addresses.
     */
    ApplicationContainer Install(const NodeContainer& nodes,
                                 const std::vector<Ipv4Address>& addresses) const;

    /**
     * Install one peer on each node, which joins a Chord ring when it starts. Its id is the SHA-1
     * digest of "address:port", whatever SetIds() says.
     *
     * @param nodes The nodes, with an IPv4 stack.
     * @param addresses Their addresses, in the same order.
     * @param bootstrap Asked for peers of the ring at each attempt to join it. By default a
     *                  DhtRendezvous, which names up to three of the peers that are there, at
     *                  random by the stream of AssignOverlayStream(): the first one that starts
     *                  begins the ring.
     * @return The peers, in the same order.
     * @throws std::invalid_argument There are no nodes, or not as many addresses.
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
     * Those of the overlay's own transport come last, so that all others are the same over TCP.
     *
     * @param peers What Install() has returned.
     * @param stream The first random stream to use.
     * @return How many streams were used.
     */
    static int64_t AssignStreams(const ApplicationContainer& peers, int64_t stream);

  private:
    /// @return The port of all peers.
    uint16_t GetPort() const;
    /// @param ids The peers' ids. @return The overlay.
    std::unique_ptr<dht::Overlay> OverlayOf(const std::vector<dht::Key>& ids) const;
    /// @param ring The peers. @param delays By place; null if nobody knows them. @return The
    /// overlay.
    std::unique_ptr<dht::Overlay> OverlayOn(dht::Ring ring, const dht::PeerDelays* delays) const;
    /// @param nodes Nodes. @param addresses Their addresses. @throws std::invalid_argument There
    /// are no nodes, or not as many addresses.
    static void CheckAddresses(const NodeContainer& nodes,
                               const std::vector<Ipv4Address>& addresses);

    ObjectFactory m_factory;                         //!< Makes the peers.
    Ids m_ids{EVEN};                                 //!< Where the peers are.
    std::string m_overlay{"chord"};                  //!< Who knows whom.
    std::shared_ptr<const dht::PeerDelays> m_delays; //!< By address; null if nobody knows them.
    std::size_t m_pnsCandidates{16};                 //!< For a finger.
    double m_wrongEntries{0};                        //!< Share of the routing entries.
    mutable DhtStreamRandom m_random;                //!< Chooses neighbours and wrong entries.
};

} // namespace ns3

#endif // DHT_CC_DHT_HELPER_H
