/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-option-pages.h"

#include "dht-build-info.h"

#include <algorithm>
#include <cctype>
#include <sstream>

namespace dht
{

namespace
{

/// @param text Any text. @return The same text, escaped so that man(7) takes no character for a
/// request or a dash.
std::string
Escape(const std::string& text)
{
    std::string escaped;
    bool isFirst = true;
    for (const char c : text)
    {
        if (isFirst && (c == '.' || c == '\''))
        {
            escaped += "\\&";
        }
        isFirst = c == '\n';
        escaped += c == '\\' ? "\\e" : c == '-' ? "\\-" : std::string(1, c);
    }
    return escaped;
}

/// @param option An option. @return Whether it has no value.
bool
IsSwitch(const Option& option)
{
    return option.value == "false" || option.value == "true";
}

/// @param usage What a program does. @return The first clause, in one line, for the page's index.
std::string
FirstClause(const std::string& usage)
{
    std::string clause = usage.substr(0, usage.find_first_of(":.?"));
    std::replace(clause.begin(), clause.end(), '\n', ' ');
    return clause;
}

/// @param words Words. @param separator What goes between two. @return One text.
std::string
Join(const std::vector<std::string>& words, const std::string& separator)
{
    std::string text;
    for (const std::string& word : words)
    {
        text += (text.empty() ? "" : separator) + word;
    }
    return text;
}

/// @param program The program. @param table Its options. @return Its manual page.
std::string
ManualPage(const ProgramText& program, const Options& table)
{
    std::string title = program.name;
    std::transform(title.begin(), title.end(), title.begin(), [](unsigned char c) {
        return static_cast<char>(std::toupper(c));
    });
    std::ostringstream out;
    out << ".TH " << Escape(title) << " 1 \"\" \"dht\\-cc " << Escape(BuildInfo::Get().version)
        << "\"\n.SH NAME\n"
        << Escape(program.name) << " \\- " << Escape(FirstClause(program.usage))
        << "\n.SH SYNOPSIS\n.B " << Escape(program.name) << "\n";
    if (!program.commands.empty())
    {
        out << "[" << Escape(Join(program.commands, " | ")) << "]\n";
    }
    out << "[\\fIOPTION\\fR ...]\n.SH DESCRIPTION\n.nf\n"
        << Escape(program.usage) << (program.usage.back() == '\n' ? "" : "\n")
        << ".fi\n.SH OPTIONS\n";
    for (const Option& option : table.All())
    {
        out << ".TP\n.B \\-\\-" << Escape(option.name) << (IsSwitch(option) ? "" : "=\\fIVALUE\\fP")
            << "\n"
            << Escape(option.help)
            << (option.value.empty() ? "" : " [" + Escape(option.value) + "]") << "\n";
    }
    out << ".TP\n.B \\-\\-help\nList the options, with units and defaults.\n"
        << ".TP\n.B \\-\\-version\nSay which build this is.\n";
    return out.str();
}

/// @param program The program. @param table Its options. @return Its completion.
std::string
BashCompletion(const ProgramText& program, const Options& table)
{
    std::vector<std::string> options{"--help", "--version"};
    for (const Option& option : table.All())
    {
        options.push_back("--" + option.name + (IsSwitch(option) ? "" : "="));
    }
    std::string function = "_" + program.name;
    std::replace(function.begin(), function.end(), '-', '_');
    std::ostringstream out;
    // bash splits --name=value at the sign: after it, the word is a value, perhaps a file
    out << function << "()\n{\n"
        << "    local word=${COMP_WORDS[COMP_CWORD]}\n"
        << "    COMPREPLY=()\n"
        << "    if [[ $word == --* ]]; then\n"
        << "        mapfile -t COMPREPLY < <(compgen -W '" << Join(options, " ")
        << "' -- \"$word\")\n"
        << "        [[ ${COMPREPLY[0]} != *= ]] || compopt -o nospace 2>/dev/null\n"
        << "    elif ((COMP_CWORD == 1)); then\n"
        << "        mapfile -t COMPREPLY < <(compgen -W '" << Join(program.commands, " ")
        << "' -- \"$word\")\n"
        << "    else\n"
        << "        mapfile -t COMPREPLY < <(compgen -f -- \"${word#=}\")\n"
        << "    fi\n"
        << "}\n"
        << "complete -o filenames -F " << function << " " << program.name << "\n";
    return out.str();
}

} // namespace

std::string
OptionPage(const std::string& form, const ProgramText& program, const Options& table)
{
    if (form == "man")
    {
        return ManualPage(program, table);
    }
    if (form == "bash")
    {
        return BashCompletion(program, table);
    }
    throw OptionError("help", form, "allowed are man, a manual page, and bash, its completion");
}

} // namespace dht
