/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_LINK_WINDOWS_H
#define DHT_EMU_LINK_WINDOWS_H

#include "dht-parameters.h"
#include "dht-transport-endpoint.h"

#include <string>
#include <utility>
#include <vector>

/**
 * @file
 * @ingroup dht-emu
 * Who governs a peer's links over the overlay's own transport.
 */

namespace dht
{

/// The windows of a peer's links: one governs at priority 0, multcp above.
struct LinkWindows
{
    std::string polite{"multiplicative"}; ///< At priority 0: a name of WindowRegistry.
    /// Of either, with their values; one that both have is of both.
    std::vector<std::pair<std::string, double>> constants;

    /// @return The names of both, for users.
    std::string Names() const;
    /// @return The constants that they have, with the defaults of links: delays are round trips, as
    /// the clocks of two machines drift apart.
    Parameters Table() const;
    /// @param priority Of links, at first. @return Makes their windows. @throws
    /// std::invalid_argument A constant is not in Table(), or its value is not allowed.
    TransportEndpoint::WindowMaker MakerAt(double priority) const;
};

} // namespace dht

#endif // DHT_EMU_LINK_WINDOWS_H
