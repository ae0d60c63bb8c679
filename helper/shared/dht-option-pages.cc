/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-option-pages.h"

#include "dht-build-info.h"

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>
#include <sstream>

namespace dht
{

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

/// @param text Lines. @return The same lines, which man(7) does not fill.
std::string
AsTheyAre(const std::string& text)
{
    return ".nf\n" + Escape(text) + (text.back() == '\n' ? "" : "\n") + ".fi\n";
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
    out << (program.commands.empty() ? "" : "[\\fICOMMAND\\fR] ")
        << "[\\fIOPTION\\fR ...]\n.SH DESCRIPTION\n"
        << AsTheyAre(program.usage);
    if (!program.commands.empty())
    {
        out << ".SH COMMANDS\n";
    }
    for (const auto& [text, options] : program.commands)
    {
        out << ".SS " << Escape(program.name + " " + text.name + " " + text.synopsis) << "\n"
            << AsTheyAre(text.usage);
    }
    out << ".SH OPTIONS\n";
    for (const auto& [title, options] : table.Groups())
    {
        out << (title.empty() ? "" : ".SS " + Escape(title) + "\n");
        for (const Option& option : options)
        {
            out << ".TP\n.B \\-\\-" << Escape(option.name)
                << (IsSwitch(option) ? "" : "=\\fIVALUE\\fP") << "\n"
                << Escape(option.help)
                << (option.value.empty() ? "" : " [" + Escape(option.value) + "]") << "\n";
        }
    }
    out << ".TP\n.B \\-\\-help\nList the options, with units and defaults.\n"
        << ".TP\n.B \\-\\-version\nSay which build this is.\n";
    return out.str();
}

/// @param table Options. @return Them as words that a command line may have.
std::string
OptionWords(const Options& table)
{
    std::vector<std::string> options{"--help", "--version"};
    for (const Option& option : table.All())
    {
        options.push_back("--" + option.name + (IsSwitch(option) ? "" : "="));
    }
    return Join(options, " ");
}

/// @param program The program. @param table Its options. @return Its completion.
std::string
BashCompletion(const ProgramText& program, const Options& table)
{
    std::string function = "_" + program.name;
    std::replace(function.begin(), function.end(), '-', '_');
    std::vector<std::string> names;
    std::ostringstream out;
    // bash splits --name=value at the sign: after it, the word is a value, perhaps a file
    out << function << "()\n{\n"
        << "    local word=${COMP_WORDS[COMP_CWORD]} options\n"
        << "    COMPREPLY=()\n"
        << "    case ${COMP_WORDS[1]} in\n";
    for (const auto& [text, options] : program.commands)
    {
        names.push_back(text.name);
        out << "    " << text.name << ") options='" << OptionWords(options) << "' ;;\n";
    }
    out << "    *) options='" << OptionWords(table) << "' ;;\n"
        << "    esac\n"
        << "    if [[ $word == --* ]]; then\n"
        << "        mapfile -t COMPREPLY < <(compgen -W \"$options\" -- \"$word\")\n"
        << "        [[ ${COMPREPLY[0]} != *= ]] || compopt -o nospace 2>/dev/null\n"
        << "    elif ((COMP_CWORD == 1)); then\n"
        << "        mapfile -t COMPREPLY < <(compgen -W '" << Join(names, " ")
        << "' -- \"$word\")\n"
        << "    else\n"
        << "        mapfile -t COMPREPLY < <(compgen -f -- \"${word#=}\")\n"
        << "    fi\n"
        << "}\n"
        << "complete -o filenames -F " << function << " " << program.name << "\n";
    return out.str();
}

/// @param table The options of a program. @return A list of them for other programs.
std::string
OptionList(const Options& table)
{
    auto list = nlohmann::ordered_json::array();
    for (const Option& option : table.All())
    {
        list.push_back({{"name", option.name},
                        {"help", option.help},
                        {"default", option.value},
                        {"input", option.namesInput},
                        {"no_input", option.noInput}});
    }
    return list.dump(1) + "\n";
}

} // namespace

Options
MergeOptions(const std::vector<CommandPage>& commands)
{
    std::vector<std::pair<Option, std::vector<std::string>>> all;
    for (const auto& [text, table] : commands)
    {
        for (const Option& option : table.All())
        {
            const auto found = std::find_if(all.begin(), all.end(), [&](const auto& known) {
                return known.first.name == option.name && known.first.help == option.help &&
                       known.first.value == option.value;
            });
            if (found != all.end())
            {
                found->second.push_back(text.name);
                continue;
            }
            all.push_back({option, {text.name}});
        }
    }
    Options merged;
    for (auto& [option, names] : all)
    {
        std::vector<std::string> others;
        for (const auto& [text, table] : commands)
        {
            if (std::count(names.begin(), names.end(), text.name) == 0)
            {
                others.push_back(text.name);
            }
        }
        option.help += others.empty()       ? ""
                       : others.size() == 1 ? " (not " + others[0] + ")"
                                            : " (" + Join(names, ", ") + ")";
        merged.Add(option);
    }
    return merged;
}

std::string
DescribeOptions(const Options& table)
{
    std::ostringstream out;
    for (const auto& [title, options] : table.Groups())
    {
        out << (title.empty() ? "" : "\n" + title + ":\n");
        for (const Option& option : options)
        {
            std::string name = "  --" + option.name;
            name.resize(std::max(name.size(), kHelpColumn), ' ');
            out << name;
            WriteWrapped(out,
                         option.help + (option.value.empty() ? "" : " [" + option.value + "]"));
        }
    }
    return out.str();
}

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
    if (form == "all")
    {
        return program.usage + DescribeOptions(table);
    }
    if (form == "json")
    {
        return OptionList(table);
    }
    throw OptionError("help",
                      form,
                      "allowed are man, a manual page, bash, its completion, all, the options, and "
                      "json, the same for another program");
}

} // namespace dht
