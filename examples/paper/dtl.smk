# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
#
# Reale, Roverso, El-Ansary, Haridi: DTL, ICDCN 2012.


rule dtl:
    input:
        figures_of("dtl"),
