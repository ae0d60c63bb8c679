# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""The delays of the runs of NSDI04, as the program delays sees them."""

import json

RUNS = (1, 2, 3)


def read(data):
    """What the program delays has found, by run number."""
    return {run: json.loads((data.directory / ("analyses/globe-%d.json" % run)).read_text())["results"] for run in RUNS}
