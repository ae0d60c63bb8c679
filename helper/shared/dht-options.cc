/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-options.h"

#include "dht-option-values.h"

#include <algorithm>

namespace dht
{

void
Options::BeginGroup(const std::string& title)
{
    m_group = title;
}

void
Options::Add(Option option)
{
    option.group = option.group.empty() ? m_group : option.group;
    m_options.push_back(std::move(option));
}

void
Options::AddInteger(const std::string& name,
                    const std::string& help,
                    std::uint64_t& value,
                    std::uint64_t least,
                    std::uint64_t most)
{
    Add({name, help, std::to_string(value), [=, &value](const std::string& text) {
             value = ParseInteger(name, text, least, most);
         }});
}

void
Options::AddNumber(const std::string& name,
                   const std::string& help,
                   double& value,
                   double least,
                   double most)
{
    Add({name, help, NumberToText(value), [=, &value](const std::string& text) {
             value = ParseNumber(name, text, least, most);
         }});
}

void
Options::AddDuration(const std::string& name, const std::string& help, Time& value, Time least)
{
    Add({name, help, DurationToText(value), [=, &value](const std::string& text) {
             value = ParseDuration(name, text, least, kNever);
         }});
}

void
Options::AddChoice(const std::string& name,
                   const std::string& help,
                   std::string& value,
                   const std::vector<std::string>& choices)
{
    Add({name, help + ": " + ListChoices(choices), value, [=, &value](const std::string& text) {
             value = choices[ParseChoice(name, text, choices)];
         }});
}

void
Options::AddText(const std::string& name, const std::string& help, std::string& value)
{
    Add({name, help, value, [=, &value](const std::string& text) {
             if (text.empty())
             {
                 throw OptionError(name, text, "a value is missing");
             }
             value = text;
         }});
}

void
Options::AddInputFile(const std::string& name,
                      const std::string& help,
                      std::string& value,
                      const std::string& noInput)
{
    AddText(name, help, value);
    m_options.back().namesInput = true;
    m_options.back().noInput = noInput;
}

void
Options::AddSwitch(const std::string& name, const std::string& help, bool& value)
{
    Add({name, help, value ? "true" : "false", [=, &value](const std::string& text) {
             if (text != "" && text != "true" && text != "false")
             {
                 throw OptionError(name, text, "allowed is true or false, or no value at all");
             }
             value = text != "false";
         }});
}

bool
Options::Set(const std::string& name, const std::string& text, const std::string& origin)
{
    Option* const option = Find(name);
    if (!option)
    {
        return false;
    }
    option->origin = origin;
    option->set(text);
    option->value = text;
    option->given = true;
    return true;
}

void
Options::SetUnlessGiven(const std::string& name, const std::string& text)
{
    Option* const option = Find(name);
    if (!option->given)
    {
        option->set(text);
        option->value = text;
    }
}

const std::vector<Option>&
Options::All() const
{
    return m_options;
}

std::vector<std::pair<std::string, std::vector<Option>>>
Options::Groups() const
{
    std::vector<std::pair<std::string, std::vector<Option>>> groups;
    for (const Option& option : m_options)
    {
        const auto found = std::find_if(groups.begin(), groups.end(), [&](const auto& group) {
            return group.first == option.group;
        });
        if (found == groups.end())
        {
            groups.push_back({option.group, {option}});
        }
        else
        {
            found->second.push_back(option);
        }
    }
    return groups;
}

const Option*
Options::Find(const std::string& name) const
{
    const auto found = std::find_if(m_options.begin(), m_options.end(), [&](const Option& option) {
        return option.name == name;
    });
    return found == m_options.end() ? nullptr : &*found;
}

Option*
Options::Find(const std::string& name)
{
    return const_cast<Option*>(std::as_const(*this).Find(name));
}

bool
Options::Has(const std::string& name) const
{
    return Find(name) != nullptr;
}

bool
Options::WasGiven(const std::string& name) const
{
    const Option* const option = Find(name);
    return option && option->given;
}

std::string
Options::OriginOf(const std::string& name) const
{
    const Option* const option = Find(name);
    return option ? option->origin : "";
}

void
Options::CheckEffect(bool effect,
                     const std::vector<std::string>& names,
                     const std::string& needed) const
{
    for (const std::string& name : names)
    {
        if (!effect && WasGiven(name))
        {
            throw OptionError("--" + name + ": has an effect only with " + needed);
        }
    }
}

void
Options::RemoveEffect(const std::string& group, const std::string& needed)
{
    for (Option& option : m_options)
    {
        if (option.group == group)
        {
            CheckEffect(false, {option.name}, needed);
            option.hidden = true;
        }
    }
}

void
Options::Show(const std::string& name, const std::string& text)
{
    Find(name)->value = text;
}

void
Options::Hide(const std::string& name)
{
    Find(name)->hidden = true;
}

std::vector<std::pair<std::string, std::string>>
Options::GetValues() const
{
    std::vector<std::pair<std::string, std::string>> values;
    for (const Option& option : m_options)
    {
        if (!option.hidden)
        {
            values.emplace_back(option.name, option.value);
        }
    }
    return values;
}

} // namespace dht
