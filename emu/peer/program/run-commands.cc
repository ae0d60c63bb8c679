/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "run-commands.h"

#include "peer-endpoint.h"
#include "peer-log.h"
#include "peer-option-checks.h"
#include "peer-option-table.h"
#include "peer-run.h"

#include <algorithm>

namespace dht
{

namespace
{

const char* const kServeUsage =
    "A peer of a ring: it joins, relays and answers, and makes no requests of its own. Without\n"
    "--join, it begins a ring; with --store, it keeps fragments of files for others.\n\n"
    "    dht-peer serve --listen=10.0.0.1:7000 --store=DIR\n"
    "    dht-peer serve --listen=10.0.0.2:7000 --store=DIR --join=10.0.0.1:7000\n\n"
    "SIGTERM, SIGHUP and SIGINT end it: it hands over what it stores, and leaves the ring. One "
    "more\n"
    "signal ends that at once. Exit status: 0 it was told to end (after Ctrl-C, it ends by that\n"
    "signal), 1 it failed, 2 an option is wrong, 3 the address or port cannot be used, 4 no peer "
    "of\n"
    "the ring answers, or not in this version of the protocol.\n";

const char* const kLoadUsage =
    "A load test: a peer joins a ring, makes requests for random keys, at a given load or as fast "
    "as\n"
    "its congestion control scheme admits, measures, leaves the ring, and writes a summary in "
    "JSON, to\n"
    "standard output unless --summary names a file.\n\n"
    "    dht-peer load --listen=10.0.0.2:7000 --join=10.0.0.1:7000 --load=20 --summary=2.json\n\n"
    "SIGTERM, SIGHUP and SIGINT end the measurement, a second one --linger, a third one the "
    "program.\n"
    "Exit status: as of serve.\n";

/// A peer.
class RunningCommand : public PeerCommand
{
  public:
    using PeerCommand::PeerCommand;

    void Define(Options& table) override
    {
        DefinePeerOptions(table, m_options, m_texts);
        table.BeginGroup("Service");
        table.AddText("config",
                      "File of options, one per line without dashes, such as listen = "
                      "10.0.0.1:7000; # begins a comment; the command line has the last word",
                      m_config);
        table.Add(
            {"metrics",
             "Port at which GET /metrics gives counters in OpenMetrics' format, on loopback, or "
             "ADDRESS:PORT",
             "",
             [this](const std::string& text) { TakeMetrics(text); }});
        DefineResults(table, m_options);
    }

    void Take(const std::vector<std::string>& /* words */, Options& table) override
    {
        FinishPeerOptions(m_options, m_texts, table);
    }

    int Run() override
    {
        return PeerRun(m_options).Run();
    }

  protected:
    PeerProgramOptions m_options; ///< What it is asked for.
    PeerTexts m_texts;            ///< Values that are texts until all options are known.

  private:
    /// @param text Value of --metrics. @throws OptionError It is none.
    void TakeMetrics(const std::string& text)
    {
        if (text.find(':') != std::string::npos)
        {
            m_options.metrics = ParseListen("metrics", text);
            return;
        }
        try
        {
            m_options.metrics = ParseListen("metrics", "127.0.0.1:" + text);
        }
        catch (const OptionError&)
        {
            throw OptionError(
                "metrics",
                text,
                "allowed is a port on loopback, 1 to 65535 or 0 for any that is free, "
                "or an address and a port such as 10.0.0.1:9100");
        }
    }

    std::string m_config; ///< The file of options, which was read.
};

/// A peer that is there for others.
class ServeCommand : public RunningCommand
{
  public:
    ServeCommand()
        : RunningCommand({"serve",
                          "--listen=HOST:PORT",
                          "be a peer of a ring until told to end (--listen without a command, too)",
                          kServeUsage})
    {
        m_options.serves = true;
        m_options.idle = true;
        m_options.warmup = Time(0);
        m_options.duration = Time(0);
    }

    void Define(Options& table) override
    {
        RunningCommand::Define(table);
        table.BeginGroup("Service");
        table.AddChoice("log-level",
                        "The least important lines of the log that are written",
                        m_options.logLevel,
                        kLogLevels);
    }
};

/// A peer that makes requests, and measures.
class LoadCommand : public RunningCommand
{
  public:
    LoadCommand()
        : RunningCommand({"load",
                          "--listen=HOST:PORT",
                          "be a peer that makes requests, measures, and writes a summary",
                          kLoadUsage})
    {
    }

    void Define(Options& table) override
    {
        DefineLoad(table, m_options, m_texts);
        RunningCommand::Define(table);
    }

    void Take(const std::vector<std::string>& words, Options& table) override
    {
        const auto isGiven = [&](const char* name) { return table.WasGiven(name); };
        const auto loads = {"load", "arrivals", "requests"};
        if (!m_options.peer.store.directory.empty() &&
            std::none_of(loads.begin(), loads.end(), isGiven))
        {
            table.SetUnlessGiven("idle", "true");
        }
        if (m_options.workload.IsLimited())
        {
            table.SetUnlessGiven("warmup", "0s");
            table.SetUnlessGiven("duration", "3600s");
        }
        else if (m_options.idle)
        {
            table.SetUnlessGiven("warmup", "0s");
            table.SetUnlessGiven("duration", "0s");
        }
        RunningCommand::Take(words, table);
    }
};

} // namespace

std::unique_ptr<PeerCommand>
MakeServeCommand()
{
    return std::make_unique<ServeCommand>();
}

std::unique_ptr<PeerCommand>
MakeLoadCommand()
{
    return std::make_unique<LoadCommand>();
}

std::string
ImpliedRun(const std::vector<std::string>& options)
{
    PeerProgramOptions values;
    PeerTexts texts;
    Options table;
    DefineLoad(table, values, texts);
    DefineResults(table, values);
    const auto& all = table.All();
    return std::any_of(all.begin(),
                       all.end(),
                       [&](const Option& option) {
                           return std::count(options.begin(), options.end(), "--" + option.name) >
                                  0;
                       })
               ? "load"
               : "serve";
}

} // namespace dht
