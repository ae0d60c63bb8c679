# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
#
# Which congestion control schemes there are: those that the programs were built with.

import re
import subprocess

# without congestion control: what all others are compared with
NONE = "none"


def names(program):
    """The schemes that a program of ns-3 knows, in the order they were registered: its help lists them."""
    text = subprocess.run([program, "--help"], capture_output=True, text=True, check=True).stdout
    found = re.search(r"^ *--scheme: .*: ([^:\[]*) \[", text, re.MULTILINE)
    if not found:
        raise ValueError("%s lists no schemes" % program)
    return found.group(1).split(", ")
