/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "access-channel.h"
#include "access-net-device.h"
#include "access-network-helper.h"
#include "dht-dumbbell-helper.h"
#include "dht-peer-workload.h"
#include "dht-store-helper.h"
#include "dht-transport-flow-helper.h"
#include "dht-window.h"
#include "packet-ring.h"

#include "ns3/boolean.h"
#include "ns3/inet-socket-address.h"
#include "ns3/pointer.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <gtest/gtest.h>
#include <map>
#include <memory>
#include <set>
#include <sstream>
#include <utility>
#include <vector>

/// Attributes that are set in a run: each has an effect, or one line says that it has none.

namespace ns3
{
namespace
{

/// When attributes are set, and when runs end.
const Time LATE = Seconds(2.7);
const Time LATE_END = Seconds(4.5);

/// What all devices of a run send, and when, as a number.
class Trace
{
  public:
    void Watch(const NetDeviceContainer& devices, const std::string& source)
    {
        for (auto device = devices.Begin(); device != devices.End(); ++device)
        {
            (*device)->TraceConnectWithoutContext(source, MakeCallback(&Trace::OnPacket, this));
        }
    }

    std::uint64_t Get() const
    {
        return m_sum;
    }

  private:
    void OnPacket(Ptr<const Packet> packet)
    {
        const auto time = static_cast<std::uint64_t>(Simulator::Now().GetNanoSeconds());
        // FNV-1a
        m_sum = ((m_sum ^ time) * 1099511628211U ^ packet->GetSize()) * 1099511628211U;
    }

    std::uint64_t m_sum{14695981039346656037U};
};

/// Something that runs, with one object of each of some types.
struct World
{
    std::map<std::string, Ptr<Object>> objects; ///< By type.
    Trace trace;                                ///< What is sent.
    std::shared_ptr<void> keeps;                ///< What has to live as long.
};

using MakeWorld = std::function<void(World&)>;

void
MakeRing(World& world, const std::string& scheme)
{
    NodeContainer nodes(4);
    AccessNetworkHelper access;
    // so that the delay is another one where it is no sum
    auto delay = CreateObject<ConstantRandomVariable>();
    delay->SetAttribute("Constant", DoubleValue(0.015));
    access.SetAccessDelay(delay);
    const auto network = access.Install(nodes);
    world.trace.Watch(network.devices, "Tx");
    DhtHelper helper;
    helper.SetScheme(scheme);
    helper.SetAttribute("Load", DoubleValue(150));
    const ApplicationContainer peers = helper.Install(nodes, network.addresses);
    DhtHelper::AssignStreams(peers, 1);
    PointerValue constants;
    peers.Get(0)->GetAttribute("CongestionControl", constants);
    world.objects = {{"ns3::DhtPeerApplication", peers.Get(0)},
                     {DhtScheme::TypeName(scheme), constants.GetObject()},
                     {"ns3::AccessNetDevice", network.devices.Get(0)},
                     {"ns3::AccessChannel", network.devices.Get(0)->GetChannel()}};
}

void
MakeStore(World& world)
{
    NodeContainer nodes(8);
    AccessNetworkHelper access;
    const auto network = access.Install(nodes);
    world.trace.Watch(network.devices, "Tx");
    const ApplicationContainer peers = DhtStoreHelper().Install(nodes, network.addresses);
    DhtStoreHelper::AssignStreams(peers, 1);
    const auto peer = DynamicCast<DhtStoreApplication>(peers.Get(0));
    for (const Time& time : {Seconds(1), Seconds(3)})
    {
        Simulator::Schedule(time, [peer] { peer->Put(dht::Bytes(1000)); });
    }
    world.objects = {{"ns3::DhtStoreApplication", peer}};
}

void
MakeFlow(World& world, const std::string& window)
{
    DhtDumbbellHelper dumbbell;
    ObjectFactory queue;
    queue.SetTypeId("ns3::FifoQueueDisc");
    queue.Set("MaxSize", StringValue("20p")); // so that the window matters
    dumbbell.SetQueueDisc(queue);
    dumbbell.AssignStreams(0);
    const auto network = dumbbell.Install(1);
    const auto constants = DhtWindow::Create(window);
    DhtTransportFlowHelper helper;
    helper.SetSourceAttribute("PoliteWindow", PointerValue(constants));
    const auto flow =
        helper.Install(network.left[0].node, network.right[0].node, network.right[0].address);
    DhtTransportFlowHelper::AssignStreams(flow, 10);
    NetDeviceContainer devices;
    for (const auto& node : {network.left[0].node, network.right[0].node})
    {
        for (uint32_t i = 0; i < node->GetNDevices(); ++i)
        {
            devices.Add(node->GetDevice(i));
        }
    }
    world.trace.Watch(devices, "PhyTxBegin");
    world.keeps = std::make_shared<DhtDumbbellHelper::Network>(network);
    world.objects = {{"ns3::DhtTransportFlowSource", flow.source},
                     {"ns3::DhtTransportFlowSink", flow.sink},
                     {DhtWindow::TypeName(window), constants}};
}

/// @return All worlds.
std::vector<MakeWorld>
Worlds()
{
    std::vector<MakeWorld> worlds{MakeStore};
    for (const std::string& scheme : DhtScheme::GetNames())
    {
        worlds.push_back([scheme](World& world) { MakeRing(world, scheme); });
    }
    for (const std::string& window : DhtWindow::GetNames())
    {
        worlds.push_back([window](World& world) { MakeFlow(world, window); });
    }
    return worlds;
}

/// What attributes that have an effect at once are set to, so that it is seen.
const std::map<std::string, std::string> TELLING{
    {"ns3::AccessNetDevice::UplinkRate", "100kbps"},
    {"ns3::AccessNetDevice::DownlinkRate", "100kbps"},
    {"ns3::AccessNetDevice::AccessDelay", "50ms"},
    {"ns3::AccessNetDevice::UplinkQueue", "1p"},
    {"ns3::AccessNetDevice::DownlinkQueue", "1p"},
    {"ns3::AccessNetDevice::FrameOverhead", "100"},
    {"ns3::AccessNetDevice::Mtu", "200"},
    {"ns3::AccessChannel::Delay", "50ms"},
    {"ns3::AccessChannel::DelayModel", "Constant"},
    {"ns3::AccessChannel::Loss", "0.3"},
    {"ns3::DhtPeerApplication::Load", "20"},
    {"ns3::DhtTransportFlowSource::Priority", "2"},
    {"ns3::DhtTransportFlowSink::Wish", "2"},
};

/// @param info An attribute. @param name Its type's name and its own. @param object Its object.
/// @return Another value than it has.
Ptr<const AttributeValue>
OtherValue(const TypeId::AttributeInformation& info, const std::string& name, Ptr<Object> object)
{
    // some have the namespace before, and some have not
    const std::string type = info.checker->GetValueTypeName();
    const std::string kind = type.substr(type.rfind(':') + 1);
    if (kind == "PointerValue")
    {
        if (info.name == "Workload")
        {
            return Create<PointerValue>(DhtPeerWorkload::Create("random"));
        }
        const bool isScheme = info.name == "CongestionControl";
        return Create<PointerValue>(isScheme ? Ptr<Object>(DhtScheme::Create("ferry"))
                                             : Ptr<Object>(DhtWindow::Create("linear")));
    }
    if (kind == "AddressValue")
    {
        return Create<AddressValue>(InetSocketAddress("10.9.9.9", 9));
    }
    const std::map<std::string, std::vector<std::string>> tried{
        {"UintegerValue", {"1", "0", "2", "100", "1000", "5000"}},
        {"DoubleValue", {"0.5", "1", "2", "0.25", "10", "100"}},
        {"TimeValue", {"1s", "300ms", "10s", "1ms"}},
        {"BooleanValue", {"false", "true"}}};
    std::vector<std::string> texts;
    if (TELLING.count(name))
    {
        texts = {TELLING.at(name)};
    }
    else if (tried.count(kind))
    {
        texts = tried.at(kind);
    }
    else
    {
        // the names of an enumeration
        std::istringstream names(info.checker->GetUnderlyingTypeInformation());
        for (std::string text; std::getline(names, text, '|');)
        {
            texts.push_back(text);
        }
    }
    const Ptr<AttributeValue> present = info.checker->Create();
    info.accessor->Get(PeekPointer(object), *present);
    for (const std::string& text : texts)
    {
        const auto value = info.checker->CreateValidValue(StringValue(text));
        if (value &&
            value->SerializeToString(info.checker) != present->SerializeToString(info.checker))
        {
            return value;
        }
    }
    ADD_FAILURE() << name << ": no value to set it to";
    return nullptr;
}

/// What came of a run.
struct SettingOutcome
{
    bool isSet{true};      ///< Whether the attribute was.
    std::string told;      ///< What was said.
    std::uint64_t sent{0}; ///< What was sent.
};

/// @param make Makes the world. @param type An object of it, by its type; empty: none. @param info
/// The attribute to set. @param name Its name. @return What came of it.
SettingOutcome
RunLate(const MakeWorld& make,
        const std::string& type = "",
        const TypeId::AttributeInformation& info = {},
        const std::string& name = "")
{
    World world;
    make(world);
    SettingOutcome outcome;
    if (!type.empty())
    {
        Simulator::Schedule(LATE, [&] {
            const Ptr<Object> object = world.objects.at(type);
            const auto value = OtherValue(info, name, object);
            if (name == "ns3::AccessChannel::Delay")
            {
                // which is that of another model
                object->SetAttribute("DelayModel", StringValue("Constant"));
            }
            outcome.isSet = value && object->SetAttributeFailSafe(info.name, *value);
        });
    }
    testing::internal::CaptureStderr();
    Simulator::Stop(LATE_END);
    Simulator::Run();
    outcome.told = testing::internal::GetCapturedStderr();
    outcome.sent = world.trace.Get();
    world.objects.clear();
    Simulator::Destroy();
    return outcome;
}

/// @param tid A type. @param [out] found Its attributes, and those of its parents in this module,
/// by the name of the type that has them.
void
FindAttributes(TypeId tid, std::vector<std::pair<std::string, TypeId::AttributeInformation>>& found)
{
    for (; tid.GetGroupName() == "DhtCc"; tid = tid.GetParent())
    {
        for (std::size_t i = 0; i < tid.GetAttributeN(); ++i)
        {
            found.emplace_back(tid.GetName(), tid.GetAttribute(i));
        }
    }
}

TEST(LateAttributesTest, EachHasAnEffectOrIsSaidToHaveNone)
{
    std::set<std::string> seen;
    std::size_t tried = 0;
    for (const MakeWorld& make : Worlds())
    {
        const SettingOutcome usual = RunLate(make);
        EXPECT_EQ(usual.told, "");
        EXPECT_EQ(RunLate(make).sent, usual.sent) << "the same run twice is not the same";
        World world;
        make(world);
        std::vector<std::string> types;
        for (const auto& [type, object] : world.objects)
        {
            if (seen.insert(type).second)
            {
                types.push_back(type);
            }
        }
        world.objects.clear();
        Simulator::Destroy();
        for (const std::string& type : types)
        {
            std::vector<std::pair<std::string, TypeId::AttributeInformation>> attributes;
            FindAttributes(TypeId::LookupByName(type), attributes);
            for (const auto& [owner, info] : attributes)
            {
                const std::string name = owner + "::" + info.name;
                const SettingOutcome late = RunLate(make, type, info, name);
                seen.insert(owner);
                ++tried;
                if (late.told.empty())
                {
                    EXPECT_TRUE(late.isSet) << name << " is refused without a word";
                    EXPECT_NE(late.sent, usual.sent) << name << " is ignored without a word";
                }
                else
                {
                    EXPECT_EQ(late.told.rfind(name + " is set at 2.7 s, ", 0), 0U) << late.told;
                    EXPECT_EQ(std::count(late.told.begin(), late.told.end(), '\n'), 1);
                    EXPECT_EQ(late.sent, usual.sent) << name << ": " << late.told;
                    EXPECT_EQ(late.isSet, late.told.find("refused") == std::string::npos) << name;
                }
            }
        }
    }
    for (std::uint16_t i = 0; i < TypeId::GetRegisteredN(); ++i)
    {
        const TypeId tid = TypeId::GetRegistered(i);
        if (tid.GetGroupName() == "DhtCc" && tid.GetAttributeN() > 0)
        {
            EXPECT_EQ(seen.count(tid.GetName()), 1U) << "nothing here runs a " << tid.GetName();
        }
    }
    EXPECT_GT(tried, 150U);
}

TEST(LateAttributesTest, ManyPeersThatAreSetAtOnceAreOneLine)
{
    PacketRing ring(8);
    ring.Install("none", 10);
    Simulator::Schedule(LATE, [] {
        Config::Set("/NodeList/*/ApplicationList/*/$ns3::DhtPeerApplication/Hold",
                    UintegerValue(3));
    });
    testing::internal::CaptureStderr();
    ring.Run(Seconds(1), LATE_END);
    const std::string told = testing::internal::GetCapturedStderr();
    EXPECT_EQ(std::count(told.begin(), told.end(), '\n'), 1) << told;
}

TEST(LateAttributesTest, PeersOfferALoadFromTheTimeOnWhenItIsSet)
{
    PacketRing ring(8);
    ring.Install("none", 10);
    const auto set = [](double load) {
        Config::Set("/NodeList/*/ApplicationList/*/$ns3::DhtPeerApplication/Load",
                    DoubleValue(load));
    };
    const auto issued = [&] {
        std::uint64_t sum = 0;
        for (std::uint32_t i = 0; i < 8; ++i)
        {
            sum += ring.Peer(i)->GetCounters().issued;
        }
        return static_cast<double>(sum);
    };
    std::vector<double> counts;
    // workloads begin after 2 s; loads are those of the slot before
    for (const double load : {40.0, 5.0, 10.0})
    {
        const Time at = Seconds(10.0 * static_cast<double>(counts.size()) + 12);
        counts.push_back(0);
        Simulator::Schedule(at, [&, load, slot = counts.size() - 1] {
            counts[slot] = issued();
            set(load);
        });
    }
    testing::internal::CaptureStderr();
    ring.Run(Seconds(1), Seconds(42));
    EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
    counts.push_back(issued());
    const std::vector<double> loads{10, 40, 5, 10};
    double before = 0;
    for (std::size_t slot = 0; slot < loads.size(); ++slot)
    {
        const double expected = 8 * 10 * loads[slot];
        EXPECT_NEAR(counts[slot] - before, expected, 4 * std::sqrt(expected)) << slot;
        before = counts[slot];
    }
    EXPECT_TRUE(ring.Peer(0)->IdentitiesHold());
}

} // namespace
} // namespace ns3
