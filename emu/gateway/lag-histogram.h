/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_LAG_HISTOGRAM_H
#define DHT_CC_LAG_HISTOGRAM_H

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup dht-cc
 * How late things were, in nanoseconds: counted in classes whose width grows with the value, so
 * that hours of events take a few kilobytes and a percentile is wrong by 1.6 percent at most.
 */
class LagHistogram
{
  public:
    LagHistogram();

    /**
     * @param lag How late something was in ns; negative counts as 0.
     */
    void Add(int64_t lag);

    /**
     * @return How many there were.
     */
    uint64_t GetCount() const;

    /**
     * @return The greatest, exactly; 0 if there was none.
     */
    int64_t GetMaximum() const;

    /**
     * @param percent In [0, 100].
     * @return What so many of them did not exceed, in ns, rounded up to its class's end.
     */
    int64_t GetPercentile(double percent) const;

    /// Forget everything.
    void Clear();

  private:
    std::vector<uint64_t> m_counts; //!< By class.
    uint64_t m_count{0};            //!< Sum over m_counts.
    int64_t m_maximum{0};           //!< The greatest.
};

} // namespace ns3

#endif // DHT_CC_LAG_HISTOGRAM_H
