/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_DELAY_ROWS_H
#define DHT_DELAY_ROWS_H

#include "host-network.h"

#include <memory>
#include <string_view>
#include <vector>

/**
 * @file
 * @ingroup dht-cc
 * @internal
 * A matrix of delays, row by row.
 */

namespace dht
{

/**
 * A line for each host, with its delays to all hosts; on the diagonal, anything. Tabs, semicolons,
 * commas or blanks are between them, and may be at the end of each line. Names of the hosts may be
 * above the columns and in front of the rows.
 */
class DelayRows : public NetworkFormat
{
  public:
    /// @param cells Reads delays.
    explicit DelayRows(const DelayCells& cells);

    void AddLine(const std::string& line, std::size_t number) override;
    HostNetwork Finish() override;

    /// @param cells Of a first line. @return Whether they are names above columns.
    static bool IsHeader(const std::vector<std::string_view>& cells);

  private:
    /// The first row, whose cells are split. Finds out how many hosts there are.
    void Begin();
    /// Cut off a column of empty cells behind the last separators, if there is one.
    void CutEmptyColumn();

    DelayCells m_cells;                    ///< Reads delays.
    char m_separator{0};                   ///< Between cells; 0: there was no line.
    std::vector<std::string_view> m_split; ///< Of the present line.
    std::size_t m_header{0};               ///< Cells of the header; 0: there is none.
    bool m_hasCorner{false};               ///< Whether the header begins with an empty cell.
    bool m_hasNames{false};                ///< Whether rows begin with a name.
    std::unique_ptr<DelayMatrix> m_delays; ///< What was read; null before the first row.
    std::uint32_t m_row{0};                ///< Rows that were read.
    std::size_t m_emptyEnds{0};            ///< Rows whose last cell is empty.
    std::size_t m_firstEmptyEnd{0};        ///< The line of the first of these.
};

} // namespace dht

#endif // DHT_DELAY_ROWS_H
