/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_OUTPUT_PLACE_H
#define DHT_OUTPUT_PLACE_H

#include <optional>
#include <stdexcept>
#include <string>

/**
 * @file
 * @ingroup dht-shared
 * What is where an output is to go.
 */

namespace dht
{

/// An output cannot be written.
class OutputError : public std::runtime_error
{
  public:
    /// @param name What was to be written. @param why Why it cannot be.
    OutputError(const std::string& name, const std::string& why)
        : std::runtime_error(name + ": " + why),
          m_why(why)
    {
    }

    /// @return The reason without the name.
    const std::string& Why() const
    {
        return m_why;
    }

  private:
    std::string m_why; ///< Why it cannot be written.
};

/// What a path leads to, and so how an output gets there.
struct OutputPlace
{
    std::string path; ///< Behind all symbolic links, of which the last one may lead nowhere yet.
    /// One of this process, such as 1 for /dev/stdout: it is written to as it is.
    std::optional<int> descriptor;
    bool isDirect{false}; ///< A pipe, a device or a descriptor, which cannot be replaced.
};

/// @param path What the user has said; "-" is standard output. @return What is there. @throws
/// OutputError Nothing can be written there: it is a directory, or not allowed, or links go round
/// in a circle.
OutputPlace FindOutputPlace(const std::string& path);

/// @param path A path. @return The directory where its name is.
std::string DirectoryOf(const std::string& path);

} // namespace dht

#endif // DHT_OUTPUT_PLACE_H
