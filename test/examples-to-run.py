#!/usr/bin/env python3
#
# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
#
# What test.py of an ns-3 tree runs beside the test suite: (program, run it, run it in valgrind).

cpp_examples = [
    ("collapse-analysis --points=3", "True", "True"),
    ("collapse-analysis --overlay=tree --peers=16 --points=3", "True", "True"),
    ("collapse --scheme=none --peers=8 --load=9 --duration=2s --warmup=1s --quiet", "True", "True"),
    ("collapse --scheme=marking --peers=8 --duration=2s --warmup=1s --quiet", "True", "True"),
    ("collapse --ring=joining --join-time=1s --peers=8 --load=1 --duration=2s --warmup=1s --quiet", "True", "True"),
    ("churn --peers=8 --session=20s --downtime=5s --join-time=2s --warmup=1s --duration=10s --quiet", "True", "True"),
    ("deadlock-analysis --table --peers=16", "True", "True"),
    ("dtl-flows --duration=5s --warmup=1s --flows=dtl,tcp --quiet", "True", "True"),
    ("delays --peers=16", "True", "True"),
    ("delays --peers=16 --delay-model=globe", "True", "False"),
    ("million --peers=64 --load=20 --duration=2s --warmup=1s --quiet", "True", "True"),
    ("million --peers=64 --scheme=back-pressure --load=0 --duration=2s --warmup=1s --quiet", "True", "True"),
    ("routes --peers=8", "True", "True"),
    ("store --peers=32 --blocks=5 --gets=20 --quiet", "True", "True"),
    ("store --peers=32 --nearness=coordinates --settling-probes=5 --blocks=5 --gets=20 --quiet", "True", "False"),
]

python_examples = []
