/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-fellows.h"

#include <algorithm>
#include <utility>

namespace dht
{

namespace
{

constexpr std::size_t kMostQuestions = 64;
/// Whoever asks waits for as long, with all its attempts.
constexpr Time kLongestWait = FromSeconds(10);
/// Whoever still looks for a place asks again within as long.
constexpr Time kLongestSilence = FromSeconds(15);

} // namespace

void
Fellows::OnQuery(Time now, const Endpoint& from, const MaintenanceMessage& message)
{
    const auto isSame = [&](const Question& one) { return one.from == from; };
    m_questions.erase(std::remove_if(m_questions.begin(), m_questions.end(), isSame),
                      m_questions.end());
    if (m_questions.size() == kMostQuestions)
    {
        m_questions.erase(m_questions.begin());
    }
    m_questions.push_back({from, message, now});
}

void
Fellows::Know(Time now, const RingNode& node)
{
    const auto isOver = [&](const Fellow& one) { return one.node == node || one.until < now; };
    m_fellows.erase(std::remove_if(m_fellows.begin(), m_fellows.end(), isOver), m_fellows.end());
    m_fellows.push_back({node, Later(now, kLongestSilence)});
}

std::optional<RingNode>
Fellows::Lowest(Time now) const
{
    std::optional<RingNode> lowest;
    for (const auto& [node, until] : m_fellows)
    {
        if (now <= until && (!lowest || node.id < lowest->id))
        {
            lowest = node;
        }
    }
    return lowest;
}

std::vector<Fellows::Question>
Fellows::TakeQuestions(Time now)
{
    std::vector<Question> questions = std::exchange(m_questions, {});
    const auto isOld = [&](const Question& one) { return Later(one.came, kLongestWait) < now; };
    questions.erase(std::remove_if(questions.begin(), questions.end(), isOld), questions.end());
    return questions;
}

void
Fellows::Clear()
{
    m_fellows.clear();
    m_questions.clear();
}

} // namespace dht
