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
CheckLoad(const std::string& scheme, double load, const std::string& instead)
{
    if (load == 0 && TakesAnyNumber(scheme))
    {
        throw OptionError("--load=0: the scheme " + scheme +
                          " takes any number of requests at once, so it needs an offered load "
                          "above 0 requests/s" +
                          instead);
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
