/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "flow-plan.h"

#include "dht-option-table.h"
#include "dht-option-values.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace ns3
{

const char* const FLOWS_HELP =
    "Flows, FLOW,...: [COUNT*]KIND[:HOW][@START[-END]][+STEP], times in seconds. KIND is dtl or "
    "tcp, or reverse-dtl or reverse-tcp, which send from right to left. HOW of dtl is its "
    "priorities, each with the time at which it ends, such as 0/240;1/360;2: 0 yields to "
    "everything, N is as N TCP flows; wish=N is N that the sink wishes for. HOW of tcp is its "
    "congestion control: reno, cubic, bbr, ledbat, new-reno. COUNT flows start STEP after each "
    "other";

namespace
{

constexpr uint64_t MOST_FLOWS = 100;
const char* const FLOWS = "flows";
const std::string WISH = "wish="; ///< Before a priority.

/// A congestion control of ns-3.
struct TcpVariant
{
    const char* name; ///< As users write it.
    const char* type; ///< Its TypeId's name.
};

/// LinuxReno grows by a packet a round trip, as Reno does; NewReno of ns-3 by one for every two
/// acks, which is half of that with delayed acks.
const TcpVariant TCP_VARIANTS[] = {{"reno", "ns3::TcpLinuxReno"},
                                   {"cubic", "ns3::TcpCubic"},
                                   {"bbr", "ns3::TcpBbr"},
                                   {"ledbat", "ns3::TcpLedbat"},
                                   {"new-reno", "ns3::TcpNewReno"}};

/// @param [in,out] text It loses what follows the last such letter, and the letter. @param letter
/// A letter. @return What follows; nothing if there is no such letter.
std::optional<std::string>
TakeTail(std::string& text, char letter)
{
    const std::size_t at = text.rfind(letter);
    if (at == std::string::npos)
    {
        return std::nullopt;
    }
    std::string tail = text.substr(at + 1);
    text.resize(at);
    return tail;
}

/// @param text Parts. @param letter Between them. @return The parts in their order; some may be
/// empty.
std::vector<std::string>
SplitAt(const std::string& text, char letter)
{
    std::vector<std::string> parts{""};
    for (const char each : text)
    {
        if (each == letter)
        {
            parts.emplace_back();
        }
        else
        {
            parts.back() += each;
        }
    }
    return parts;
}

/// Reads one FLOW.
class FlowReader
{
  public:
    /// @param text A flow as `--flow` gives it. @param duration Of the run.
    FlowReader(std::string text, Time duration)
        : m_text(std::move(text)),
          m_duration(duration)
    {
    }

    /// @return Its flows, without names.
    std::vector<FlowPlan> Read()
    {
        std::string rest = m_text;
        const std::string step = TakeTail(rest, '+').value_or("0");
        const std::string when = TakeTail(rest, '@').value_or("0");
        const std::optional<std::string> how = TakeTail(rest, ':');
        const std::optional<std::string> counted = TakeTail(rest, '*');
        const std::string kind = counted.value_or(rest);
        const std::string countText = counted ? rest : "1";
        const uint64_t count =
            Checked([&] { return dht::ParseInteger(FLOWS, countText, 1, MOST_FLOWS); });
        FlowPlan plan;
        ReadKind(plan, kind);
        ReadTimes(plan, when);
        ReadHow(plan, how);
        return Copies(plan, count, Number(step));
    }

  private:
    /// @param why What is wrong, or allowed. @return The error.
    DhtOptionError Error(const std::string& why) const
    {
        return DhtOptionError("--" + std::string(FLOWS) + ": " + m_text + ": " + why);
    }

    /// @param parse Reads a number. @return The number; errors name the flow.
    template <typename Parse>
    auto Checked(Parse parse) const -> decltype(parse())
    {
        try
        {
            return parse();
        }
        catch (const DhtOptionError& error)
        {
            throw Error(std::string(error.what()).substr(std::string("--flows=").size()));
        }
    }

    /// @param text A number of seconds. @return The time.
    Time Number(const std::string& text) const
    {
        return Seconds(Checked([&] { return dht::ParseNumber(FLOWS, text, 0, 1e6); }));
    }

    /// @param plan Gets its kind. @param kind The text of it.
    void ReadKind(FlowPlan& plan, std::string kind) const
    {
        const std::string reverse = "reverse-";
        plan.isReverse = kind.compare(0, reverse.size(), reverse) == 0;
        kind.erase(0, plan.isReverse ? reverse.size() : 0);
        if (kind != "dtl" && kind != "tcp")
        {
            throw Error("the kind of a flow is dtl or tcp, reverse-dtl or reverse-tcp");
        }
        plan.kind = kind == "dtl" ? FlowPlan::Kind::kTransport : FlowPlan::Kind::kTcp;
    }

    /// @param plan Gets its times. @param text START or START-END.
    void ReadTimes(FlowPlan& plan, std::string text) const
    {
        const std::optional<std::string> end = TakeTail(text, '-');
        plan.start = Number(text);
        plan.stop = end ? Number(*end) : m_duration;
        if (plan.start >= plan.stop || plan.stop > m_duration)
        {
            throw Error("a flow ends after it starts, and not after --duration");
        }
    }

    /// @param plan Gets priorities or congestion control. @param text HOW, if any.
    void ReadHow(FlowPlan& plan, const std::optional<std::string>& text) const
    {
        if (plan.kind == FlowPlan::Kind::kTransport)
        {
            ReadPriorities(plan, text.value_or("0"));
            return;
        }
        plan.variant = text.value_or(TCP_VARIANTS[0].name);
        const auto names = TcpVariantNames();
        if (std::find(names.begin(), names.end(), plan.variant) == names.end())
        {
            throw Error("the congestion control of tcp is one of " + dht::ListChoices(names));
        }
    }

    /// @param plan Gets priorities. @param text PRIORITY/UNTIL;...
    void ReadPriorities(FlowPlan& plan, const std::string& text) const
    {
        Time from = plan.start;
        for (std::string part : SplitAt(text, ';'))
        {
            if (!plan.steps.empty() && from == plan.stop)
            {
                throw Error("each priority but the last one has a time at which it ends");
            }
            const std::optional<std::string> until = TakeTail(part, '/');
            const bool isWish = part.compare(0, WISH.size(), WISH) == 0;
            part.erase(0, isWish ? WISH.size() : 0);
            plan.steps.push_back(
                {from, Checked([&] { return dht::ParseNumber(FLOWS, part, 0, 255); }), isWish});
            const Time next = until ? Number(*until) : plan.stop;
            if (next <= from || next > plan.stop)
            {
                throw Error("the times at which priorities end rise, from the flow's start to its "
                            "end");
            }
            from = next;
        }
        if (from != plan.stop)
        {
            throw Error("the last priority has no time at which it ends: @START-END says when the "
                        "flow does");
        }
    }

    /// @param plan A flow. @param count How many. @param step Between their starts.
    /// @return The copies, the first at the plan's own start.
    std::vector<FlowPlan> Copies(const FlowPlan& plan, uint64_t count, Time step) const
    {
        std::vector<FlowPlan> copies;
        for (uint64_t i = 0; i < count; ++i)
        {
            FlowPlan copy = plan;
            copy.start += step * static_cast<int64_t>(i);
            const Time first = copy.steps.size() > 1 ? copy.steps[1].from : copy.stop;
            if (copy.start >= first)
            {
                throw Error("+STEP lets the last one start too late");
            }
            if (!copy.steps.empty())
            {
                copy.steps[0].from = copy.start;
            }
            copies.push_back(copy);
        }
        return copies;
    }

    std::string m_text; ///< FLOW.
    Time m_duration;    ///< Of the run.
};

} // namespace

double
FlowPlan::PriorityAt(Time time) const
{
    double priority = steps.empty() ? 1 : steps.front().priority;
    for (const PriorityStep& step : steps)
    {
        priority = step.from <= time ? step.priority : priority;
    }
    return priority;
}

std::vector<std::string>
TcpVariantNames()
{
    std::vector<std::string> names;
    for (const TcpVariant& variant : TCP_VARIANTS)
    {
        names.emplace_back(variant.name);
    }
    return names;
}

std::string
TcpVariantType(const std::string& variant)
{
    const auto* const found = std::find_if(std::begin(TCP_VARIANTS),
                                           std::end(TCP_VARIANTS),
                                           [&](const TcpVariant& v) { return v.name == variant; });
    return found->type;
}

std::vector<FlowPlan>
ParseFlows(const std::string& text, Time duration)
{
    std::vector<FlowPlan> flows;
    for (const std::string& part : SplitAt(text, ','))
    {
        for (FlowPlan& flow : FlowReader(part, duration).Read())
        {
            flows.push_back(std::move(flow));
        }
    }
    if (flows.empty() || flows.size() > MOST_FLOWS)
    {
        throw DhtOptionError(FLOWS,
                             text,
                             "allowed are 1 to " + std::to_string(MOST_FLOWS) + " flows");
    }
    std::map<std::string, int> counts;
    for (FlowPlan& flow : flows)
    {
        const std::string kind = std::string(flow.isReverse ? "reverse-" : "") +
                                 (flow.kind == FlowPlan::Kind::kTransport ? "dtl" : "tcp");
        flow.name = kind + "-" + std::to_string(++counts[kind]);
    }
    return flows;
}

std::vector<Time>
ChangesOf(const std::vector<FlowPlan>& flows, Time duration)
{
    std::set<Time> changes{Time(0), duration};
    for (const FlowPlan& flow : flows)
    {
        changes.insert(flow.start);
        changes.insert(flow.stop);
        for (const PriorityStep& step : flow.steps)
        {
            changes.insert(step.from);
        }
    }
    return {changes.begin(), changes.end()};
}

} // namespace ns3
