/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "option-reader.h"

#include "dht-build-info.h"

#include <boost/program_options.hpp>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <map>
#include <sstream>

namespace dht
{

namespace po = boost::program_options;

namespace
{

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
    return description;
}

/// @param value A value in a file. @return The same without the quotation marks around it. @throws
/// OptionError It begins with one and does not end with it.
std::string
Unquoted(const std::string& value)
{
    const char mark = value.empty() ? 'x' : value.front();
    if (mark != '"' && mark != '\'')
    {
        return value;
    }
    if (value.size() == 1 || value.back() != mark)
    {
        throw OptionError(value + ": the quotation mark has no other one at the end; # begins a "
                                  "comment, also between them");
    }
    return value.substr(1, value.size() - 2);
}

/// Set the options that a file gives. @param path The file. @param table The options. @throws
/// OptionError It cannot be read, or a line is wrong.
void
ReadFile(const std::string& path, Options& table)
{
    std::ifstream file(path);
    const auto description = MakeDescription(table);
    const std::string byteOrderMark = "\xEF\xBB\xBF";
    std::map<std::string, std::size_t> given;
    std::size_t number = 0;
    for (std::string text; std::getline(file, text);)
    {
        const std::string origin = path + ":" + std::to_string(++number);
        if (number == 1 && text.compare(0, byteOrderMark.size(), byteOrderMark) == 0)
        {
            text.erase(0, byteOrderMark.size());
        }
        std::istringstream line(text);
        try
        {
            if (text.find('\0') != std::string::npos)
            {
                throw OptionError("this is no text in UTF-8");
            }
            for (const auto& option : po::parse_config_file(line, description).options)
            {
                if (option.string_key == "config")
                {
                    throw OptionError("a file of options names no other one");
                }
                const auto [former, isFirst] = given.emplace(option.string_key, number);
                if (!isFirst)
                {
                    throw OptionError(option.string_key + ": line " +
                                      std::to_string(former->second) + " gives it, too");
                }
                table.Set(option.string_key, Unquoted(option.value.at(0)), origin);
            }
            const std::size_t begin = text.find_first_not_of(" \t");
            if (begin != std::string::npos && text[begin] == '[')
            {
                throw OptionError(text + ": there are no sections");
            }
        }
        catch (const po::unknown_option& error)
        {
            throw OptionError(origin + ": " + error.get_option_name() + ": not known");
        }
        catch (const po::error&)
        {
            throw OptionError(origin + ": " + text + ": allowed are lines such as name = value");
        }
        catch (const OptionError& error)
        {
            throw OptionError(origin + ": " + error.what());
        }
    }
    if (file.bad() || !file.eof())
    {
        throw OptionError("config", path, std::strerror(errno));
    }
}

/// @param form What --help is to write: nothing, or a form of OptionPage(). @param program The
/// program. @param table Its options, with their defaults. @return The answer. @throws OptionError
/// Another form.
std::string
Help(const std::string& form, const ProgramText& program, const Options& table)
{
    return form.empty() ? program.usage + DescribeOptions(table) : OptionPage(form, program, table);
}

/// @param table The options. @param argc How many arguments. @param argv The arguments. @return
/// These, but for the first one; a switch has its value, so that it does not take the word behind
/// it for one.
std::vector<std::string>
ArgumentsOf(const Options& table, int argc, const char* const* argv)
{
    std::vector<std::string> arguments(argv + std::min(argc, 1), argv + argc);
    for (const Option& option : table.All())
    {
        const std::string name = "--" + option.name;
        if (option.value == "true" || option.value == "false")
        {
            std::replace(arguments.begin(), arguments.end(), name, name + "=true");
        }
    }
    return arguments;
}

} // namespace

CommandLine
ReadCommandLine(const ProgramText& program, Options& table, int argc, const char* const* argv)
{
    const Options defaults = table;
    auto description = MakeDescription(table);
    description.add_options()("help", po::value<std::string>()->implicit_value(""))("version", "");
    const int style =
        po::command_line_style::allow_long | po::command_line_style::long_allow_adjacent;
    CommandLine line;
    try
    {
        const auto parsed = po::command_line_parser(ArgumentsOf(table, argc, argv))
                                .options(description)
                                .style(style)
                                .run();
        for (const auto& option : parsed.options)
        {
            if (option.string_key == "config" && !option.value.empty())
            {
                ReadFile(option.value[0], table);
            }
        }
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
    catch (const po::unknown_option& error)
    {
        const std::string name = error.get_option_name();
        throw UnknownOption(name.substr(0, name.find('=')));
    }
    catch (const po::error_with_option_name& error)
    {
        // as a shell makes it of a variable that is not set
        throw OptionError(error.get_option_name() + "=: a value is missing");
    }
    return line;
}

} // namespace dht
