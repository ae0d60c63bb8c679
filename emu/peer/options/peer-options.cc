/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "peer-options.h"

#include "dht-option-checks.h"
#include "dht-scheme-registry.h"
#include "option-reader.h"
#include "peer-commands.h"
#include "peer-option-checks.h"
#include "peer-option-table.h"
#include "peer-option-values.h"
#include "peer-store-options.h"

#include <string>

namespace dht
{

namespace
{

const char* const kUsage =
    "A peer of an overlay, as a process: it joins a ring, relays and answers, and looks up random\n"
    "keys, at a given load or as fast as its congestion control scheme admits. The summary is "
    "JSON,\n"
    "on standard output unless --summary names a file.\n\n"
    "    dht-peer --listen=10.0.0.1:7000                          begins a ring\n"
    "    dht-peer --listen=10.0.0.2:7000 --join=10.0.0.1:7000     joins it\n"
    "    dht-peer lookup KEY --join=10.0.0.1:7000                 asks it who is responsible; "
    "without\n"
    "                                                             KEY, for each line of standard "
    "input\n"
    "    dht-peer serve --listen=10.0.0.1:7000 --store=DIR        begins a ring that keeps "
    "fragments "
    "of\n"
    "                                                             files for others\n"
    "    dht-peer put FILE --join=10.0.0.1:7000                   stores a file, prints its KEY\n"
    "    dht-peer get KEY --join=10.0.0.1:7000 > FILE             fetches it\n"
    "    dht-peer check KEY --join=10.0.0.1:7000                  says how many fragments are "
    "left\n"
    "    dht-peer renew KEY --join=10.0.0.1:7000 --keep           lets it be kept, until it is "
    "told "
    "to end\n"
    "    dht-peer fetch KEY --join=10.0.0.1:7000                  says how long a block takes; "
    "without\n"
    "                                                             KEY, each of standard input\n\n"
    "lookup: a KEY of 40 hexadecimal digits is taken as it is, any other text by its SHA-1 "
    "digest.\n"
    "SIGTERM, SIGHUP and SIGINT end the measurement: the peer leaves the ring and writes its "
    "summary.\n"
    "Then it exits with status 0; but after SIGINT (Ctrl-C) it ends by that signal.\n"
    "Exit status: 0 done, 1 it failed, 2 an option is wrong, 3 the port cannot be used, 4 no peer "
    "of\n"
    "the ring answers, or not in this version of the protocol, 5 get, check, renew, fetch: it "
    "is\n"
    "not there, or too little of it.\n\n";

} // namespace

PeerProgramOptions
PeerProgramOptions::Parse(int argc, const char* const* argv)
{
    PeerProgramOptions o;
    PeerTexts texts;
    Options table;
    DefinePeerOptions(table, o, texts);
    const ProgramText program{"dht-peer", kUsage, PeerCommandNames()};
    const CommandLine line = ReadCommandLine(program, table, argc, argv);
    if (!line.answer.empty())
    {
        o.command = PeerCommand::kAnswer;
        o.answer = line.answer;
        return o;
    }
    TakeWords(o, line.words);
    ConvertTexts(o, texts);
    TakeStore(o, table);
    FinishTransport(o, table);
    FinishLookupWindow(table, o.peer.peer);
    if (o.workload.IsLimited())
    {
        table.SetUnlessGiven("warmup", "0s");
        table.SetUnlessGiven("duration", "3600s");
    }
    else if (o.command == PeerCommand::kLookup)
    {
        table.SetUnlessGiven("request-lifetime", "10s");
    }
    else if (o.idle)
    {
        table.SetUnlessGiven("warmup", "0s");
        table.SetUnlessGiven("duration", "0s");
    }
    const bool isPeer = o.command == PeerCommand::kRun;
    const std::string needed = "a peer, not with " + NameOf(o.command);
    table.CheckEffect(isPeer, {"contacts", "record"}, needed);
    o.recording.Check(table, {o.summary, o.series, o.contacts});
    table.CheckEffect(!o.idle, {"load", "arrivals", "requests", "message-size"}, "without --idle");
    o.asGiven = table.GetValues();
    CheckTogether(o);
    table.CheckEffect(isPeer, {"summary", "series"}, needed);
    if (isPeer)
    {
        TakeContacts(o);
    }
    return o;
}

std::unique_ptr<CongestionControl>
PeerProgramOptions::MakeScheme() const
{
    const Scheme& found = SchemeRegistry::Get().Find(scheme);
    Parameters values = found.parameters;
    for (const auto& [name, value] : parameters)
    {
        values.Set(name, value);
    }
    return found.make(values);
}

WorkloadOptions
PeerProgramOptions::MakeWorkload(Time start) const
{
    WorkloadOptions options = workload;
    options.start = start;
    options.payloadSize = messageSize - HeaderSizeOf(*this);
    return options;
}

} // namespace dht
