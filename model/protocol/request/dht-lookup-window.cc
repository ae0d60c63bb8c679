/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-lookup-window.h"

#include <utility>

namespace dht
{

LookupWindow::LookupWindow(std::unique_ptr<RpcWindow> window)
    : m_window(std::move(window))
{
}

const RpcWindow&
LookupWindow::Window() const
{
    return *m_window;
}

void
LookupWindow::OnAsked(Time now, std::uint64_t lookup, std::uint8_t attempt)
{
    Question& question = m_questions.try_emplace(lookup, Question{now, attempt}).first->second;
    question.isUnderWay = true;
    m_window->Enter(now);
}

std::optional<Time>
LookupWindow::FirstSent(std::uint64_t lookup, std::uint8_t attempt) const
{
    const auto found = m_questions.find(lookup);
    const bool isFirst = found != m_questions.end() && found->second.attempt == attempt;
    return isFirst ? std::optional(found->second.first) : std::nullopt;
}

void
LookupWindow::OnAnswered(Time now, Time sent)
{
    // no lookup knows coordinates: the nearest peer that was asked is the base of all delays
    m_window->OnReply({now, sent, Time(0)});
}

void
LookupWindow::OnLate(Time now, std::uint64_t lookup)
{
    const auto found = m_questions.find(lookup);
    if (found == m_questions.end() || !found->second.isUnderWay)
    {
        return;
    }
    Question& question = found->second;
    if (!question.wasLate)
    {
        m_window->OnTimeout(now, question.first);
    }
    question.wasLate = true;
    question.isUnderWay = false;
    m_window->Leave(now);
}

bool
LookupWindow::IsLate(std::uint64_t lookup) const
{
    const auto found = m_questions.find(lookup);
    return found != m_questions.end() && !found->second.isUnderWay;
}

bool
LookupWindow::Forget(Time now, std::uint64_t lookup)
{
    const auto found = m_questions.find(lookup);
    if (found == m_questions.end())
    {
        return false;
    }
    if (found->second.isUnderWay)
    {
        m_window->Leave(now);
    }
    m_questions.erase(found);
    return true;
}

} // namespace dht
