/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_PEER_ERROR_H
#define DHT_EMU_PEER_ERROR_H

#include <stdexcept>
#include <string>

/**
 * @file
 * @ingroup dht-emu
 * Why the program ends without having done what it was asked for.
 */

namespace dht
{

/// The program ends with one line and an exit status.
class PeerError : public std::runtime_error
{
  public:
    /// The exit status.
    enum Status
    {
        kFailed = 1,     ///< Anything else.
        kBadOption = 2,  ///< An option is wrong.
        kCannotBind = 3, ///< The address or the port cannot be used.
        kCannotJoin = 4, ///< No peer of the ring answers, or not in this version.
        kNotThere = 5,   ///< What was to be fetched is not in the ring, or not enough of it.
    };

    /// @param status The exit status. @param message What is wrong and what to do.
    PeerError(Status status, const std::string& message)
        : std::runtime_error(message),
          m_status(status)
    {
    }

    /// @return The exit status.
    Status GetStatus() const
    {
        return m_status;
    }

  private:
    Status m_status; ///< The exit status.
};

} // namespace dht

#endif // DHT_EMU_PEER_ERROR_H
