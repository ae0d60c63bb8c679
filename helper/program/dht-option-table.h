/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_DHT_OPTION_TABLE_H
#define DHT_CC_DHT_OPTION_TABLE_H

#include "dht-options.h"

#include "ns3/nstime.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/// The error of an option that is wrong.
using DhtOptionError = dht::OptionError;

/**
 * @ingroup dht-cc
 * The options of a program, checked before ns-3's CommandLine sees them.
 *
 * CommandLine answers a bad value with its whole help, or lets a parser abort. Here every argument,
 * be it an option of the program, an attribute or a global value of ns-3, is checked first, and the
 * first bad one throws a DhtOptionError. CommandLine does the rest: help, attributes, RngRun.
 */
class DhtOptionTable : public dht::Options
{
  public:
    /// A value or a range of values, as "600kbps" or "600kbps..1000kbps".
    using Range = std::pair<double, double>;

    /**
     * @param usage What the program does, for its help.
     */
    explicit DhtOptionTable(const std::string& usage);

    /// Add a number or a range of them. @param name The option. @param help With its unit. @param
    /// text The default. @param value Takes the value. @param least The least value allowed. @param
    /// most The greatest.
    void AddNumberRange(const std::string& name,
                        const std::string& help,
                        const std::string& text,
                        Range& value,
                        double least,
                        double most);

    /// Add a duration such as "20ms" or "1.5s". @param name The option. @param help Its help.
    /// @param value The default, and takes the value. @param least The least value allowed.
    void AddTime(const std::string& name, const std::string& help, Time& value, Time least);

    /// Add a data rate. @param name The option. @param help Its help. @param text The default.
    /// @param value Takes the value, in bit/s.
    void AddRate(const std::string& name,
                 const std::string& help,
                 const std::string& text,
                 double& value);

    /// Add a data rate or a range of them. @param name The option. @param help Its help. @param
    /// text The default. @param value Takes the value, in bit/s.
    void AddRateRange(const std::string& name,
                      const std::string& help,
                      const std::string& text,
                      Range& value);

    /// Add a duration or a range of them. @param name The option. @param help Its help. @param text
    /// The default. @param value Takes the value, in seconds.
    void AddTimeRange(const std::string& name,
                      const std::string& help,
                      const std::string& text,
                      Range& value);

    /**
     * Refuse an attribute that would have no effect.
     *
     * @param attribute Such as ns3::DhtPeerApplication::Load.
     * @param instead The option to use, without dashes.
     */
    void AddRefused(const std::string& attribute, const std::string& instead);

    /**
     * Take arguments that are no options: without this, they are errors.
     *
     * @param usage Their description, for the help.
     */
    void AddWords(const std::string& usage);

    /**
     * Read the command line. --help, --version and the like print their text and exit with
     * status 0; -h is --help, --help=man is a manual page, --help=bash the completion of bash.
     *
     * @param argc Number of arguments.
     * @param argv The arguments.
     * @return The arguments that are no options.
     * @throws DhtOptionError An argument is unknown, or not allowed.
     */
    std::vector<std::string> Parse(int argc, char* argv[]);

  private:
    /// Check an option, and set it if it is one of the program's. @param argument The
    /// argument.
    void Check(const std::string& argument);
    /// @param form Of the help. @param program The program's name. @param table The options, with
    /// their defaults. @return The page. @throws DhtOptionError There is no such form.
    std::string Page(const std::string& form, const std::string& program, Options table) const;
    /// @param argument An argument. @return Whether it is a word that the program takes.
    bool IsWord(const std::string& argument) const;

    std::string m_usage;                          //!< What the program does.
    bool m_takesWords{false};                     //!< Whether an argument may be no option.
    std::map<std::string, std::string> m_refused; //!< Attributes, and the options to use instead.
};

} // namespace ns3

#endif // DHT_CC_DHT_OPTION_TABLE_H
