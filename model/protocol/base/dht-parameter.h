/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_PARAMETER_H
#define DHT_PARAMETER_H

#include "dht-time.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * A struct of options, described once for all code that shows or sets them: attributes of ns-3,
 * command lines, and pages. The struct's own initialisers are the defaults.
 */

namespace dht
{

/// A value of a parameter: a whole number, or the number of a choice; a real number; a time.
using ParameterValue = std::variant<std::uint64_t, double, Time>;

/// A parameter's description, whatever struct the parameter is in.
struct ParameterInfo
{
    std::string name;                 ///< In CamelCase, as ns-3's attributes are.
    std::string help;                 ///< Its meaning, with its unit and its source.
    ParameterValue least;             ///< The least value allowed.
    ParameterValue most;              ///< The greatest value allowed; kNever: no limit of a time.
    std::vector<std::string> choices; ///< In kebab-case, by enumerator; empty for a number.

    /// @return The name as a command-line option, in kebab-case, such as "queue-capacity".
    std::string OptionName() const
    {
        std::string text;
        for (const char letter : name)
        {
            const bool isUpper = letter >= 'A' && letter <= 'Z';
            text += isUpper && !text.empty() ? "-" : "";
            text += static_cast<char>(isUpper ? letter - 'A' + 'a' : letter);
        }
        return text;
    }
};

/**
 * A line in the table of a struct of options.
 *
 * @tparam S The struct. It has a static function Table(), which returns all lines.
 */
template <typename S>
struct ParameterOf : ParameterInfo
{
    /// The type of a member. @tparam F Leads from the struct to the member.
    template <typename F>
    using Member = std::decay_t<std::invoke_result_t<F, S&>>;

    /// The type of a member's values in a ParameterValue. @tparam F Leads from the struct to the
    /// member.
    template <typename F>
    using Value = std::conditional_t<
        std::is_same_v<Member<F>, Time>,
        Time,
        std::conditional_t<std::is_floating_point_v<Member<F>>, double, std::uint64_t>>;

    std::function<ParameterValue(const S&)> get;        ///< Reads the member.
    std::function<void(S&, const ParameterValue&)> set; ///< Sets the member to an allowed value.

    /**
     * A number or a time.
     *
     * @tparam F Leads from the struct to the member.
     * @param name In CamelCase.
     * @param help Its meaning, with its unit.
     * @param field The member, such as &PeerOptions::hopLimit.
     * @param least The least value allowed.
     * @param most The greatest value allowed.
     */
    template <typename F>
    ParameterOf(std::string name, std::string help, F field, Value<F> least, Value<F> most)
        : ParameterInfo{std::move(name), std::move(help), least, most, {}}
    {
        Bind(field);
    }

    /**
     * A choice.
     *
     * @tparam F Leads from the struct to the member, an enumeration that counts from 0.
     * @param name In CamelCase.
     * @param help Its meaning, with its unit.
     * @param field The member.
     * @param choices The names of the enumerators.
     */
    template <typename F>
    ParameterOf(std::string name, std::string help, F field, std::vector<std::string> choices)
        : ParameterInfo{std::move(name),
                        std::move(help),
                        std::uint64_t{0},
                        std::uint64_t{choices.size() - 1},
                        choices}
    {
        static_assert(std::is_enum_v<Member<F>>, "choices are enumerators");
        Bind(field);
    }

    /**
     * A parameter whose value differs from its member's.
     *
     * @param info The description.
     * @param read Reads the value.
     * @param write Sets the value.
     */
    ParameterOf(ParameterInfo info,
                std::function<ParameterValue(const S&)> read,
                std::function<void(S&, const ParameterValue&)> write)
        : ParameterInfo(std::move(info)),
          get(std::move(read)),
          set(std::move(write))
    {
    }

    /// @return The parameter's default.
    ParameterValue Default() const
    {
        return get(S{});
    }

  private:
    /// @param field Leads from the struct to the member.
    template <typename F>
    void Bind(F field)
    {
        get = [field](const S& options) {
            return ParameterValue(static_cast<Value<F>>(std::invoke(field, options)));
        };
        set = [field](S& options, const ParameterValue& value) {
            std::invoke(field, options) = static_cast<Member<F>>(std::get<Value<F>>(value));
        };
    }
};

/**
 * @tparam S A struct of options.
 * @param name A parameter.
 * @return Its line in the struct's table; null if there is none.
 */
template <typename S>
const ParameterOf<S>*
FindParameter(std::string_view name)
{
    const auto& table = S::Table();
    const auto found = std::find_if(table.begin(), table.end(), [name](const auto& line) {
        return line.name == name;
    });
    return found == table.end() ? nullptr : &*found;
}

/**
 * @tparam S A struct of options.
 * @param name A parameter of it.
 * @return Its line in the struct's table.
 * @throws std::invalid_argument No parameter has the name.
 */
template <typename S>
const ParameterOf<S>&
GetParameter(std::string_view name)
{
    if (const auto* const found = FindParameter<S>(name))
    {
        return *found;
    }
    throw std::invalid_argument("no parameter is called " + std::string(name));
}

} // namespace dht

#endif // DHT_PARAMETER_H
