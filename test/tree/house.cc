/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "house.h"

#include <algorithm>

namespace tree
{
namespace
{

/// What every experiment is built on.
const Names kBelowExperiments{"model",
                              "helper/shared",
                              "helper",
                              "helper/program",
                              "helper/record"};

} // namespace

const std::vector<Room> kHouse{
    {"model/protocol/base", {}, false},
    {"model/protocol/coordinates", {"model/protocol/base"}, false},
    {"model/protocol/blocks", {"model/protocol/base"}, false},
    {"model/protocol/wire",
     {"model/protocol/base", "model/protocol/coordinates", "model/protocol/blocks"},
     false},
    {"model/protocol/window", {"model/protocol/base"}, false},
    {"model/protocol/transport", {"model/protocol/base", "model/protocol/window"}, false},
    {"model/protocol/rpc", {"model/protocol/base", "model/protocol/coordinates"}, false},
    {"model/protocol/routing", {"model/protocol/base"}, false},
    {"model/protocol/tables",
     {"model/protocol/base", "model/protocol/wire", "model/protocol/routing"},
     false},
    {"model/protocol/storage",
     {"model/protocol/base",
      "model/protocol/coordinates",
      "model/protocol/blocks",
      "model/protocol/wire",
      "model/protocol/rpc",
      "model/protocol/routing"},
     false},
    {"model/protocol/host",
     {"model/protocol/base", "model/protocol/wire", "model/protocol/routing"},
     false},
    {"model/protocol/links",
     {"model/protocol/base",
      "model/protocol/wire",
      "model/protocol/transport",
      "model/protocol/routing",
      "model/protocol/host"},
     false},
    {"model/protocol/congestion", {"model/protocol/base", "model/protocol/routing"}, false},
    {"model/protocol/relay",
     {"model/protocol/base",
      "model/protocol/wire",
      "model/protocol/routing",
      "model/protocol/host",
      "model/protocol/congestion"},
     false},
    {"model/protocol/request",
     {"model/protocol/base",
      "model/protocol/wire",
      "model/protocol/routing",
      "model/protocol/relay"},
     false},
    {"model/protocol/maintenance",
     {"model/protocol/base",
      "model/protocol/wire",
      "model/protocol/routing",
      "model/protocol/tables",
      "model/protocol/host",
      "model/protocol/congestion"},
     false},
    {"model/protocol/peer",
     {"model/protocol/base",
      "model/protocol/wire",
      "model/protocol/relay",
      "model/protocol/request",
      "model/protocol/maintenance"},
     false},
    {"model/protocol/memory",
     {"model/protocol/base",
      "model/protocol/wire",
      "model/protocol/routing",
      "model/protocol/host",
      "model/protocol/congestion",
      "model/protocol/request",
      "model/protocol/peer"},
     false},
    {"model/protocol/overlay-store",
     {"model/protocol/base",
      "model/protocol/blocks",
      "model/protocol/wire",
      "model/protocol/routing",
      "model/protocol/storage",
      "model/protocol/host",
      "model/protocol/request"},
     false},
    {"model/protocol/hostile",
     {"model/protocol/base",
      "model/protocol/wire",
      "model/protocol/host",
      "model/protocol/congestion",
      "model/protocol/request",
      "model/protocol/peer"},
     false},
    {"model/common", {"model/protocol"}, true},
    {"model/access", {"model/protocol", "model/common"}, true},
    {"model/packet", {"model/protocol", "model/common", "model/access"}, true},
    {"model/messages", {"model/protocol", "model/common"}, true},
    {"model/analysis", {"model/protocol", "model/common"}, false},
    {"helper/shared", {"model/protocol"}, false},
    {"helper/shared/recording", {"model/protocol", "helper/shared"}, false},
    {"helper", {"model", "helper/shared"}, true},
    {"helper/program", {"model", "helper/shared", "helper"}, true},
    {"helper/record", {"model", "helper/shared", "helper"}, true},
    {"helper/experiments/analysis", kBelowExperiments, true},
    {"helper/experiments/churn", kBelowExperiments, true},
    {"helper/experiments/collapse", kBelowExperiments, true},
    {"helper/experiments/coordinates", kBelowExperiments, true},
    {"helper/experiments/dtl-flows", kBelowExperiments, true},
    {"helper/experiments/million", kBelowExperiments, true},
    {"helper/experiments/store", kBelowExperiments, true},
    {"emu/peer/base", {"model/protocol", "helper/shared"}, false},
    {"emu/peer/sockets", {"model/protocol", "emu/peer/base"}, false},
    {"emu/peer/storage", {"model/protocol", "emu/peer/base", "emu/peer/sockets"}, false},
    {"emu/peer/links", {"model/protocol", "emu/peer/base", "emu/peer/sockets"}, false},
    {"emu/peer/live",
     {"model/protocol",
      "helper/shared",
      "emu/peer/base",
      "emu/peer/sockets",
      "emu/peer/storage",
      "emu/peer/links"},
     false},
    {"emu/peer/options",
     {"model/protocol",
      "helper/shared",
      "emu/peer/base",
      "emu/peer/sockets",
      "emu/peer/storage",
      "emu/peer/links",
      "emu/peer/live"},
     false},
    {"emu/peer/outside",
     {"model/protocol",
      "helper/shared",
      "emu/peer/base",
      "emu/peer/sockets",
      "emu/peer/storage",
      "emu/peer/links",
      "emu/peer/live",
      "emu/peer/options"},
     false},
    {"emu/peer/program",
     {"model/protocol",
      "helper/shared",
      "emu/peer/base",
      "emu/peer/sockets",
      "emu/peer/storage",
      "emu/peer/links",
      "emu/peer/live",
      "emu/peer/options",
      "emu/peer/outside"},
     false},
    {"emu/storm", {"model/protocol", "helper/shared", "emu/peer"}, false},
    {"emu/bench", {"model/protocol", "helper/shared", "emu/peer"}, false},
    {"emu/gateway", {"model", "helper/shared", "helper", "helper/program", "helper/record"}, true},
};

bool
StartsWith(const std::string& text, const std::string& start)
{
    return text.compare(0, start.size(), start) == 0;
}

bool
MayInclude(const Room& room, const std::string& from)
{
    // what scripts call lies in helper/ itself: it is a room, and no storey
    return from == room.name ||
           std::any_of(room.below.begin(), room.below.end(), [&](const std::string& below) {
               return from == below || (below != "helper" && StartsWith(from, below + "/"));
           });
}

} // namespace tree
