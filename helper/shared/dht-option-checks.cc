/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-option-checks.h"

#include "dht-option-error.h"
#include "dht-scheme-options.h"

namespace dht
{

void
CheckLoad(const std::string& scheme,
          double load,
          const PeerOptions& peer,
          const std::string& instead)
{
    if (load == 0 && TakesAnyNumber(scheme) && !peer.LimitsLookups())
    {
        throw OptionError("--load=0: the scheme " + scheme +
                          " takes any number of requests at once, so it needs an offered load "
                          "above 0 requests/s" +
                          instead);
    }
}

void
FinishLookupWindow(Options& table, const PeerOptions& peer)
{
    const bool isIterative = peer.routing == RoutingMode::kIterative;
    table.CheckEffect(isIterative, {"lookup-window"}, "--routing=iterative");
    if (!peer.LimitsLookups())
    {
        table.Hide("lookup-window");
    }
}

void
CheckOutputs(const std::string& summary, const std::string& series)
{
    if (!summary.empty() && summary == series)
    {
        throw OptionError("series", series, "is --summary's file too");
    }
}

} // namespace dht
