/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-held-answers.h"

#include <algorithm>
#include <utility>

namespace dht
{

void
HeldAnswers::Add(HeldAnswer answer)
{
    if (!m_answers)
    {
        m_answers = std::make_unique<std::vector<HeldAnswer>>();
    }
    const auto endsBefore = [](const HeldAnswer& one, const HeldAnswer& other) {
        return one.until < other.until;
    };
    m_answers->insert(std::upper_bound(m_answers->begin(), m_answers->end(), answer, endsBefore),
                      std::move(answer));
}

std::vector<HeldAnswer>
HeldAnswers::TakeAll()
{
    std::vector<HeldAnswer> all;
    if (const auto answers = std::exchange(m_answers, nullptr))
    {
        all = std::move(*answers);
    }
    return all;
}

std::size_t
HeldAnswers::Size() const
{
    return m_answers ? m_answers->size() : 0;
}

Time
HeldAnswers::NextEnd() const
{
    return m_answers ? m_answers->front().until : kNever;
}

} // namespace dht
