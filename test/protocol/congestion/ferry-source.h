/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_TEST_FERRY_SOURCE_H
#define DHT_CC_TEST_FERRY_SOURCE_H

#include "dht-scheme-registry.h"
#include "scheme-contexts.h"

#include <cstddef>
#include <cstdint>
#include <gtest/gtest.h>
#include <memory>
#include <utility>
#include <vector>

/**
 * @file
 * @ingroup dht-cc-tests
 * A source under ferry, without a ring.
 */

namespace dht
{
namespace test
{

/// Constants of the scheme, by name.
using FerryValues = std::vector<std::pair<const char*, double>>;

/// The scheme with some constants of its own, and the means to let time pass for it.
class FerryTest : public ::testing::Test
{
  protected:
    void Make(const FerryValues& values)
    {
        const Scheme& scheme = SchemeRegistry::Get().Find("ferry");
        Parameters parameters = scheme.parameters;
        for (const auto& [name, value] : values)
        {
            parameters.Set(name, value);
        }
        m_scheme = scheme.make(parameters);
        m_now = FromSeconds(1);
    }

    /// One queue is in use, so that Q is WaitingPerLink.
    void UseOneQueue()
    {
        m_scheme->FeedbackOn(Request(0, 0));
    }

    /// @param length Of the first queue. @param feedback What the request carries already.
    EnterContext Request(std::size_t length, std::uint8_t feedback) const
    {
        EnterContext request = Entering(length, 0);
        request.now = m_now;
        request.request.feedback = feedback;
        return request;
    }

    /// @param rtt In seconds. @param feedback What the answer brings. @param among Requests that
    /// were outstanding until then.
    void Answer(double rtt, std::uint8_t feedback = 0, std::size_t among = 1)
    {
        m_scheme->OnAck({m_now, FromSeconds(rtt), false, feedback, among});
    }

    /// Sixteen answers make a mean of the least round-trip time, in the start.
    void LearnLeast(double rtt)
    {
        for (int i = 0; i < 16; ++i)
        {
            Answer(rtt);
        }
    }

    std::unique_ptr<CongestionControl> m_scheme; ///< The scheme.
    Time m_now{0};                               ///< The present.
};

} // namespace test
} // namespace dht

#endif // DHT_CC_TEST_FERRY_SOURCE_H
