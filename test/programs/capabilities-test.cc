/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "places.h"
#include "program-run.h"

#include <algorithm>
#include <filesystem>
#include <gtest/gtest.h>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <vector>

/// doc/capabilities.rst has a table of what runs on which host: whatever a cell names is tried.

namespace
{

/// A cell of the table.
struct Cell
{
    std::string capability; ///< Its row's first cell.
    std::size_t column;     ///< Its place in the row, from 0.
    std::string text;       ///< What is in it.
};

/// @return The cells of all rows but the first, each in one line.
std::vector<Cell>
CellsOfPage()
{
    std::istringstream page(ReadFile(places::Source() + "/doc/capabilities.rst"));
    std::vector<Cell> cells;
    std::string capability;
    bool isHeader = true;
    for (std::string line; std::getline(page, line);)
    {
        const bool isRow = line.rfind("   * - ", 0) == 0;
        if (isRow)
        {
            isHeader = line == "   * - Capability";
            capability = line.substr(7);
        }
        else if (line.rfind("     - ", 0) == 0 && !isHeader)
        {
            const bool isNew = cells.empty() || cells.back().capability != capability;
            cells.push_back({capability, isNew ? 0 : cells.back().column + 1, line.substr(7)});
        }
    }
    return cells;
}

/// How small the runs are, by program.
const std::map<std::string, std::string> kSizes{
    {"collapse", " --peers=8 --load=5 --duration=2s --warmup=1s"},
    {"churn", " --peers=24 --load=50 --duration=30s"},
    {"million", " --peers=16 --load=5 --duration=5s --warmup=1s"},
    {"store", " --peers=16 --blocks=3"},
    {"dht-peer", " --listen=127.0.0.1:7411 --load=5 --requests=3"},
};

/// @param cell A cell. @return The command in it; empty if there is none.
std::string
CommandIn(const Cell& cell)
{
    const std::size_t end = cell.text.find("``", 2);
    const bool isLiteral = cell.text.rfind("``", 0) == 0 && end != std::string::npos;
    const std::string literal = isLiteral ? cell.text.substr(2, end - 2) : "";
    return kSizes.count(literal.substr(0, literal.find(' '))) ? literal : "";
}

/// Run a command of the page. @param command The command. @param summary Where its summary goes.
/// @return What it did; nothing for a program that is not built here.
std::optional<ProgramRun>
RunOfPage(const std::string& command, const std::string& summary)
{
    const std::string program = command.substr(0, command.find(' '));
    const bool isReal = program == "dht-peer";
    const std::string path = (isReal ? places::Emu() : places::Examples()) + "/" + program;
    if (!std::filesystem::exists(path))
    {
        return std::nullopt;
    }
    const std::string directory = std::filesystem::path(summary).parent_path();
    return RunCommand("cd '" + directory + "' && '" + path + "'" + command.substr(program.size()) +
                      kSizes.at(program) + " --quiet --summary='" + summary + "'");
}

TEST(CapabilitiesTest, WhateverThePageNamesRunsOrIsRefused)
{
    std::size_t commands = 0;
    for (const Cell& cell : CellsOfPage())
    {
        const std::string command = CommandIn(cell);
        if (command.empty())
        {
            continue;
        }
        SCOPED_TRACE(cell.capability + ": " + command);
        const ScratchDirectory scratch;
        const std::string file = scratch.Path("summary.json");
        const auto run = RunOfPage(command, file);
        if (!run)
        {
            continue;
        }
        ++commands;
        if (cell.text.find("refused") != std::string::npos)
        {
            EXPECT_EQ(run->status, 2);
            EXPECT_EQ(std::count(run->errors.begin(), run->errors.end(), '\n'), 1) << run->errors;
            continue;
        }
        ASSERT_EQ(run->status, 0) << run->errors;
        EXPECT_TRUE(nlohmann::json::parse(ReadFile(file))["counters"]["identities_hold"]);
    }
    EXPECT_GT(commands, 20U);
}

TEST(CapabilitiesTest, EachCellIsACommandACheckOrAReason)
{
    std::set<std::string> suites;
    const testing::UnitTest& all = *testing::UnitTest::GetInstance();
    for (int i = 0; i < all.total_test_suite_count(); ++i)
    {
        const std::string name = all.GetTestSuite(i)->name();
        suites.insert(name.substr(name.find('/') == std::string::npos ? 0 : name.find('/') + 1));
    }
    // inside an ns-3 tree, there are no checks of emu/
    const bool hasEmu = std::filesystem::exists(places::Emu() + "/dht-peer");
    // nor those of the core where only what simulates is built
    const bool hasCore = suites.count("KeyTest") > 0;
    std::map<std::string, std::size_t> columns;
    for (const Cell& cell : CellsOfPage())
    {
        ++columns[cell.capability];
        const bool isReason = cell.text.rfind("none: ", 0) == 0;
        const bool isSkipped = (cell.column == 3 && !hasEmu) || (cell.column == 2 && !hasCore);
        if (CommandIn(cell).empty() && !isReason && !isSkipped)
        {
            const std::string name = cell.text.substr(2, cell.text.size() - 4);
            EXPECT_EQ(suites.count(name), 1U) << cell.capability << ": " << cell.text;
        }
    }
    EXPECT_GT(columns.size(), 10U);
    for (const auto& [capability, count] : columns)
    {
        EXPECT_EQ(count, 4U) << capability;
    }
}

} // namespace
