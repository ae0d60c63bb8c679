# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
#
# What the papers leave open.

ANALYSES["beyond-levels"] = ["analyses/uplink.csv"]


rule beyond:
    input:
        figures_of("beyond"),
        figures_of("hostile"),
        figures_of("schemes"),
