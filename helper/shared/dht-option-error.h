/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_OPTION_ERROR_H
#define DHT_OPTION_ERROR_H

#include <stdexcept>
#include <string>

/**
 * @file
 * @ingroup dht-shared
 * The error of an option that is wrong.
 */

namespace dht
{

/// The error of a wrong option: the message names the option and says what is allowed.
class OptionError : public std::runtime_error
{
  public:
    using std::runtime_error::runtime_error;

    /**
     * @param name An option without dashes.
     * @param text Its value.
     * @param allowed What is wrong, or what is allowed.
     */
    OptionError(const std::string& name, const std::string& text, const std::string& allowed)
        : OptionError("--" + name + "=" + text + ": " + allowed)
    {
        m_name = name;
    }

    /// @return The option without dashes, if its value is wrong; otherwise empty.
    const std::string& Name() const
    {
        return m_name;
    }

  private:
    std::string m_name; ///< The option whose value is wrong.
};

} // namespace dht

#endif // DHT_OPTION_ERROR_H
