/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_DHT_OPTION_TABLE_H
#define DHT_CC_DHT_OPTION_TABLE_H

#include "ns3/nstime.h"

#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup dht-cc
 * What the user asked for is impossible: the message names the option and says what is allowed.
 */
class DhtOptionError : public std::runtime_error
{
  public:
    using std::runtime_error::runtime_error;

    /**
     * @param name An option without dashes.
     * @param text Its value.
     * @param allowed What is wrong, or what is allowed.
     */
    DhtOptionError(const std::string& name, const std::string& text, const std::string& allowed)
        : DhtOptionError("--" + name + "=" + text + ": " + allowed)
    {
    }
};

/**
 * @ingroup dht-cc
 * The options of a program, checked before ns-3's CommandLine sees them.
 *
 * CommandLine answers a bad value with its whole help, or lets a parser abort. Here every argument,
 * be it an option of the program, an attribute or a global value of ns-3, is checked first, and the
 * first bad one ends in an DhtOptionError. CommandLine does the rest: help, attributes, RngRun.
 */
class DhtOptionTable
{
  public:
    /// A value or a range of values, as "600kbps" or "600kbps..1000kbps".
    using Range = std::pair<double, double>;

    /**
     * @param usage What the program does, for its help.
     */
    explicit DhtOptionTable(const std::string& usage);

    /// Add a whole number. @param name The option. @param help With its unit. @param value The
    /// default, and where the value goes. @param least The least allowed. @param most The greatest.
    void AddInteger(const std::string& name,
                    const std::string& help,
                    uint64_t& value,
                    uint64_t least,
                    uint64_t most);

    /// Add a number. @param name The option. @param help With its unit. @param value The default,
    /// and where the value goes. @param least The least allowed. @param most The greatest.
    void AddNumber(const std::string& name,
                   const std::string& help,
                   double& value,
                   double least,
                   double most);

    /// Add a number or a range of them. @param name The option. @param help With its unit. @param
    /// text The default. @param value Where the value goes. @param least The least allowed. @param
    /// most The greatest.
    void AddNumberRange(const std::string& name,
                        const std::string& help,
                        const std::string& text,
                        Range& value,
                        double least,
                        double most);

    /// Add a duration such as "20ms" or "1.5s". @param name The option. @param help Its help.
    /// @param value The default, and where the value goes. @param least The least allowed.
    void AddTime(const std::string& name, const std::string& help, Time& value, Time least);

    /// Add a data rate or a range of them. @param name The option. @param help Its help. @param
    /// text The default. @param value Where the value goes, in bit/s.
    void AddRateRange(const std::string& name,
                      const std::string& help,
                      const std::string& text,
                      Range& value);

    /// Add a duration or a range of them. @param name The option. @param help Its help. @param text
    /// The default. @param value Where the value goes, in seconds.
    void AddTimeRange(const std::string& name,
                      const std::string& help,
                      const std::string& text,
                      Range& value);

    /// Add a choice. @param name The option. @param help Its help. @param value The default, and
    /// where the value goes. @param choices What is allowed.
    void AddChoice(const std::string& name,
                   const std::string& help,
                   std::string& value,
                   const std::vector<std::string>& choices);

    /// Add any text. @param name The option. @param help Its help. @param value The default, and
    /// where the value goes.
    void AddText(const std::string& name, const std::string& help, std::string& value);

    /// Add a switch. @param name The option. @param help Its help. @param value Where it goes.
    void AddSwitch(const std::string& name, const std::string& help, bool& value);

    /**
     * Refuse an attribute that would have no effect.
     *
     * @param attribute Such as ns3::DhtPeerApplication::Load.
     * @param instead The option to use, without dashes.
     */
    void AddRefused(const std::string& attribute, const std::string& instead);

    /**
     * Read the command line. --help and the like print what they print and exit with status 0.
     *
     * @param argc How many arguments.
     * @param argv The arguments.
     * @throws DhtOptionError An argument is not known, or not allowed.
     */
    void Parse(int argc, char* argv[]);

    /**
     * @param name An option. @return Whether it was on the command line.
     */
    bool WasGiven(const std::string& name) const;

    /**
     * Refuse options that would have no effect.
     *
     * @param effect Whether they have one.
     * @param names The options.
     * @param needed With what they have one.
     * @throws DhtOptionError They have none, and one of them was on the command line.
     */
    void CheckEffect(bool effect,
                     const std::vector<std::string>& names,
                     const std::string& needed) const;

    /**
     * Change what GetValues() shows of an option whose default depends on others.
     *
     * @param name An option.
     * @param text Its value.
     */
    void Show(const std::string& name, const std::string& text);

    /**
     * @return Every option with its present value, as text.
     */
    std::vector<std::pair<std::string, std::string>> GetValues() const;

  private:
    /// An option.
    struct Option
    {
        std::string name;                            //!< Without dashes.
        std::string help;                            //!< One line, with what is allowed.
        std::string value;                           //!< As given, or the default.
        std::function<void(const std::string&)> set; //!< Checks and sets; throws DhtOptionError.
        bool given{false};                           //!< Whether it was on the command line.
    };

    /// Check one argument, and set the option if it is one of the program's. @param argument It.
    void Check(const std::string& argument);
    /// @param name A name without dashes. @return The option, or null.
    Option* Find(const std::string& name);

    std::string m_usage;                          //!< What the program does.
    std::vector<Option> m_options;                //!< In the order they were added.
    std::map<std::string, std::string> m_refused; //!< Attributes, and the options to use instead.
};

} // namespace ns3

#endif // DHT_CC_DHT_OPTION_TABLE_H
