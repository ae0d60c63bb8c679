# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
#
# Klemm, Le Boudec, Aberer: Congestion control for distributed hash tables, 2006.


rule nca06:
    input:
        figures_of("nca06"),
