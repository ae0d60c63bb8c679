/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "option-reader.h"

#include "dht-build-info.h"

#include <algorithm>
#include <boost/program_options.hpp>
#include <sstream>

namespace dht
{

namespace po = boost::program_options;

namespace
{

constexpr std::size_t kHelpColumn = 24;
constexpr std::size_t kLineLength = 100;

/// Write a text in lines. @param out The stream to write to. @param text The text.
void
WriteWrapped(std::ostream& out, const std::string& text)
{
    std::istringstream words(text);
    std::size_t column = kHelpColumn;
    for (std::string word; words >> word;)
    {
        if (column + word.size() + 1 > kLineLength)
        {
            out << "\n" << std::string(kHelpColumn, ' ');
            column = kHelpColumn;
        }
        out << ' ' << word;
        column += word.size() + 1;
    }
    out << "\n";
}

/// @param table The options. @return The same, as Boost knows options.
po::options_description
MakeDescription(const Options& table)
{
    po::options_description description;
    for (const Option& option : table.All())
    {
        // a switch has no value; of all others, an empty one is refused
        description.add_options()(option.name.c_str(),
                                  po::value<std::string>()->implicit_value(""));
    }
    description.add_options()("help", po::value<std::string>()->implicit_value(""))("version", "");
    return description;
}

/// @param table The options. @return A line or more for each, with its default.
std::string
Describe(const Options& table)
{
    std::ostringstream out;
    for (const Option& option : table.All())
    {
        std::string name = "  --" + option.name;
        name.resize(std::max(name.size(), kHelpColumn), ' ');
        out << name;
        WriteWrapped(out, option.help + (option.value.empty() ? "" : " [" + option.value + "]"));
    }
    return out.str();
}

/// @param form What --help is to write: nothing, man or bash. @param program The program. @param
/// table Its options, with their defaults. @return The answer. @throws OptionError Another form.
std::string
Help(const std::string& form, const ProgramText& program, const Options& table)
{
    return form.empty() ? program.usage + Describe(table) : OptionPage(form, program, table);
}

} // namespace

CommandLine
ReadCommandLine(const ProgramText& program, Options& table, int argc, const char* const* argv)
{
    const Options defaults = table;
    const auto description = MakeDescription(table);
    const int style =
        po::command_line_style::allow_long | po::command_line_style::long_allow_adjacent;
    CommandLine line;
    try
    {
        const auto parsed =
            po::command_line_parser(argc, argv).options(description).style(style).run();
        for (const auto& option : parsed.options)
        {
            const std::string value = option.value.empty() ? "" : option.value[0];
            const bool isWord = option.position_key >= 0 || option.string_key.empty();
            if (option.string_key == "help" || (isWord && value == "-h"))
            {
                line.answer = Help(isWord ? "" : value, program, defaults);
            }
            else if (isWord)
            {
                line.words.push_back(value);
            }
            else if (option.string_key == "version")
            {
                line.answer = BuildInfo::Get().Describe(program.name, false) + "\n";
            }
            else
            {
                table.Set(option.string_key, value);
            }
        }
    }
    catch (const po::error_with_option_name& error)
    {
        throw OptionError(error.get_option_name() + ": not known; --help lists all options");
    }
    return line;
}

} // namespace dht
