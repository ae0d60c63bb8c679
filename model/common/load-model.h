/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_LOAD_MODEL_H
#define DHT_LOAD_MODEL_H

#include <cstddef>

/**
 * @file
 * @ingroup dht-cc
 * What requests cost a peer: models M1 and M2 of COMSNETS09 (section III-C), and an access link in
 * bytes.
 */

namespace dht
{

/// The traffic of a peer, in requests/s. (T: double, or an exact number in tests.)
template <typename T = double>
struct Traffic
{
    T fresh{0};     ///< Its own requests for keys of other peers; O_fresh.
    T relay{0};     ///< Requests of other peers that it is to forward; O_rel.
    T delivered{0}; ///< Requests that come in for keys of its own; O_final, and A on average.

    /// @return What wants to go out; O_out.
    T Out() const
    {
        return fresh + relay;
    }

    /// @return What comes in; O_in.
    T In() const
    {
        return relay + delivered;
    }
};

/// What a peer's bottleneck is charged for a request. One that goes out costs 1.
struct LoadModel
{
    double incoming{0};  ///< More for each one that comes in, at least 0; alpha in M1.
    double delivered{0}; ///< More for each one that has arrived for good, at least 0; 1 in M2.
    double lookup{1};    ///< For each lookup that goes out (iterative routing), at least 0.
    /// For each byte of any other datagram, at least 0. M1 and M2 know none: they cost nothing.
    double datagramByte{0};

    /**
     * The uplink is the bottleneck: model M1.
     *
     * @param alpha What TCP's acknowledgements add for a request that comes in, at least 0.
     * @return The model.
     */
    static LoadModel Uplink(double alpha);

    /// The processor is the bottleneck, and works on each request once: model M2. @return The
    /// model.
    static LoadModel Processor();

    /// @param bytes Of a datagram's frame. @return What it costs, if it is neither a lookup nor an
    /// overlay-ack.
    double Datagram(std::size_t bytes) const;

    /// @param traffic Of a peer. @return The load that it offers to the bottleneck; O.
    template <typename T>
    T Offered(const Traffic<T>& traffic) const
    {
        return traffic.Out() + T(incoming) * traffic.In() + T(delivered) * traffic.delivered;
    }
};

/**
 * What requests cost on an access link of this module, in bytes: what makes a capacity in
 * requests/s of a rate in bit/s. Neighbours talk over TCP, which acknowledges every second segment;
 * overlay-acks are UDP datagrams. Each packet has a link header of 2 bytes (PPP).
 */
struct UplinkCost
{
    /// Payload of a full segment of TCP in bytes.
    static constexpr double kSegmentSize = 1448;
    /// Segments that one acknowledgement of TCP answers.
    static constexpr unsigned kSegmentsPerAck = 2;

    double request;    ///< For a request that goes out: its frame, and its part of the headers.
    double tcpAck;     ///< For a request that comes in: its part of TCP's acknowledgements.
    double overlayAck; ///< For a request that has arrived: the answer to its source.
    double lookup;     ///< For a request that goes out as a datagram.

    /**
     * The least: segments are full, as they are when much is to be sent.
     *
     * @param messageSize Length of a request's frame in bytes, at least 46.
     * @param segmentSize Payload of a full segment in bytes, above 0.
     * @return The cost.
     */
    static UplinkCost FullSegments(double messageSize, double segmentSize = kSegmentSize);

    /**
     * The most: no two requests share a segment, as when there is little to be sent.
     *
     * @param messageSize Length of a request's frame in bytes, at least 46.
     * @param segmentSize Payload of a full segment in bytes, above 0.
     * @return The cost.
     */
    static UplinkCost OwnSegments(double messageSize, double segmentSize = kSegmentSize);

    /// @param bitsPerSecond Rate of the link. @return The capacity c, in requests/s that go out.
    double Capacity(double bitsPerSecond) const;

    /// @return What the other costs are in requests that go out.
    LoadModel Load() const;
};

} // namespace dht

#endif // DHT_LOAD_MODEL_H
