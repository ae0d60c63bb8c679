/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_TEST_BOTTLENECK_H
#define DHT_CC_TEST_BOTTLENECK_H

#include "dht-transport-window.h"
#include "memory-ring.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <functional>
#include <memory>
#include <vector>

/**
 * @file
 * @ingroup dht-cc-tests
 * Windows that share one queue, packet by packet, under a virtual clock.
 */

namespace dht
{
namespace test
{

/// The path that all flows share.
struct BottleneckOptions
{
    double rate{10e6};                 ///< In bit/s.
    Time roundTrip{FromSeconds(0.04)}; ///< Without the queue.
    Time buffer{FromSeconds(0.48)};    ///< How long the queue can become; drop-tail.
    double loss{0};                    ///< The share of packets that is lost at random.
    Time jitter{0};                    ///< Packets reach the queue up to so much later.
    std::uint64_t seed{1};             ///< Of the random numbers.
};

/// The receiver's clock, of a sender's time. @param now The sender's. @return The receiver's.
using ReceiverClock = std::function<Time(Time now)>;

/**
 * The model. Flows send packets of 1400 bytes as long as the window lets them; every packet is
 * acknowledged by itself, at once; an ack is never lost. A packet is lost to its sender when three
 * newer ones are acknowledged. Without acks for two round trips a probe leaves; after three probes
 * nothing has arrived for long.
 */
class Bottleneck
{
  public:
    /// Payload of a packet, in bytes; headers are not modelled.
    static constexpr std::size_t kPacket = 1400;

    /// One sender.
    struct Flow
    {
        std::unique_ptr<TransportWindow> window; ///< What is examined.
        ReceiverClock clock;                     ///< The receiver's.
        std::uint32_t links{1};                  ///< How many links take turns.
        std::uint64_t sent{0};                   ///< Packets.
        std::uint64_t delivered{0};              ///< Packets that were acknowledged.
        std::uint64_t lost{0};                   ///< Packets that were taken for lost.
        std::uint64_t collapses{0};              ///< How often nothing had arrived for long.

        /// A packet on its way.
        struct Packet
        {
            std::uint64_t number; ///< It rises with each one.
            Time left;            ///< When it left.
            bool isAcked;         ///< It has arrived.
        };

        std::deque<Packet> packets; ///< Those not yet known to have arrived or to be lost.
        std::uint64_t inFlight{0};  ///< How many of them have not arrived.
        Time roundTrip{0};          ///< Smoothed; 0: unknown.
        Time heard{0};              ///< When the last ack came, or the probe that stands for one.
        Time mayLeave{0};           ///< When pacing lets the next one go.
        Time access{0};             ///< When the last one reached the queue.
        unsigned probes{0};         ///< Without an ack.
    };

    /// @param options The path.
    explicit Bottleneck(const BottleneckOptions& options)
        : m_options(options),
          m_random(options.seed)
    {
    }

    /// Add a flow that starts now. @param window Its window. @param links How many links share it.
    /// @param clock The receiver's clock. @return Its number.
    std::size_t Add(
        std::unique_ptr<TransportWindow> window,
        std::uint32_t links = 1,
        ReceiverClock clock = [](Time now) { return now; })
    {
        m_flows.push_back(std::make_unique<Flow>());
        Flow& flow = *m_flows.back();
        flow.window = std::move(window);
        flow.links = links;
        flow.clock = std::move(clock);
        flow.heard = Now();
        Fill(flow);
        Watch(flow);
        return m_flows.size() - 1;
    }

    /// @param flow A number. @return The flow.
    const Flow& At(std::size_t flow) const
    {
        return *m_flows[flow];
    }

    /// @param flow A number. @return Its window.
    TransportWindow& Window(std::size_t flow)
    {
        return *m_flows[flow]->window;
    }

    /// @param loss The share of packets that is lost at random from now on.
    void SetLoss(double loss)
    {
        m_options.loss = loss;
    }

    /// @param seconds For how long the clock is to run on.
    void Run(double seconds)
    {
        m_events.RunUntil(Now() + FromSeconds(seconds));
    }

    /// @return The present.
    Time Now() const
    {
        return m_events.Now();
    }

    /// @return How long a packet waits that arrives now, in seconds.
    double Queue() const
    {
        return std::max(ToSeconds(m_free - Now()), 0.0);
    }

    /// Run on, and look at the queue often. @param seconds For how long.
    /// @return The mean of Queue().
    double MeanQueue(double seconds)
    {
        double sum = 0;
        const int samples = static_cast<int>(seconds * 100);
        for (int i = 0; i < samples; ++i)
        {
            Run(0.01);
            sum += Queue();
        }
        return sum / samples;
    }

    /// Run on. @param seconds For how long. @return What each flow got, in bit/s.
    std::vector<double> Rates(double seconds)
    {
        std::vector<double> rates;
        for (const auto& flow : m_flows)
        {
            rates.push_back(-static_cast<double>(flow->delivered));
        }
        Run(seconds);
        for (std::size_t i = 0; i < rates.size(); ++i)
        {
            rates[i] += static_cast<double>(m_flows[i]->delivered);
            rates[i] *= 8.0 * kPacket / seconds;
        }
        return rates;
    }

  private:
    /// Send what the window admits. @param flow The flow that sends.
    void Fill(Flow& flow)
    {
        while ((flow.inFlight + 1) * kPacket <= flow.window->Bytes() || flow.inFlight == 0)
        {
            if (Now() < flow.mayLeave)
            {
                m_events.At(flow.mayLeave, [this, &flow] { Fill(flow); });
                return;
            }
            Send(flow);
            const double rate = flow.window->PacingRate();
            flow.mayLeave = Now() + (std::isinf(rate) ? Time(0) : FromSeconds(kPacket / rate));
        }
    }

    /// A packet leaves. @param flow The flow that sends.
    void Send(Flow& flow)
    {
        const std::uint64_t number = flow.sent++;
        flow.packets.push_back({number, Now(), false});
        ++flow.inFlight;
        flow.window->OnSent(Now(), kPacket);
        const Time jitter = FromSeconds(ToSeconds(m_options.jitter) * m_random.Uniform());
        flow.access = std::max(flow.access, Now() + jitter); // a flow does not overtake itself
        if (m_random.Uniform() < m_options.loss)
        {
            return;
        }
        if (m_options.jitter == Time(0))
        {
            Enqueue(flow, number, Now());
        }
        else
        {
            m_events.At(flow.access,
                        [this, &flow, number, left = Now()] { Enqueue(flow, number, left); });
        }
    }

    /// A packet reaches the queue. @param flow The flow of the packet. @param number Its number.
    /// @param left When it left.
    void Enqueue(Flow& flow, std::uint64_t number, Time left)
    {
        const Time start = std::max(Now(), m_free);
        const Time end = start + FromSeconds(8.0 * kPacket / m_options.rate);
        if (end - Now() > m_options.buffer)
        {
            return;
        }
        m_free = end;
        const Time arrival = end + m_options.roundTrip / 2;
        const Time oneWay = flow.clock(arrival) - left;
        m_events.At(arrival + m_options.roundTrip / 2,
                    [this, &flow, number, left, oneWay] { OnAck(flow, number, left, oneWay); });
    }

    /// An ack has come. @param flow The flow of the packet. @param number Of which packet. @param
    /// left When that left.
    /// @param oneWay The delay that the receiver saw.
    void OnAck(Flow& flow, std::uint64_t number, Time left, Time oneWay)
    {
        ++flow.delivered;
        flow.probes = 0;
        flow.heard = Now();
        const Time sample = Now() - left;
        flow.roundTrip =
            flow.roundTrip == Time(0) ? sample : flow.roundTrip + (sample - flow.roundTrip) / 8;
        const auto link = static_cast<std::uint32_t>(number % flow.links);
        if (MarkArrived(flow, number))
        {
            flow.window->OnAck({Now(), left, kPacket, true, {{sample, oneWay, Time(0)}}, link});
        }
        Fill(flow);
    }

    /// @param flow The flow of the packet. @param number A packet that has arrived. @return Whether
    /// it had not been taken for lost.
    bool MarkArrived(Flow& flow, std::uint64_t number)
    {
        const auto found =
            std::find_if(flow.packets.begin(), flow.packets.end(), [&](const auto& packet) {
                return packet.number == number;
            });
        if (found == flow.packets.end())
        {
            return false;
        }
        found->isAcked = true;
        --flow.inFlight;
        while (!flow.packets.empty() &&
               (flow.packets.front().isAcked || flow.packets.front().number + 3 <= number))
        {
            const Flow::Packet packet = flow.packets.front();
            flow.packets.pop_front();
            if (!packet.isAcked)
            {
                Lose(flow, {Now(), packet.left, false});
            }
        }
        return true;
    }

    /// @param flow The flow that lost. @param lost The packet.
    void Lose(Flow& flow, const LostPackets& lost)
    {
        ++flow.lost;
        --flow.inFlight;
        flow.window->OnLoss(lost);
    }

    /// Send a probe when nothing has come for long. @param flow The flow that waits.
    void Watch(Flow& flow)
    {
        const Time known = flow.roundTrip == Time(0) ? FromSeconds(0.333) : flow.roundTrip;
        const Time timeout = (2 * known + FromSeconds(0.025)) * (1 << std::min(flow.probes, 6u));
        if (Now() - flow.heard >= timeout)
        {
            flow.heard = Now();
            if (++flow.probes == 3)
            {
                Collapse(flow);
            }
            Send(flow);
        }
        m_events.At(std::max(flow.heard + timeout, Now() + FromSeconds(0.005)),
                    [this, &flow] { Watch(flow); });
    }

    /// Everything is lost. @param flow The flow that lost.
    void Collapse(Flow& flow)
    {
        ++flow.collapses;
        flow.lost += flow.inFlight;
        flow.window->OnLoss({Now(), flow.packets.back().left, true});
        flow.packets.clear();
        flow.inFlight = 0;
    }

    BottleneckOptions m_options;                ///< The path.
    MersenneRandom m_random;                    ///< For losses and jitter.
    std::vector<std::unique_ptr<Flow>> m_flows; ///< In the order they were added.
    EventQueue m_events;                        ///< The clock, and what is going to happen.
    Time m_free{0};                             ///< When the link has sent all that is queued.
};

/// @param rates What flows got. @return Jain's fairness index: 1 if all got the same.
inline double
JainIndex(const std::vector<double>& rates)
{
    double sum = 0;
    double squares = 0;
    for (const double rate : rates)
    {
        sum += rate;
        squares += rate * rate;
    }
    return sum * sum / (static_cast<double>(rates.size()) * squares);
}

} // namespace test
} // namespace dht

#endif // DHT_CC_TEST_BOTTLENECK_H
