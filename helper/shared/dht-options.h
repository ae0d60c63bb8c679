/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_OPTIONS_H
#define DHT_OPTIONS_H

#include "dht-option-error.h"
#include "dht-time.h"

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

/**
 * @file
 * @ingroup dht-shared
 * The options of a program, whatever reads its command line.
 */

namespace dht
{

/// An option of a program.
struct Option
{
    std::string name;                            ///< Without dashes.
    std::string help;                            ///< One line, with the allowed values.
    std::string value;                           ///< As given, or the default.
    std::function<void(const std::string&)> set; ///< Checks and sets; throws OptionError.
    bool given{false};                           ///< Whether it was on the command line.
    bool hidden{false};                          ///< Whether GetValues() leaves it out.
    std::string group{};                         ///< Heading under which help lists it.
    std::string origin{};   ///< Line of a file that has given it; empty: the command line.
    bool namesInput{false}; ///< Whether its value is a file that is read.
    std::string noInput{};  ///< Of such an option, the value that names no file; empty: none.
};

/// The options of a program: their names, help, destinations and allowed values.
class Options
{
  public:
    /// @param title Heading under which help lists the options that are added from now on.
    void BeginGroup(const std::string& title);

    /// @param option An option to add; it is of the present group unless it names one.
    void Add(Option option);

    /// Add a whole number. @param name The option. @param help With its unit. @param value The
    /// default, and takes the value. @param least The least value allowed. @param most The
    /// greatest.
    void AddInteger(const std::string& name,
                    const std::string& help,
                    std::uint64_t& value,
                    std::uint64_t least,
                    std::uint64_t most);

    /// Add a number. @param name The option. @param help With its unit. @param value The default,
    /// and takes the value. @param least The least value allowed. @param most The greatest.
    void AddNumber(const std::string& name,
                   const std::string& help,
                   double& value,
                   double least,
                   double most);

    /// Add a duration such as "20ms" or "1.5s". @param name The option. @param help Its help.
    /// @param value The default, and takes the value. @param least The least value allowed.
    void AddDuration(const std::string& name, const std::string& help, Time& value, Time least);

    /// Add a choice. @param name The option. @param help Its help. @param value The default, and
    /// takes the value. @param choices The allowed values.
    void AddChoice(const std::string& name,
                   const std::string& help,
                   std::string& value,
                   const std::vector<std::string>& choices);

    /// Add any text. @param name The option. @param help Its help. @param value The default, and
    /// takes the value.
    void AddText(const std::string& name, const std::string& help, std::string& value);

    /// Add the name of a file that is read. @param name The option. @param help Its help. @param
    /// value The default, and takes the value. @param noInput A value that names no file.
    void AddInputFile(const std::string& name,
                      const std::string& help,
                      std::string& value,
                      const std::string& noInput = "");

    /// Add a switch. @param name The option. @param help Its help. @param value Takes the
    /// value.
    void AddSwitch(const std::string& name, const std::string& help, bool& value);

    /**
     * An option was on the command line.
     *
     * @param name Its name.
     * @param text Its value.
     * @param origin The line of a file that gives it; empty: the command line.
     * @return Whether there is such an option.
     * @throws OptionError The value is not allowed.
     */
    bool Set(const std::string& name, const std::string& text, const std::string& origin = "");

    /// @return All options, in the order they were added.
    const std::vector<Option>& All() const;

    /// @return All options by their groups, which are in the order of their first options.
    std::vector<std::pair<std::string, std::vector<Option>>> Groups() const;

    /// @param name An option. @return Whether there is one of that name.
    bool Has(const std::string& name) const;

    /// @param name An option. @return Whether it was on the command line, or in a file.
    bool WasGiven(const std::string& name) const;

    /// @param name An option. @return The line of a file that has given it; empty: none.
    std::string OriginOf(const std::string& name) const;

    /**
     * Refuse options that would have no effect.
     *
     * @param effect Whether they have an effect.
     * @param names The options.
     * @param needed The condition of their effect, for the error.
     * @throws OptionError They have no effect, and one of them was on the command line.
     */
    void CheckEffect(bool effect,
                     const std::vector<std::string>& names,
                     const std::string& needed) const;

    /// Refuse a group of options that would have no effect, or else hide them.
    /// @param group Its heading. @param needed The condition of their effect, for the error.
    /// @throws OptionError One of them was on the command line.
    void RemoveEffect(const std::string& group, const std::string& needed);

    /**
     * Give an option a default that depends on others.
     *
     * @param name An option; it keeps its value if it was on the command line.
     * @param text The default.
     */
    void SetUnlessGiven(const std::string& name, const std::string& text);

    /**
     * Change what GetValues() shows of an option whose default depends on others.
     *
     * @param name An option.
     * @param text Its value.
     */
    void Show(const std::string& name, const std::string& text);

    /// Leave an option out of GetValues(). @param name An option that has no effect in this run.
    void Hide(const std::string& name);

    /// @return Every option that is not hidden with its present value, as text.
    std::vector<std::pair<std::string, std::string>> GetValues() const;

  private:
    /// @param name A name without dashes. @return The option, or null.
    Option* Find(const std::string& name);
    /// @param name A name without dashes. @return The option, or null.
    const Option* Find(const std::string& name) const;

    std::vector<Option> m_options; ///< In the order they were added.
    std::string m_group;           ///< Of those that are added now.
};

} // namespace dht

#endif // DHT_OPTIONS_H
