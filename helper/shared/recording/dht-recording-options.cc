/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-recording-options.h"

#include "dht-option-error.h"

#include <algorithm>
#include <limits>

namespace dht
{

bool
RecordingOptions::IsWanted() const
{
    return !file.empty();
}

void
RecordingOptions::DefineSamples(Options& options)
{
    options.AddText("record", "File for a recording of each peer (see the page Recordings)", file);
    options.AddDuration("record-interval",
                        "From one sample of a recording to the next",
                        interval,
                        std::chrono::milliseconds(1));
}

void
RecordingOptions::Define(Options& options)
{
    DefineSamples(options);
    options.AddInteger("record-requests",
                       "Follow one in so many requests from peer to peer in a recording; 0: none",
                       oneIn,
                       0,
                       std::numeric_limits<std::uint32_t>::max());
}

void
RecordingOptions::DefineQueues(Options& options)
{
    options.AddSwitch("record-queues",
                      "Tell in a recording for which neighbours the queued requests of a peer are",
                      queues);
}

void
RecordingOptions::Check(const Options& options, const std::vector<std::string>& others) const
{
    options.CheckEffect(IsWanted(),
                        {"record-interval", "record-requests", "record-queues"},
                        "--record=FILE");
    if (IsWanted() && std::count(others.begin(), others.end(), file) > 0)
    {
        throw OptionError("record", file, "is another output's file too");
    }
}

const std::vector<std::string>&
RecordingOptions::Names()
{
    static const std::vector<std::string> names{"record",
                                                "record-interval",
                                                "record-requests",
                                                "record-queues"};
    return names;
}

} // namespace dht
