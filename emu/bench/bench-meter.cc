/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "bench-meter.h"

#include <cstdlib>
#include <malloc.h>
#include <new>
#include <sys/resource.h>

namespace
{

std::uint64_t g_allocations = 0;
std::uint64_t g_bytes = 0;

/// @return Processor time of this process [s].
double
CpuSeconds()
{
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
    };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

} // namespace

// the process's own allocations are what is counted; all other forms of new and delete come here

void*
operator new(std::size_t size)
{
    void* const memory = std::malloc(size > 0 ? size : 1);
    if (!memory)
    {
        throw std::bad_alloc();
    }
    ++g_allocations;
    g_bytes += malloc_usable_size(memory);
    return memory;
}

void
operator delete(void* memory) noexcept
{
    g_bytes -= memory ? malloc_usable_size(memory) : 0;
    std::free(memory);
}

void
operator delete(void* memory, std::size_t /* size */) noexcept
{
    operator delete(memory);
}

namespace dht
{

BenchMeter::BenchMeter()
    : m_begin(std::chrono::steady_clock::now()),
      m_cpu(CpuSeconds()),
      m_allocations(g_allocations)
{
}

BenchCost
BenchMeter::Spent() const
{
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - m_begin;
    return {CpuSeconds() - m_cpu, wall.count(), g_allocations - m_allocations};
}

std::uint64_t
BenchMeter::HeapBytes()
{
    return g_bytes;
}

} // namespace dht
