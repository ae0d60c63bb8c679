/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "peer-commands.h"

#include "option-reader.h"

#include <algorithm>
#include <iostream>
#include <optional>
#include <sstream>

namespace dht
{

namespace
{

/// Column at which help says what a command does.
constexpr std::size_t kSummaryColumn = 12;

/// @param argument An argument. @return Whether it is an option, or looks like one.
bool
IsOption(const std::string& argument)
{
    return argument.size() > 1 && argument[0] == '-';
}

/// @param arguments A command line. @return What it asks of help, as after --help=; nothing if it
/// does not ask for help.
std::optional<std::string>
FormOfHelp(const std::vector<std::string>& arguments)
{
    const std::string option = "--help";
    for (const std::string& argument : arguments)
    {
        if (argument == option || argument == "-h")
        {
            return "";
        }
        if (argument.compare(0, option.size() + 1, option + "=") == 0)
        {
            return argument.substr(option.size() + 1);
        }
    }
    return std::nullopt;
}

/// @param program A program. @return Its usage and a list of its commands.
std::string
Overview(const ProgramText& program)
{
    std::ostringstream out;
    out << program.usage << "\nCommands:\n";
    for (const auto& [text, table] : program.commands)
    {
        std::string name = "  " + text.name;
        name.resize(kSummaryColumn, ' ');
        out << name << text.summary << "\n";
    }
    out << "\n"
        << program.name << " COMMAND --help lists the options of a command, " << program.name
        << " --help=all those of all commands.\n";
    return out.str();
}

/// @param program A program. @param has Whether to name a command. @return The names of those, with
/// commas between them.
template <typename Has>
std::string
NamesOfCommands(const ProgramText& program, Has has)
{
    std::string names;
    for (const CommandPage& command : program.commands)
    {
        if (has(command))
        {
            names += (names.empty() ? "" : ", ") + command.text.name;
        }
    }
    return names;
}

/// @param program A program. @param command One of its commands. @param option An option, with its
/// dashes, that the command does not have. @return Who has it.
OptionError
Unknown(const ProgramText& program, const CommandText& command, const std::string& option)
{
    const std::string others = NamesOfCommands(program, [&](const CommandPage& other) {
        return other.table.Has(option.substr(std::min<std::size_t>(option.size(), 2)));
    });
    const std::string help = program.name + " " + command.name + " --help lists its options";
    return OptionError(
        option + ": " +
        (others.empty() ? "not known; " + help
                        : "not an option of " + command.name + ", but of " + others + "; " + help));
}

/// @param program A program. @param text One of its commands. @param words What follows it. @throws
/// OptionError These are too few or too many.
void
CheckWords(const ProgramText& program,
           const CommandText& text,
           const std::vector<std::string>& words)
{
    const std::string use = program.name + " " + text.name + " " + text.synopsis;
    const auto wrong = std::find_if(words.begin(), words.end(), IsOption);
    if (wrong != words.end())
    {
        throw OptionError(*wrong + ": options begin with --, and --help lists them: " + use);
    }
    if (words.size() < text.least)
    {
        throw OptionError(text.name + ": " + text.synopsis.substr(0, text.synopsis.find(' ')) +
                          " is missing: " + use);
    }
    if (words.size() > text.most)
    {
        throw OptionError(words[text.most] + ": a word too many: " + use);
    }
}

/// @param arguments A command line. @param implied Names the command if it names none. @return The
/// command's name.
std::string
NameIn(const std::vector<std::string>& arguments, const ImpliedCommand& implied)
{
    const auto word = std::find_if_not(arguments.begin(), arguments.end(), IsOption);
    if (word != arguments.end())
    {
        return *word;
    }
    std::vector<std::string> options;
    for (const std::string& argument : arguments)
    {
        options.push_back(argument.substr(0, argument.find('=')));
    }
    return implied(options);
}

/// @param program A program. @param name A word. @return Which of its commands is called so.
/// @throws OptionError None is.
std::size_t
FindCommand(const ProgramText& program, const std::string& name)
{
    const auto& all = program.commands;
    const auto found = std::find_if(all.begin(), all.end(), [&](const CommandPage& command) {
        return command.text.name == name;
    });
    if (found == all.end())
    {
        throw OptionError(name + ": options begin with --, and the commands are " +
                          NamesOfCommands(program, [](const CommandPage&) { return true; }) + "; " +
                          program.name + " --help says what they do");
    }
    return found - all.begin();
}

/// Read the options of a command. @param program Its program. @param page The command; its options
/// are set. @param argc How many arguments. @param argv The arguments. @return The rest of them.
/// @throws OptionError One is not known or not allowed.
CommandLine
ReadOptions(const ProgramText& program, CommandPage& page, int argc, const char* const* argv)
{
    const std::string usage = "Usage: " + program.name + " " + page.text.name + " " +
                              page.text.synopsis + "\n\n" + page.text.usage;
    try
    {
        return ReadCommandLine({program.name, usage, {}}, page.table, argc, argv);
    }
    catch (const UnknownOption& error)
    {
        throw Unknown(program, page.text, error.Option());
    }
}

} // namespace

int
RunCommand(ProgramText program,
           const PeerCommands& commands,
           const ImpliedCommand& implied,
           int argc,
           const char* const* argv)
{
    for (const auto& command : commands)
    {
        program.commands.push_back({command->Text(), {}});
        command->Define(program.commands.back().table);
    }
    const std::vector<std::string> arguments(argv + std::min(argc, 1), argv + argc);
    const bool isNamed = !std::all_of(arguments.begin(), arguments.end(), IsOption);
    const auto form = FormOfHelp(arguments);
    if (form && (!isNamed || !form->empty()))
    {
        std::cout << (form->empty() ? Overview(program)
                                    : OptionPage(*form, program, MergeOptions(program.commands)));
        return 0;
    }
    const std::size_t which = FindCommand(program, NameIn(arguments, implied));
    CommandPage& page = program.commands[which];
    CommandLine line = ReadOptions(program, page, argc, argv);
    if (!line.answer.empty())
    {
        std::cout << line.answer;
        return 0;
    }
    line.words.erase(line.words.begin(), line.words.begin() + (isNamed ? 1 : 0));
    CheckWords(program, page.text, line.words);
    try
    {
        commands[which]->Take(line.words, page.table);
    }
    catch (const OptionError& error)
    {
        // what is found out only when all options are known
        const std::string origin = page.table.OriginOf(error.Name());
        throw OptionError((origin.empty() ? "" : origin + ": ") + error.what());
    }
    return commands[which]->Run();
}

} // namespace dht
