/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "program-run.h"

#include <gtest/gtest.h>
#include <string>

/// What the program store refuses.

namespace
{

class BadStoreOptionTest : public testing::TestWithParam<BadOption>
{
};

TEST_P(BadStoreOptionTest, EndsWithOneLineThatNamesItAndSaysWhatIsAllowed)
{
    ExpectRefused("store", GetParam(), "--summary");
}

INSTANTIATE_TEST_SUITE_P(
    Options,
    BadStoreOptionTest,
    testing::Values(
        BadOption{"--peers=1", "--peers", "from 2 to"},
        BadOption{"--peers=2^18", "--peers", "from 2 to"},
        BadOption{"--fragments=4", "--fragments=4", "needs 7 fragments"},
        BadOption{"--level=packets --transport=dtl --fragments=2 --needed=1",
                  "--fragments=2",
                  "needs 3 fragments on as many peers"},
        BadOption{"--overlay=tree", "--overlay=tree", "successors on a ring"},
        BadOption{"--overlay=chord --pns-candidates=4", "--pns-candidates", "chord-pns"},
        BadOption{"--block-size=8193", "--block-size", "to 8192"},
        BadOption{"--fragments=17", "--fragments", "to 16"},
        BadOption{"--needed=8", "--needed", "to 7"},
        BadOption{"--needed=3 --fragments=2", "--needed", "--fragments=2"},
        BadOption{"--fragments=6", "--fragments", "needs 7"},
        BadOption{"--wanted=0", "--wanted", "from 1"},
        BadOption{"--holder-choice=best", "--holder-choice", "nearest"},
        BadOption{"--locate-routing=both", "--locate-routing", "iterative"},
        BadOption{"--locate-end=nowhere", "--locate-end", "responsible"},
        BadOption{"--nearness=guess", "--nearness", "coordinates"},
        BadOption{"--settling-probes=9", "--settling-probes", "--nearness=coordinates"},
        BadOption{"--gets=0", "--gets", "from 1"},
        BadOption{"--only-lookups --level=packets", "--only-lookups", "--level=messages"},
        BadOption{"--rpc-waits --level=packets --transport=tcp", "--rpc-waits", "--transport=stp"},
        BadOption{"--only-lookups --load=1", "--only-lookups", "--load=0"},
        BadOption{"--only-lookups --readers=together", "--only-lookups", "--readers=random"},
        BadOption{"--only-lookups --duration=1min", "--only-lookups", "--duration=0s"},
        BadOption{"--concurrent=0", "--concurrent", "from 1"},
        BadOption{"--loss=91", "--loss", "to 90"},
        BadOption{"--down=96", "--down", "to 95"},
        BadOption{"--lifetime=0s", "--lifetime", "at least 1s"},
        BadOption{"--repair-below=0", "--repair-below", "from 1"},
        BadOption{"--session=1h", "--session", "--duration"},
        BadOption{"--duration=1h --gets=5", "--gets", "--duration"},
        BadOption{"--delay-model=mars", "--delay-model", "globe"},
        BadOption{"--level=bits", "--level", "packets"},
        BadOption{"--rate=1Mbps", "--rate", "--level=packets"},
        BadOption{"--level=packets --needed=1 --fragments=2", "--block-size=8192", "--needed has"},
        BadOption{"--level=packets --peers=8", "--block-size=8192", "or --peers"},
        BadOption{"--peers=64 --peers-per-node=3", "--peers-per-node", "multiple"},
        BadOption{"--peers=64 --peers-per-node=64", "--peers-per-node", "two nodes"},
        BadOption{"--readers=all", "--readers", "in-turn"},
        BadOption{"--readers=in-turn --down=5", "--down", "in-turn"},
        BadOption{"--readers=together --down=5", "--down", "together"},
        BadOption{"--window-multiplier=0", "--window-multiplier", "from 0.1"},
        BadOption{"--rpc-margin=1ms --level=packets --transport=tcp", "--rpc-margin", "stp"},
        BadOption{"--coordinate-space=space --level=packets --transport=tcp",
                  "--coordinate-space",
                  "stp"},
        BadOption{"--ns3::DhtStoreApplication::CoordinateSpace=space",
                  "CoordinateSpace",
                  "--coordinate-space"},
        BadOption{"--ns3::DhtStoreApplication::WindowHalving=each-round",
                  "WindowHalving",
                  "--window-halving"},
        BadOption{"--ns3::DhtStoreApplication::Wanted=7", "Wanted", "--wanted"}));

} // namespace
