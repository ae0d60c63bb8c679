/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-probed-gap.h"
#include "memory-ring.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <optional>
#include <utility>
#include <vector>

/// Removal from hash tables with linear probing.

namespace dht
{
namespace
{

/// A table that counts how often it is looked at.
class CountingTable
{
  public:
    /// @param places A power of two. @param rowsPerHome Rows whose searches begin in one place.
    CountingTable(std::size_t places, std::size_t rowsPerHome)
        : m_rows(places),
          m_rowsPerHome(rowsPerHome)
    {
    }

    /// @param row A new row.
    void Add(std::uint32_t row)
    {
        m_rows[Search(row)] = row;
    }

    /// @param row A row that is there.
    void Remove(std::uint32_t row)
    {
        const auto homeOf = [this](std::size_t place) {
            ++m_looks;
            return m_rows[place] ? std::optional(HomeOf(*m_rows[place])) : std::nullopt;
        };
        const auto move = [this](std::size_t from, std::size_t to) {
            ++m_moves;
            m_rows[to] = m_rows[from];
        };
        m_rows[CloseGap(Search(row), m_rows.size(), homeOf, move)].reset();
    }

    /// @param row Any row. @return Whether it is found.
    bool Has(std::uint32_t row) const
    {
        return m_rows[Search(row)].has_value();
    }

    /// @return Looks at rows by all removals.
    std::size_t Looks() const
    {
        return m_looks;
    }

    /// @return Rows that removals have moved.
    std::size_t Moves() const
    {
        return m_moves;
    }

  private:
    /// @param row A row. @return Where its search begins: near the end, and beyond it.
    std::size_t HomeOf(std::uint32_t row) const
    {
        return (row / m_rowsPerHome * 2 - 2) & (m_rows.size() - 1);
    }

    /// @param row A row. @return Its place, or the free one where its search ends.
    std::size_t Search(std::uint32_t row) const
    {
        std::size_t at = HomeOf(row);
        while (m_rows[at] && *m_rows[at] != row)
        {
            at = (at + 1) & (m_rows.size() - 1);
        }
        return at;
    }

    std::vector<std::optional<std::uint32_t>> m_rows; ///< By place.
    std::size_t m_rowsPerHome;                        ///< Of each home.
    std::size_t m_looks{0};                           ///< At rows.
    std::size_t m_moves{0};                           ///< Of rows.
};

/// Rows that share a home.
class ProbedGapTest : public testing::TestWithParam<std::size_t>
{
  protected:
    static constexpr std::uint32_t kRows = 768;  ///< In the table, at the most.
    static constexpr std::size_t kPlaces = 1024; ///< For them.
};

INSTANTIATE_TEST_SUITE_P(RowsPerHome, ProbedGapTest, testing::Values(1, 2, 3, 50, 1001));

TEST_P(ProbedGapTest, AllOthersAreFound)
{
    CountingTable table(kPlaces, GetParam());
    test::MersenneRandom random(1);
    std::vector<bool> isThere(kRows);
    for (int i = 0; i < 3000; ++i)
    {
        const auto row = static_cast<std::uint32_t>(DrawBelow(random, kRows));
        isThere[row] ? table.Remove(row) : table.Add(row);
        isThere[row] = !isThere[row];
        for (std::uint32_t other = 0; other < kRows && i % 50 == 0; ++other)
        {
            ASSERT_EQ(table.Has(other), isThere[other]) << i << ", " << other;
        }
    }
}

/// However many share it: else, who chooses their names makes each removal take millions of looks.
TEST_P(ProbedGapTest, EachRowIsLookedAtOnceByARemoval)
{
    CountingTable table(kPlaces, GetParam());
    for (std::uint32_t row = 0; row < kRows; ++row)
    {
        table.Add(row);
    }
    for (std::uint32_t row = 0; row < kRows; ++row)
    {
        const std::size_t looks = table.Looks();
        const std::size_t moves = table.Moves();
        table.Remove(row);
        ASSERT_LE(table.Looks() - looks, kRows - row);
        ASSERT_LT(table.Moves() - moves, kRows - row);
    }
}

} // namespace
} // namespace dht
