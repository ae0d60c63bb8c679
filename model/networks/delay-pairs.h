/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_DELAY_PAIRS_H
#define DHT_DELAY_PAIRS_H

#include "host-network.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

/**
 * @file
 * @ingroup dht-cc
 * @internal
 * A list of pairs of hosts, each with its delay.
 */

namespace dht
{

/**
 * Lines "from to delay", or a table whose first line names its columns. Hosts have any names; if
 * all are whole numbers, they are in the order of these, else in that of the file. A pair that is
 * there in one direction only has its delay in both. In a table, a pair may be there several times,
 * and has the mean.
 */
class DelayPairs : public NetworkFormat
{
  public:
    /// @param cells Reads delays. @param column The name of the column of delays in a table; empty:
    /// any that tables usually have.
    DelayPairs(const DelayCells& cells, const std::string& column);

    void AddLine(const std::string& line, std::size_t number) override;
    HostNetwork Finish() override;

    /// @param cells Of a first line. @return Whether it names the columns of such a table.
    static bool IsHeader(const std::vector<std::string_view>& cells);

  private:
    /// What lines say of a pair.
    struct Pair
    {
        std::uint32_t from;  ///< The sender, by its first appearance.
        std::uint32_t to;    ///< The receiver.
        std::uint32_t line;  ///< The first of these lines.
        std::uint32_t known; ///< How many of them have a delay.
        std::uint64_t sum;   ///< Of these delays, in ns.
    };

    /// Pairs that are read before those that are there several times are looked for.
    static constexpr std::size_t kFewPairs = std::size_t{1} << 20;

    /// The first line names the columns. Finds them.
    void ReadHeader();
    /// @param name What the file calls a host. @return Its number, by its first appearance.
    std::uint32_t NumberOf(std::string_view name);
    /// Bring the hosts into their order.
    void SortHosts();
    /// Bring the pairs into their order, and make one of those that are there several times.
    void MergePairs();

    DelayCells m_cells;                    ///< Reads delays.
    std::string m_column;                  ///< The name of the column of delays.
    char m_separator{0};                   ///< Between cells; 0: there was no line.
    bool m_isTable{false};                 ///< Whether columns have names.
    std::size_t m_from{0};                 ///< Column of the senders.
    std::size_t m_to{1};                   ///< Column of the receivers.
    std::size_t m_delay{2};                ///< Column of the delays.
    std::size_t m_columns{3};              ///< How many columns there are.
    std::vector<std::string_view> m_split; ///< Of the present line.
    std::vector<Pair> m_pairs;             ///< What was read.
    std::size_t m_merged{0};               ///< How many pairs there were when they were merged.
    std::vector<std::string> m_names;      ///< Of the hosts.
    std::unordered_map<std::string, std::uint32_t> m_numbers; ///< Of the hosts, by name.
};

} // namespace dht

#endif // DHT_DELAY_PAIRS_H
