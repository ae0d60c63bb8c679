/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_DHT_PEER_TRACES_H
#define DHT_CC_DHT_PEER_TRACES_H

#include "dht-observer.h"
#include "dht-storage-events.h"

#include "ns3/nstime.h"
#include "ns3/traced-callback.h"
#include "ns3/type-id.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup dht-cc
 * The trace sources of DhtPeerApplication, which tell what its peer and its store tell observers.
 */
class DhtPeerTraces : protected dht::Observer, protected dht::StorageObserver
{
  public:
    /// A request, in a trace. @param request The request.
    typedef void (*RequestTracedCallback)(const dht::Request& request);
    /// A request was sent on. @param link The neighbour's index; in iterative routing, the number
    /// of neighbours. @param request The request.
    typedef void (*RelayedTracedCallback)(uint32_t link, const dht::Request& request);
    /// An own request was answered. @param answer The answer.
    typedef void (*AnsweredTracedCallback)(const dht::Answer& answer);
    /// A request was dropped. @param drop The request, where and why; only to be looked at now.
    typedef void (*DroppedTracedCallback)(const dht::DropEvent& drop);
    /// The peer's place has changed. @param place The change, and the other peer of it.
    typedef void (*PlaceTracedCallback)(const dht::PlaceEvent& place);
    /// An own request was given up. @param id The request's id.
    typedef void (*GivenUpTracedCallback)(uint64_t id);
    /// The relay queues changed. @param length Requests in all queues of the peer.
    typedef void (*QueueLengthTracedCallback)(uint32_t length);
    /// The peer has found its place in the ring. @param time What that took.
    typedef void (*JoinedTracedCallback)(Time time);
    /// The rate (requests/s) or the credits may have changed. @param level The new value.
    typedef void (*LevelTracedCallback)(double level);
    /// A get of the store ended. @param report The block, or why there is none.
    typedef void (*FetchedTracedCallback)(const dht::FetchReport& report);
    /// A put of the store ended. @param report The key, or why the block is not stored.
    typedef void (*StoredTracedCallback)(const dht::PutReport& report);
    /// The window for lookups has changed, or what is in it. @param limit Lookups that may be
    /// asking somebody at once. @param underWay Those that are.
    typedef void (*LookupsUnderWayTracedCallback)(uint32_t limit, uint32_t underWay);

  protected:
    /// @param tid The TypeId so far. @return The same TypeId, with the trace sources.
    static TypeId AddTraceSources(TypeId tid);

    /// The peer has its place in the overlay. @param taken What that took.
    void TellJoined(Time taken);

  private:
    // dht::Observer
    void OnIssued(const dht::EventContext& at, const dht::Request& request) override;
    void OnForwarded(const dht::EventContext& at,
                     dht::LinkIndex link,
                     const dht::Request& request) override;
    void OnDelivered(const dht::EventContext& at, const dht::Request& request) override;
    void OnAnswered(const dht::EventContext& at, const dht::Answer& answer) override;
    void OnDropped(const dht::EventContext& at, const dht::DropEvent& drop) override;
    void OnMarked(const dht::EventContext& at,
                  dht::QueueIndex queue,
                  const dht::Request& request) override;
    void OnRetransmitted(const dht::EventContext& at, const dht::Request& request) override;
    void OnGivenUp(const dht::EventContext& at, std::uint64_t id) override;
    void OnQueueLength(const dht::EventContext& at, const dht::QueueEvent& queue) override;
    void OnLevel(const dht::EventContext& at, double level) override;
    void OnLookupWindow(const dht::EventContext& at, const dht::LookupWindowEvent& window) override;
    void OnRtt(const dht::EventContext& at, dht::Time rtt) override;
    void OnPlace(const dht::EventContext& at, const dht::PlaceEvent& place) override;

    // dht::StorageObserver
    void OnFetched(dht::Time now, const dht::FetchReport& report) override;
    void OnPut(dht::Time now, const dht::PutReport& report) override;

    TracedCallback<const dht::Request&> m_issuedTrace;            //!< Trace source Issued.
    TracedCallback<uint32_t, const dht::Request&> m_relayedTrace; //!< Trace source Relayed.
    TracedCallback<const dht::Request&> m_deliveredTrace;         //!< Trace source Delivered.
    TracedCallback<const dht::Answer&> m_answeredTrace;           //!< Trace source Answered.
    TracedCallback<const dht::DropEvent&> m_droppedTrace;         //!< Trace source Dropped.
    TracedCallback<const dht::Request&> m_markedTrace;            //!< Trace source Marked.
    TracedCallback<const dht::Request&> m_retransmittedTrace;     //!< Trace source Retransmitted.
    TracedCallback<uint64_t> m_givenUpTrace;                      //!< Trace source GivenUp.
    TracedCallback<uint32_t> m_queueLengthTrace;                  //!< Trace source QueueLength.
    TracedCallback<double> m_levelTrace;                          //!< Trace source Level.
    TracedCallback<uint32_t, uint32_t> m_lookupsUnderWayTrace;    //!< Trace source LookupsUnderWay.
    TracedCallback<Time> m_rttTrace;                              //!< Trace source Rtt.
    TracedCallback<Time> m_joinedTrace;                           //!< Trace source Joined.
    TracedCallback<const dht::PlaceEvent&> m_placeTrace;          //!< Trace source Place.
    TracedCallback<const dht::FetchReport&> m_fetchedTrace;       //!< Trace source Fetched.
    TracedCallback<const dht::PutReport&> m_storedTrace;          //!< Trace source Stored.
};

} // namespace ns3

#endif // DHT_CC_DHT_PEER_TRACES_H
