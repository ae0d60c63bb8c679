/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "globe-metros.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace dht
{

namespace
{

constexpr double kPi = 3.14159265358979323846;
constexpr double kRadian = kPi / 180;
constexpr double kEarthRadius = 6371; // km

constexpr std::size_t kMetros = 300;
/// The n-th largest metro of a region has hosts in proportion to n to this power.
constexpr double kRankPower = -0.7;
/// Regions are wider than high.
constexpr double kLongitudeStretch = 1.3;
/// Light in glass goes 200 km in a ms; cables are longer than the great circle.
constexpr double kKilometresPerMillisecond = 200;
constexpr double kCableStretch = 1.5;
/// What a round trip takes besides, in ms.
constexpr double kRoundTripBase = 2;
/// How far the ways between two metros are from the direct one: in logarithms, one-sided.
constexpr double kDetour = 0.25;

/// A part of the world that has hosts; degrees.
struct GlobeRegion
{
    double longitude; ///< Of its centre, to the east.
    double latitude;  ///< Likewise, to the north.
    double spread;    ///< Of its metros, from north to south.
    double share;     ///< Of all hosts.
};

/// Two thirds in North America, a fifth in Europe, then East Asia and others.
constexpr GlobeRegion kRegions[] = {{-78, 40, 5, 0.317},
                                    {-93, 38, 7, 0.158},
                                    {-120, 38, 4, 0.195},
                                    {5, 49, 7, 0.17},
                                    {25, 52, 7, 0.03},
                                    {130, 35, 7, 0.072},
                                    {85, 20, 9, 0.022},
                                    {-50, -20, 7, 0.022},
                                    {148, -34, 4, 0.014}};

/// @param metros How many. @return The share of hosts in the first ones up to each.
std::vector<double>
SharesByRank(std::size_t metros)
{
    std::vector<double> shares(metros);
    for (std::size_t i = 0; i < metros; ++i)
    {
        shares[i] = std::pow(static_cast<double>(i + 1), kRankPower);
    }
    std::partial_sum(shares.begin(), shares.end(), shares.begin());
    for (double& share : shares)
    {
        share /= shares.back();
    }
    return shares;
}

} // namespace

double
DrawNormal(Random& random)
{
    const double radius = std::sqrt(-2 * std::log(1 - random.Uniform()));
    return radius * std::cos(2 * kPi * random.Uniform());
}

GlobeMetros::GlobeMetros(Random& random)
{
    DrawPlaces(random);
    DrawRoundTrips(random);
}

void
GlobeMetros::DrawPlaces(Random& random)
{
    for (const GlobeRegion& region : kRegions)
    {
        const auto metros = static_cast<std::size_t>(std::lround(kMetros * region.share));
        m_regions.push_back({region.share, m_places.size(), SharesByRank(metros)});
        for (std::size_t i = 0; i < metros; ++i)
        {
            const double east = kLongitudeStretch * region.spread * DrawNormal(random);
            const double north = region.spread * DrawNormal(random);
            m_places.push_back(
                {kRadian * (region.longitude + east), kRadian * (region.latitude + north)});
        }
    }
}

void
GlobeMetros::DrawRoundTrips(Random& random)
{
    const std::size_t metros = m_places.size();
    m_roundTrips.assign(metros * metros, static_cast<float>(kRoundTripBase));
    for (std::size_t a = 0; a < metros; ++a)
    {
        for (std::size_t b = a + 1; b < metros; ++b)
        {
            const Place& from = m_places[a];
            const Place& to = m_places[b];
            const double cosine = std::sin(from.latitude) * std::sin(to.latitude) +
                                  std::cos(from.latitude) * std::cos(to.latitude) *
                                      std::cos(from.longitude - to.longitude);
            const double distance = kEarthRadius * std::acos(std::clamp(cosine, -1.0, 1.0));
            const double direct =
                2 * kCableStretch * distance / kKilometresPerMillisecond + kRoundTripBase;
            const double detour = std::exp(std::abs(kDetour * DrawNormal(random)));
            const auto roundTrip = static_cast<float>(direct * detour);
            m_roundTrips[a * metros + b] = roundTrip;
            m_roundTrips[b * metros + a] = roundTrip;
        }
    }
}

std::size_t
GlobeMetros::Size() const
{
    return m_places.size();
}

std::vector<GlobeMetros::Metro>
GlobeMetros::PlaceHosts(std::size_t hosts, Random& random) const
{
    std::vector<Metro> placed;
    placed.reserve(hosts);
    double share = 0;
    for (const Region& region : m_regions)
    {
        share += region.share;
        const bool isLast = &region == &m_regions.back();
        const auto end =
            isLast ? hosts
                   : static_cast<std::size_t>(std::lround(static_cast<double>(hosts) * share));
        while (placed.size() < end)
        {
            // the last share is 1, which is never drawn
            const auto& shares = region.shareTo;
            const auto metro = std::upper_bound(shares.begin(), shares.end(), random.Uniform());
            placed.push_back(static_cast<Metro>(region.first + (metro - shares.begin())));
        }
    }
    for (std::size_t i = hosts; i > 1; --i)
    {
        std::swap(placed[i - 1], placed[DrawBelow(random, i)]);
    }
    return placed;
}

double
GlobeMetros::LeastRoundTrip() const
{
    return *std::min_element(m_roundTrips.begin(), m_roundTrips.end());
}

} // namespace dht
