/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_BENCH_METER_H
#define DHT_EMU_BENCH_METER_H

#include <chrono>
#include <cstdint>

/**
 * @file
 * @ingroup dht-emu
 * What a stream costs.
 */

namespace dht
{

/// What carrying a stream has cost, both ends together.
struct BenchCost
{
    double cpu{0};                ///< Processor time, of the system on behalf of it too [s].
    double wall{0};               ///< Time [s].
    std::uint64_t allocations{0}; ///< From the heap.
};

/// Measures from when it is made.
class BenchMeter
{
  public:
    BenchMeter();

    /// @return What was spent since.
    BenchCost Spent() const;

    /// @return Bytes of the heap that this process has now, by operator new.
    static std::uint64_t HeapBytes();

  private:
    std::chrono::steady_clock::time_point m_begin; ///< When it was made.
    double m_cpu;                                  ///< Processor time until then [s].
    std::uint64_t m_allocations;                   ///< Allocations until then.
};

} // namespace dht

#endif // DHT_EMU_BENCH_METER_H
