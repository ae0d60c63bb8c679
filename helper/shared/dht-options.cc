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
Options::Add(Option option)
{
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
Options::Set(const std::string& name, const std::string& text)
{
    Option* const option = Find(name);
    if (!option)
    {
        return false;
    }
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

Option*
Options::Find(const std::string& name)
{
    const auto found = std::find_if(m_options.begin(), m_options.end(), [&](const Option& option) {
        return option.name == name;
    });
    return found == m_options.end() ? nullptr : &*found;
}

bool
Options::WasGiven(const std::string& name) const
{
    return std::any_of(m_options.begin(), m_options.end(), [&](const Option& option) {
        return option.name == name && option.given;
    });
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
