/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_CONTACTS_H
#define DHT_EMU_CONTACTS_H

#include "dht-endpoint.h"

#include <cstddef>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup dht-emu
 * Peers of the ring that a peer has met, so that it finds the ring again.
 */

namespace dht
{

/// A file of endpoints, one a line; what begins with # is a comment.
class Contacts
{
  public:
    /// Endpoints kept at the most.
    static constexpr std::size_t kMost = 64;

    /**
     * Read the file, if it is there.
     *
     * @param path Where it is; if empty, there is none, and nothing is ever written.
     * @throws OptionError It cannot be read, or is broken; it names the line.
     */
    explicit Contacts(const std::string& path);

    /// @return Whether there is a file.
    bool IsWanted() const;

    /// @return Whether the file was there.
    bool IsThere() const;

    /// @return What was read or saved last.
    const std::vector<Endpoint>& All() const;

    /**
     * Make the file anew, in one step.
     *
     * @param met Who is known now; those that were known before follow as long as there is room.
     * @throws std::runtime_error It cannot be written.
     */
    void Save(const std::vector<Endpoint>& met);

    /// Find out whether the file can be written. @throws OptionError It cannot.
    void CheckWritable() const;

  private:
    /// Add an endpoint, if it is new and there is room. @param endpoint A peer to join through.
    /// @return Whether there was room.
    bool Add(const Endpoint& endpoint);
    /// Read a line. @param line An endpoint, a comment or nothing. @param number The line's number,
    /// from 1, for errors. @throws OptionError It is broken.
    void ReadLine(const std::string& line, std::size_t number);

    std::string m_path;                ///< Where it is.
    bool m_isThere{false};             ///< Whether it was there.
    std::vector<Endpoint> m_endpoints; ///< What it holds.
};

} // namespace dht

#endif // DHT_EMU_CONTACTS_H
