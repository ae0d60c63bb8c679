/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-maintenance-format.h"
#include "dht-maintenance.h"
#include "idle-host.h"
#include "memory-ring.h"
#include "places.h"
#include "wire-vectors.h"

#include <fstream>
#include <gtest/gtest.h>
#include <map>
#include <queue>
#include <regex>

/// The join that doc/wire-protocol.rst shows byte by byte is what two peers say.

namespace dht
{
namespace
{

using test::Bytes;

constexpr Time kDelay = FromSeconds(0.005);

/// Bytes, and whose they are.
struct Said
{
    char from;   ///< 'A' or 'B'.
    Bytes frame; ///< What it said to the other one.
};

/// @return What the documentation shows.
std::vector<Said>
ExampleInDocumentation()
{
    std::ifstream file(places::Source() + "/doc/wire-protocol.rst");
    std::vector<Said> said;
    const std::regex header("    ([AB]) to ([AB]), [a-z]+");
    const std::regex bytes(" +((?:[0-9a-f]{2} )*[0-9a-f]{2})(?: {3,}.*|  [a-z].*)?");
    bool found = false;
    for (std::string line; std::getline(file, line);)
    {
        std::smatch match;
        found = (found || line == "Example: a join") && line != "Test vectors";
        if (found && std::regex_match(line, match, header))
        {
            said.push_back({match.str(1)[0], {}});
        }
        else if (found && !said.empty() && std::regex_match(line, match, bytes))
        {
            const Bytes more = test::FromHex(match.str(1));
            said.back().frame.insert(said.back().frame.end(), more.begin(), more.end());
        }
    }
    return said;
}

/// A peer that says what it says to the other one.
class Speaker : private test::IdleHost
{
  public:
    /// @param name 'A' or 'B'. @param said Where it says it. @param seed Of its random numbers.
    Speaker(char name, std::vector<Said>& said)
        : m_name(name),
          m_said(said),
          m_random(static_cast<std::uint64_t>(name)),
          maintenance({}, EndpointOf(name), *this, m_random)
    {
    }

    /// @param name A peer's. @return Where it is.
    static Endpoint EndpointOf(char name)
    {
        return Endpoint::Ipv4(0x0a000001 + (name - 'A'), 7000);
    }

  private:
    void SendDatagram(const Endpoint& to, const Datagram& datagram) override
    {
        EXPECT_FALSE(to == EndpointOf(m_name));
        m_said.push_back({m_name, EncodeDatagram(datagram)});
    }

    void OnJoinFailed(JoinFailure /* why */) override
    {
        ADD_FAILURE();
    }

    char m_name;                   ///< 'A' or 'B'.
    std::vector<Said>& m_said;     ///< What both have said.
    test::MersenneRandom m_random; ///< Its.

  public:
    Maintenance maintenance; ///< The maintenance under test.
};

/// @param count How many frames. @return The first ones of a join.
std::vector<Said>
Join(std::size_t count)
{
    std::vector<Said> said;
    Speaker a('A', said);
    Speaker b('B', said);
    a.maintenance.Create(Time(0));
    b.maintenance.Join(Time(0), {Speaker::EndpointOf('A')});
    Time now{0};
    // one after the other, so that there is no doubt what is said first
    for (std::size_t heard = 0; heard < count; ++heard)
    {
        while (heard == said.size())
        {
            const bool isFirst = a.maintenance.NextWake() <= b.maintenance.NextWake();
            Maintenance& next = (isFirst ? a : b).maintenance;
            now = std::max(now, next.NextWake());
            next.OnWake(now);
        }
        now = Later(now, kDelay);
        const Said next = said[heard];
        MaintenanceMessage message;
        EXPECT_EQ(Decode(next.frame.data(), next.frame.size(), message), WireError::kNone);
        Speaker& to = next.from == 'A' ? b : a;
        to.maintenance.OnMessage(now, Speaker::EndpointOf(next.from), message);
    }
    return said;
}

/// @param frame A frame. @return Where it has eight bytes that are drawn at random: its request id,
/// and its token, if it has one.
std::vector<std::size_t>
RandomPlaces(const Bytes& frame)
{
    const bool hasToken = (frame[4] & 0x20) != 0;
    return hasToken ? std::vector<std::size_t>{8, 19} : std::vector<std::size_t>{8};
}

/// @param frame A frame. @param place The first byte's offset. @return Eight bytes of it.
Bytes
EightAt(const Bytes& frame, std::size_t place)
{
    const auto from = frame.begin() + static_cast<std::ptrdiff_t>(place);
    return {from, from + 8};
}

TEST(WireJoinTest, TheExampleInTheDocumentationIsWhatPeersSay)
{
    const std::vector<Said> expected = ExampleInDocumentation();
    ASSERT_EQ(expected.size(), 9u);
    std::vector<Said> said = Join(expected.size());
    ASSERT_GE(said.size(), expected.size());
    std::map<Bytes, Bytes> shown; // what is drawn at random: the documentation shows others
    for (std::size_t i = 0; i < expected.size(); ++i)
    {
        SCOPED_TRACE(i);
        ASSERT_GE(expected[i].frame.size(), kCommonHeaderSize);
        for (const std::size_t place : RandomPlaces(expected[i].frame))
        {
            ASSERT_GE(said[i].frame.size(), place + 8);
            const Bytes there = EightAt(said[i].frame, place);
            const Bytes mine =
                shown.emplace(there, EightAt(expected[i].frame, place)).first->second;
            std::copy(mine.begin(),
                      mine.end(),
                      said[i].frame.begin() + static_cast<std::ptrdiff_t>(place));
        }
        EXPECT_EQ(said[i].from, expected[i].from);
        EXPECT_EQ(said[i].frame, expected[i].frame) << testing::PrintToString(said[i].frame);
    }
}

} // namespace
} // namespace dht
