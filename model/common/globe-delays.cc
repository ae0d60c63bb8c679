/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "globe-delays.h"

#include "split-mix-random.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iomanip>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>

namespace dht
{

namespace
{

/// Fewer hosts would be too few to be like the Internet.
constexpr std::size_t kLeastHosts = 2048;
/// Of all pairs of kLeastHosts hosts, or drawn from those of more.
constexpr std::size_t kSample = kLeastHosts * (kLeastHosts - 1) / 2;
/// Of access links, in ms of a round trip: the median, and the spread in logarithms.
constexpr double kAccessMedian = 8;
constexpr double kAccessSpread = 1;
/// Of the noise of pairs, in logarithms.
constexpr double kNoise = 0.04;
/// With other powers, lookups would take other times than over measured delays.
constexpr double kLeastPower = 0.9;
constexpr double kMostPower = 1.3;

/// The sum of four uniform numbers is nearly normal, and has bounds: these, in its deviations.
const double kNoiseBound = 2 * std::sqrt(3.0);

/// @param bits Random ones. @return A number that is nearly of the standard normal distribution.
double
NearlyNormal(std::uint64_t bits)
{
    constexpr double kParts = 1 << 16;
    const auto sum = (bits & 0xffff) + (bits >> 16 & 0xffff) + (bits >> 32 & 0xffff) + (bits >> 48);
    return kNoiseBound * ((static_cast<double>(sum) + 2) / (2 * kParts) - 1);
}

/// A percentile of round trips.
struct Percentile
{
    double percent;  ///< Of all round trips, those below.
    double expected; ///< In ms.
    double factor;   ///< How far it may be from that, either way.
};

/// What the percentiles are, and a little more than 150 draws differed from that.
constexpr Percentile kShape[] = {{1, 12, 1.6},
                                 {5, 22, 1.45},
                                 {10, 31, 1.35},
                                 {25, 59, 1.2},
                                 {75, 222, 1.05},
                                 {90, 306, 1.07},
                                 {99, 489, 1.12}};

/// @param what What is not as it should be. @return What is said of it.
std::runtime_error
Unlike(const std::string& what)
{
    return std::runtime_error("the globe that was drawn is not like the Internet: " + what +
                              "; take another --RngRun or --RngSeed");
}

/// @param number Any number. @return The number with three digits behind the point.
std::string
Rounded(double number)
{
    std::ostringstream text;
    text << std::fixed << std::setprecision(3) << number;
    return text.str();
}

/// Take the median out of a sample. @param sample Round trips; then the logarithms of how many
/// times the median they are, in some order. @return The logarithm of the median.
double
DivideByMedian(std::vector<double>& sample)
{
    const auto middle = sample.begin() + static_cast<std::ptrdiff_t>(sample.size() / 2);
    std::nth_element(sample.begin(), middle, sample.end());
    const double median = std::log(*middle);
    std::transform(sample.begin(), sample.end(), sample.begin(), [median](double value) {
        return std::log(value) - median;
    });
    return median;
}

/// @param sample Logarithms, with a median of 0. @param ratio A mean. @return The power that gives
/// this mean to what they are the logarithms of.
double
PowerForMean(const std::vector<double>& sample, double ratio)
{
    // Newton's method: the mean grows with the power, and ever faster
    double power = 1;
    for (int step = 0; step < 8; ++step)
    {
        double sum = 0;
        double slope = 0;
        for (const double value : sample)
        {
            const double mapped = std::exp(power * value);
            sum += mapped;
            slope += value * mapped;
        }
        power -= (sum - ratio * static_cast<double>(sample.size())) / slope;
    }
    return power;
}

} // namespace

GlobeDelays::GlobeDelays(std::size_t peers, Random& random)
    : m_metros(random)
{
    const auto metros = m_metros.PlaceHosts(std::max(peers, kLeastHosts), random);
    m_hosts.reserve(metros.size());
    for (const GlobeMetros::Metro metro : metros)
    {
        const double access = kAccessMedian * std::exp(kAccessSpread * DrawNormal(random));
        m_hosts.push_back({metro, static_cast<float>(access)});
    }
    m_noise = DrawBits(random);
    Calibrate(random);
    m_hosts.resize(peers);
    m_hosts.shrink_to_fit();
    double access = kAccessMedian;
    for (const Host& host : m_hosts)
    {
        access = std::min<double>(access, host.access);
    }
    const double core = m_metros.LeastRoundTrip() * std::exp(-kNoise * kNoiseBound);
    const double bound = Map(core + 2 * access);
    m_least = Time(static_cast<Time::rep>(bound * 1e6 / 2));
}

double
GlobeDelays::Unmapped(std::uint32_t from, std::uint32_t to) const
{
    const auto pair = std::minmax(from, to);
    const auto bits = SplitMixRandom::Mix(
        m_noise + SplitMixRandom::Mix(std::uint64_t{pair.first} << 32 | pair.second));
    const Host& a = m_hosts[pair.first];
    const Host& b = m_hosts[pair.second];
    const double core = m_metros.RoundTrip(a.metro, b.metro);
    return core * std::exp(kNoise * NearlyNormal(bits)) + a.access + b.access;
}

double
GlobeDelays::Map(double unmapped) const
{
    return std::exp(m_factor + m_power * std::log(unmapped));
}

std::vector<double>
GlobeDelays::Sample(Random& random) const
{
    std::vector<double> sample;
    sample.reserve(kSample);
    const auto hosts = static_cast<std::uint32_t>(m_hosts.size());
    for (std::uint32_t i = 0; hosts == kLeastHosts && i < hosts; ++i)
    {
        for (std::uint32_t j = i + 1; j < hosts; ++j)
        {
            sample.push_back(Unmapped(i, j));
        }
    }
    while (sample.size() < kSample)
    {
        const auto from = static_cast<std::uint32_t>(DrawBelow(random, hosts));
        const auto to = static_cast<std::uint32_t>(DrawBelow(random, hosts - 1));
        sample.push_back(Unmapped(from, to + (to >= from ? 1 : 0)));
    }
    return sample;
}

void
GlobeDelays::Calibrate(Random& random)
{
    std::vector<double> sample = Sample(random);
    const double median = DivideByMedian(sample);
    m_power = PowerForMean(sample, kMean / kMedian);
    m_factor = std::log(kMedian) - m_power * median;
    // written so that a power that is no number is refused, too
    if (!(m_power >= kLeastPower && m_power <= kMostPower))
    {
        throw Unlike("its round trips take the power " + Rounded(m_power) +
                     " to have the measured mean, and allowed is 0.9 to 1.3");
    }
    for (const Percentile& shape : kShape)
    {
        const auto rank =
            static_cast<std::ptrdiff_t>(shape.percent / 100 * static_cast<double>(sample.size()));
        std::nth_element(sample.begin(), sample.begin() + rank, sample.end());
        const double found = kMedian * std::exp(m_power * sample[static_cast<std::size_t>(rank)]);
        if (!(found >= shape.expected / shape.factor && found <= shape.expected * shape.factor))
        {
            throw Unlike(std::to_string(std::lround(shape.percent)) +
                         " percent of its round trips are below " + Rounded(found) +
                         " ms, and not below some " + Rounded(shape.expected));
        }
    }
}

Time
GlobeDelays::Get(std::uint32_t from, std::uint32_t to) const
{
    return Time(std::llround(Map(Unmapped(from, to)) * 1e6 / 2));
}

Time
GlobeDelays::Least() const
{
    return m_least;
}

double
GlobeDelays::Power() const
{
    return m_power;
}

double
GlobeDelays::BytesOf(double peers)
{
    return peers * sizeof(Host);
}

} // namespace dht
