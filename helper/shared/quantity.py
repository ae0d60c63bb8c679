# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
#
# Durations and data rates as the programs' options have them: a number with its unit, such as 500ms, or two with
# dots between them, such as 600kbps..1000kbps. What these programs refuse is refused here, too.

import re

DURATIONS = {"s": 1, "ms": 1e-3, "us": 1e-6, "ns": 1e-9, "min": 60, "h": 3600}
RATES = {"kbps": 1e3, "bps": 1, "Mbps": 1e6, "Gbps": 1e9}


def check_units(text, units):
    """Raise ValueError, which says how to write it, if one of the numbers is not 0 and has no unit."""
    for part in text.split(".."):
        if re.fullmatch(r"[\d.]+", part) and part.strip("0."):
            raise ValueError("has no unit: write %s" % " or ".join(part + unit for unit in list(units)[:2]))


def read_range(text, units):
    """The least and the greatest value, which are the same of a text without dots; ValueError if it is none."""
    check_units(text, units)
    parts, values = text.split(".."), []
    if len(parts) > 2:
        raise ValueError("has more than two ends: allowed is one value, or LEAST..GREATEST")
    for part in parts:
        found = re.fullmatch(r"(\d+(?:\.\d*)?|\.\d+)([a-zA-Z]*)", part)
        if not found or (found[2] or next(iter(units))) not in units:
            raise ValueError("allowed is a number with a unit (%s)" % ", ".join(units))
        values.append(float(found[1]) * units.get(found[2], 0))
    return values[0], values[-1]
