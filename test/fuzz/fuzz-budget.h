/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_FUZZ_BUDGET_H
#define DHT_CC_FUZZ_BUDGET_H

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

/**
 * @file
 * @ingroup dht-cc-tests
 * How many frames a fuzzer tries. libFuzzer counts inputs, which have any number of them.
 */

namespace dht
{
namespace fuzz
{

/// @return Bytes of memory that this process has.
inline std::uint64_t
ResidentBytes()
{
    unsigned long long total = 0;
    unsigned long long resident = 0;
    if (std::FILE* const file = std::fopen("/proc/self/statm", "r"))
    {
        resident = std::fscanf(file, "%llu %llu", &total, &resident) == 2 ? resident : 0;
        std::fclose(file);
    }
    return resident * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

/// Counts the frames of a process, says on standard output how far it is, and ends it.
class FrameBudget
{
  public:
    /// Read the option --frames=NUMBER, which libFuzzer leaves alone; without it there is no end.
    /// @param argc How many arguments. @param argv The arguments.
    void Read(int argc, char** argv)
    {
        const char* const option = "--frames=";
        for (int i = 1; i < argc; ++i)
        {
            if (std::strncmp(argv[i], option, std::strlen(option)) == 0)
            {
                m_limit = std::strtoull(argv[i] + std::strlen(option), nullptr, 10);
            }
        }
    }

    /// @param frames Of an input that was tried.
    void Spend(std::uint64_t frames)
    {
        if (m_limit == 0 || m_isOver)
        {
            return;
        }
        m_spent += frames;
        m_isOver = m_spent >= m_limit;
        if (m_spent >= m_nextReport)
        {
            Report();
        }
        if (m_isOver)
        {
            std::raise(SIGUSR1); // by which libFuzzer ends in good order
        }
    }

  private:
    /// The lines of a run, at the most.
    static constexpr std::uint64_t kReports = 200;

    void Report()
    {
        std::printf("%llu frames %llu bytes\n",
                    static_cast<unsigned long long>(m_spent),
                    static_cast<unsigned long long>(ResidentBytes()));
        std::fflush(stdout);
        m_nextReport = std::min(m_limit, m_spent + 1 + m_limit / kReports);
    }

    std::uint64_t m_limit{0};      ///< Frames to try; 0 if there is no end.
    std::uint64_t m_spent{0};      ///< Frames that were tried.
    std::uint64_t m_nextReport{0}; ///< Frames at which it is said how far it is.
    bool m_isOver{false};          ///< Whether all are tried.
};

/// @return That of this process.
inline FrameBudget&
Budget()
{
    static FrameBudget budget;
    return budget;
}

} // namespace fuzz
} // namespace dht

/// libFuzzer's other entry point, of all fuzzers. @param argc How many arguments. @param argv The
/// arguments. @return Always 0.
extern "C" __attribute__((used)) inline int
LLVMFuzzerInitialize(int* argc, char*** argv)
{
    dht::fuzz::Budget().Read(*argc, *argv);
    return 0;
}

#endif // DHT_CC_FUZZ_BUDGET_H
