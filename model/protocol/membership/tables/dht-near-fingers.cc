/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-near-fingers.h"

#include "dht-finger-list.h"

#include <algorithm>

namespace dht
{

namespace
{

/// How much of a measurement goes into the mean: one over this.
constexpr int kRttWeight = 4;
/// Who is to stand in has to be nearer than who does by this share.
constexpr double kGain = 0.2;

} // namespace

NearFingers::NearFingers(const Key& self, std::size_t most)
    : m_self(self),
      m_most(most)
{
}

void
NearFingers::Learn(const RingNode& node, const RingNodes& next)
{
    const Key distance = Distance(m_self, node.id);
    if (m_most == 1 || distance == 0)
    {
        return;
    }
    Insert(node);
    for (const RingNode& other : next)
    {
        const Key way = Distance(m_self, other.id);
        if (way <= distance || OctaveOf(way) != OctaveOf(distance))
        {
            return;
        }
        Insert(other);
    }
}

void
NearFingers::Insert(const RingNode& node)
{
    const Key way = Distance(m_self, node.id);
    Candidates& all = m_octaves[OctaveOf(way)];
    const auto place = std::lower_bound(all.begin(),
                                        all.end(),
                                        way,
                                        [&](const Candidate& candidate, const Key& key) {
                                            return Distance(m_self, candidate.node.id) < key;
                                        });
    if (place == all.end() || !(place->node == node))
    {
        all.insert(place, Candidate{node});
        all.resize(std::min(all.size(), m_most), Candidate{node});
        Choose(all);
    }
}

void
NearFingers::Measure(const Endpoint& endpoint, Time rtt)
{
    for (auto& [octave, all] : m_octaves)
    {
        for (Candidate& candidate : all)
        {
            if (candidate.node.endpoint == endpoint)
            {
                const bool isFirst = candidate.rtt == kNever;
                candidate.rtt = isFirst ? rtt : candidate.rtt + (rtt - candidate.rtt) / kRttWeight;
                Choose(all);
                return;
            }
        }
    }
}

void
NearFingers::Choose(Candidates& candidates)
{
    const auto nearest =
        std::min_element(candidates.begin(),
                         candidates.end(),
                         [](const Candidate& a, const Candidate& b) { return a.rtt < b.rtt; });
    const auto present =
        std::find_if(candidates.begin(), candidates.end(), [](const Candidate& candidate) {
            return candidate.standsIn;
        });
    if (nearest == candidates.end() || nearest->rtt == kNever)
    {
        return;
    }
    if (present == candidates.end())
    {
        nearest->standsIn = true;
    }
    else if (ToSeconds(nearest->rtt) < (1 - kGain) * ToSeconds(present->rtt))
    {
        present->standsIn = false;
        nearest->standsIn = true;
    }
}

std::optional<RingNode>
NearFingers::TakeOldest(Time now)
{
    Candidate* oldest = nullptr;
    for (auto& [octave, all] : m_octaves)
    {
        for (Candidate& candidate : all)
        {
            if (!oldest || candidate.asked < oldest->asked)
            {
                oldest = &candidate;
            }
        }
    }
    if (!oldest)
    {
        return std::nullopt;
    }
    oldest->asked = now;
    return oldest->node;
}

bool
NearFingers::AreNew() const
{
    return std::any_of(m_octaves.begin(), m_octaves.end(), [](const auto& octave) {
        return std::any_of(octave.second.begin(),
                           octave.second.end(),
                           [](const Candidate& candidate) { return candidate.asked < Time(0); });
    });
}

const RingNode&
NearFingers::InsteadOf(const RingNode& finger) const
{
    const auto found = m_octaves.find(OctaveOf(Distance(m_self, finger.id)));
    if (found != m_octaves.end())
    {
        for (const Candidate& candidate : found->second)
        {
            if (candidate.standsIn)
            {
                return candidate.node;
            }
        }
    }
    return finger;
}

bool
NearFingers::StandsIn(const Endpoint& endpoint) const
{
    return std::any_of(m_octaves.begin(), m_octaves.end(), [&](const auto& octave) {
        return std::any_of(octave.second.begin(),
                           octave.second.end(),
                           [&](const Candidate& candidate) {
                               return candidate.standsIn && candidate.node.endpoint == endpoint;
                           });
    });
}

void
NearFingers::Remove(const Endpoint& endpoint)
{
    for (auto octave = m_octaves.begin(); octave != m_octaves.end();)
    {
        Candidates& all = octave->second;
        const auto rest = std::remove_if(all.begin(), all.end(), [&](const Candidate& candidate) {
            return candidate.node.endpoint == endpoint;
        });
        all.erase(rest, all.end());
        Choose(all);
        octave = all.empty() ? m_octaves.erase(octave) : std::next(octave);
    }
}

void
NearFingers::Clear()
{
    m_octaves.clear();
}

} // namespace dht
