/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "peer-option-values.h"

#include "dht-option-values.h"
#include "dht-parameter-options.h"
#include "dht-scheme-options.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace dht
{

namespace
{

/// Units, and what each is of the smallest.
using Units = std::vector<std::pair<std::string, double>>;

/// @param text A number with one of the units. @param units The units. @return It in the smallest
/// unit; nothing unless it is from 1 to 10^15.
std::optional<double>
ParseQuantity(const std::string& text, const Units& units)
{
    double number = 0;
    const std::string unit = SplitNumber(text, number);
    const auto found = std::find_if(units.begin(), units.end(), [&](const auto& one) {
        return one.first == unit;
    });
    if (found == units.end() || !(number * found->second >= 1) || number * found->second > 1e15)
    {
        return std::nullopt;
    }
    return number * found->second;
}

/// @param name An option. @param text Its value. @return It in bytes/s. @throws OptionError It is
/// none.
double
ParseRate(const std::string& name, const std::string& text)
{
    CheckUnit(name, text, {"kbps", "Mbps"});
    const auto bits =
        ParseQuantity(text,
                      {{"bps", 1}, {"kbps", 1e3}, {"Kbps", 1e3}, {"Mbps", 1e6}, {"Gbps", 1e9}});
    if (!bits)
    {
        throw OptionError(name, text, "allowed is a rate such as 600kbps or 20Mbps");
    }
    return *bits / 8;
}

} // namespace

std::uint64_t
ParseBytes(const std::string& name, const std::string& text)
{
    CheckUnit(name, text, {"MB", "GB"});
    const auto bytes = ParseQuantity(text,
                                     {{"B", 1},
                                      {"kB", 1e3},
                                      {"KB", 1e3},
                                      {"MB", 1e6},
                                      {"GB", 1e9},
                                      {"TB", 1e12},
                                      {"KiB", 1024},
                                      {"MiB", 1048576},
                                      {"GiB", 1073741824.0}});
    if (!bytes)
    {
        throw OptionError(name, text, "allowed is a size up to 1000TB, such as 500MB or 2GiB");
    }
    return static_cast<std::uint64_t>(*bytes);
}

void
ConvertTexts(PeerProgramOptions& o, const PeerTexts& texts)
{
    if (!texts.seed.empty())
    {
        o.seed = ParseInteger("seed", texts.seed, 0, ~std::uint64_t{0});
    }
    o.peer.store.limits.bytes = ParseBytes("store-limit", texts.storeLimit);
    if (!texts.uploadRate.empty())
    {
        o.peer.uploadRate = ParseRate("upload-rate", texts.uploadRate);
    }
    o.parameters = ParseSchemeConstants(o.scheme, texts.parameters);
    o.peer.windows.constants = ParseConstants("transport-window-parameter",
                                              texts.windowParameters,
                                              o.peer.windows.Names(),
                                              o.peer.windows.Table());
    o.peer.routedAcks = texts.acks == "overlay";
    o.peer.tcp.sendBuffer = texts.sendBuffer;
    o.peer.tcp.receiveBuffer = texts.receiveBuffer;
    o.peer.connections.total = texts.connections;
    o.peer.transport.maxConnections = texts.connections;
    o.peer.connections.perHost =
        texts.perAddress > 0 ? texts.perAddress : std::max<std::size_t>(texts.connections / 4, 1);
    o.peer.connections.perNetwork =
        texts.perNetwork > 0 ? texts.perNetwork : std::max<std::size_t>(texts.connections / 2, 1);
}

} // namespace dht
