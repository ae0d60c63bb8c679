/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_TEST_FARTHEST_FIRST_H
#define DHT_CC_TEST_FARTHEST_FIRST_H

#include "recording-host.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <memory>
#include <vector>

/**
 * @file
 * @ingroup dht-cc-tests
 * A peer whose scheme writes down what it is told.
 */

namespace dht
{
namespace test
{

/// Lets those go first that have travelled farthest, and writes down what it is told.
class FarthestFirst : public CongestionControl
{
  public:
    explicit FarthestFirst(const RelayPolicy& policy)
        : m_policy(policy)
    {
    }

    Time Admit(Time now, std::size_t /* outstanding */) override
    {
        return now;
    }

    std::uint8_t FeedbackOn(const EnterContext& request) override
    {
        entered.push_back(request);
        return static_cast<std::uint8_t>(std::min(request.request.feedback + 3, 255));
    }

    void OnLeave(const LeaveContext& request) override
    {
        left.push_back(request);
    }

    void OnArrive(const QueuedRequest& request) override
    {
        arrived.push_back(request);
    }

    void OnAck(const AckContext& ack) override
    {
        acks.push_back(ack);
    }

    bool GoesBefore(const QueuedRequest& newcomer, const QueuedRequest& other) const override
    {
        return newcomer.hopsLeft < other.hopsLeft;
    }

    RelayPolicy Relay() const override
    {
        return m_policy;
    }

    std::vector<EnterContext> entered;  ///< Those that entered a queue.
    std::vector<LeaveContext> left;     ///< Those that left one.
    std::vector<QueuedRequest> arrived; ///< Those that ended here, and entered none.
    std::vector<AckContext> acks;       ///< Own ones that were answered.

  private:
    RelayPolicy m_policy; ///< How it relays.
};

/// A peer whose link 2 takes nothing until it is opened.
class FarthestFirstFixture : public testing::Test
{
  protected:
    void Make(Overflow overflow, std::uint32_t capacity, const ProcessingOptions& processing = {})
    {
        Make({QueueDiscipline::kPerNeighbour, overflow, QueueOrder::kScheme, true, true},
             capacity,
             processing);
    }

    void Make(const RelayPolicy& policy,
              std::uint32_t capacity,
              const ProcessingOptions& processing = {})
    {
        PeerOptions options;
        options.queueCapacity = capacity;
        options.hopLimit = 12;
        options.processing = processing;
        auto scheme = std::make_unique<FarthestFirst>(policy);
        m_scheme = scheme.get();
        m_f = std::make_unique<PeerFixture>(std::move(scheme), options);
        m_f->host.room[2] = 0;
    }

    /// A request arrives that goes to peer 5, by link 2.
    void Offer(Time now, std::uint64_t id, std::uint8_t hopLimit)
    {
        Request request = PeerFixture::Foreign(id, 5);
        request.hopLimit = hopLimit;
        m_f->Offer(now, 1, request);
    }

    /// @return The ids of what is sent, in order, once there is room.
    std::vector<std::uint64_t> Drain(Time now)
    {
        m_f->host.room[2] = 100;
        m_f->peer.OnWritable(now, 2);
        std::vector<std::uint64_t> ids;
        for (const auto& [link, request] : m_f->host.sent)
        {
            ids.push_back(request.id);
        }
        return ids;
    }

    std::unique_ptr<PeerFixture> m_f; ///< The peer.
    FarthestFirst* m_scheme{nullptr}; ///< Its scheme.
};

} // namespace test
} // namespace dht

#endif // DHT_CC_TEST_FARTHEST_FIRST_H
