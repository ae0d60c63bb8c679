/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "bottleneck-queue.h"

#include "dht-option-values.h"

#include "ns3/data-rate.h"
#include "ns3/double.h"
#include "ns3/queue-size.h"
#include "ns3/uinteger.h"

#include <cmath>

namespace ns3
{

namespace
{

/// Bytes of a packet, for sizes that are given as times.
constexpr double QUEUE_PACKET = 1500;

/// What one queue may hold.
constexpr uint64_t MOST_QUEUED = 1000000;

/// A queue discipline.
struct Discipline
{
    const char* name; ///< As users write it.
    const char* type; ///< Its TypeId's name.
};

const Discipline DISCIPLINES[] = {{"fifo", "ns3::FifoQueueDisc"},
                                  {"red", "ns3::RedQueueDisc"},
                                  {"codel", "ns3::CoDelQueueDisc"},
                                  {"fq-codel", "ns3::FqCoDelQueueDisc"}};

} // namespace

void
BottleneckQueue::DefineQueue(DhtOptionTable& table)
{
    table.AddRate("rate", "Rate of the bottleneck, either way", "5Mbps", rate);
    std::vector<std::string> names;
    for (const Discipline& discipline : DISCIPLINES)
    {
        names.emplace_back(discipline.name);
    }
    table.AddChoice("queue", "Queue discipline of the bottleneck", queue, names);
    table.AddText("queue-size",
                  "How much a queue holds: packets such as 250p, or how long packets of 1500 bytes "
                  "take to leave",
                  size);
    table.AddText("red-min", "With --queue=red, below which queue nothing is dropped", least);
    table.AddText("red-max",
                  "With --queue=red, at which average queue drops have the probability of "
                  "--red-drops",
                  most);
    table.AddNumber("red-drops",
                    "With --queue=red, that probability; it rises to 1 at twice that queue",
                    drops,
                    0.001,
                    1);
}

void
BottleneckQueue::CheckQueue(const DhtOptionTable& table) const
{
    table.CheckEffect(queue == "red", {"red-min", "red-max", "red-drops"}, "--queue=red");
    const uint64_t whole = Packets("queue-size", size);
    if (queue != "red")
    {
        return;
    }
    if (Packets("red-min", least) >= Packets("red-max", most))
    {
        throw DhtOptionError("red-min", least, "has to be less than --red-max");
    }
    if (Packets("red-max", most) > whole)
    {
        throw DhtOptionError("red-max", most, "must not be more than --queue-size");
    }
}

uint64_t
BottleneckQueue::Packets(const std::string& name, const std::string& text) const
{
    double number = 0;
    if (dht::SplitNumber(text, number) == "p")
    {
        return dht::ParseInteger(name, text.substr(0, text.size() - 1), 1, MOST_QUEUED);
    }
    dht::CheckUnit(name, text, {"p", "ms"});
    const double packets = std::round(dht::ParseSeconds(name, text) * rate / (8 * QUEUE_PACKET));
    if (!(packets >= 1 && packets <= MOST_QUEUED))
    {
        throw DhtOptionError(name,
                             text,
                             "allowed are 1 to " + std::to_string(MOST_QUEUED) +
                                 " packets, such as 60p, or as many as leave in a time");
    }
    return static_cast<uint64_t>(packets);
}

ObjectFactory
BottleneckQueue::MakeQueueDisc() const
{
    ObjectFactory factory;
    for (const Discipline& discipline : DISCIPLINES)
    {
        if (queue == discipline.name)
        {
            factory.SetTypeId(discipline.type);
        }
    }
    const auto whole = static_cast<uint32_t>(Packets("queue-size", size));
    factory.Set("MaxSize", QueueSizeValue(QueueSize(QueueSizeUnit::PACKETS, whole)));
    if (queue == "red")
    {
        SetThresholds(factory);
    }
    return factory;
}

void
BottleneckQueue::SetThresholds(ObjectFactory& factory) const
{
    factory.Set("MinTh", DoubleValue(static_cast<double>(Packets("red-min", least))));
    factory.Set("MaxTh", DoubleValue(static_cast<double>(Packets("red-max", most))));
    factory.Set("LInterm", DoubleValue(1 / drops));
    factory.Set("MeanPktSize", UintegerValue(static_cast<uint64_t>(QUEUE_PACKET)));
    factory.Set("LinkBandwidth", DataRateValue(DataRate(static_cast<uint64_t>(rate))));
}

} // namespace ns3
