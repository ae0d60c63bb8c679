/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "store-experiment.h"

#include "dht-output-file.h"
#include "dht-program.h"
#include "dht-run-summary.h"
#include "dht-signal-guard.h"
#include "huge-pages.h"
#include "store-network.h"
#include "store-options.h"
#include "store-run.h"

#include <memory>
#include <nlohmann/json.hpp>

namespace ns3
{

namespace
{

void
RunStoreChecked(int argc, char* argv[])
{
    const StoreOptions options = StoreOptions::Parse(argc, argv);
    const DhtSignalGuard guard;
    dht::OutputFile summary("summary", options.summary);
    dht::OutputFile series("series", options.series);
    const std::unique_ptr<StoreNetwork> network = StoreNetwork::Make(options);
    StoreRun run(options, *network, series.IsWanted() ? &series.Stream() : nullptr);
    const auto simulate = [&] {
        run.Run();
        run.CloseRecording();
    };
    RunAndCommit(options.asGiven, series, summary, simulate, [&](nlohmann::ordered_json& json) {
        json["results"] = run.ResultsToJson();
        json["counters"] = network->CountersToJson();
        if (options.load > 0)
        {
            json["counters"]["under_way"] = network->UnderWay();
        }
    });
}

} // namespace

int
RunStore(int argc, char* argv[])
{
    UseHugePages(argv);
    return RunDhtProgram(argv[0], [=] { RunStoreChecked(argc, argv); });
}

} // namespace ns3
