# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
#
# The options of ./waf emulate, for waf and for emulate.py alone: they are read by settings.py.

OPTIONS = {
    "real": {"metavar": "N", "help": "peers that are processes (default: 8)"},
    "simulated": {"metavar": "N", "help": "simulated peers in the same ring (default: 8)"},
    "scheme": {"metavar": "NAME", "help": "congestion control (default: marking)"},
    "load": {"metavar": "RATE", "help": "requests/s/peer (default: 0, as much as is admitted)"},
    "rate": {"metavar": "RANGE", "help": "of the access links (default: 600kbps..1000kbps)"},
    "delay": {"metavar": "RANGE", "help": "between two peers, one way (default: 10ms..30ms)"},
    "hold": {"metavar": "N", "help": "requests that wait for one neighbour cross together (default: 0, no)"},
    "upload-rate": {"metavar": "RATE", "help": "for which real peers that hold take their uplinks (default: what these have)"},
    "warmup": {"metavar": "TIME", "help": "before the measurement (default: 20s; marking: 1min)"},
    "duration": {"metavar": "TIME", "help": "of the measurement (default: 1min)"},
    "settle": {"metavar": "TIME", "help": "from the last join to the first request (default: 15s)"},
    "compare": {"action": "store_true", "help": "simulate the whole ring too"},
    "kill": {"metavar": "PERCENT", "help": "kill so many of the real peers at a third of the time"},
    "restart-emulator": {"action": "store_true", "help": "kill the emulator, and start it again"},
    "lag-limit": {"metavar": "TIME", "help": "99 percent of the emulator's events may be so late (default: 10ms)"},
    "output": {"metavar": "DIRECTORY", "help": "for summaries, logs and the picture (default: out/emulate)"},
    "namespaces": {"metavar": "NAME", "help": "what the names of namespaces begin with (default: dht)"},
}
