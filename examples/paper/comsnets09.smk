# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
#
# Klemm, Le Boudec, Kostic, Aberer: Handling very large numbers of messages in distributed hash tables, 2009.


rule comsnets09:
    input:
        figures_of("comsnets09"),
