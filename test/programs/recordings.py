# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""Checks of recordings, for recording-test.cc: short runs of programs, read by the reader of examples/recording."""

import argparse
import os
import pathlib

from recorded_peers import emulated, real
from recorded_programs import churn, collapse, flows, lock_up, million, queues, store
from recording_files import broken, converted, harmless, index, killed, options, refused

CHECKS = [collapse, million, churn, store, flows, queues, real, emulated, harmless, options, index, broken, killed, refused, converted, lock_up]

if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("check", choices=[check.__name__ for check in CHECKS])
    parser.add_argument("--examples", type=pathlib.Path, required=True)
    parser.add_argument("--emu", type=pathlib.Path)
    parser.add_argument("--scratch", type=pathlib.Path, required=True)
    given = parser.parse_args()
    os.chdir(given.scratch)
    {check.__name__: check for check in CHECKS}[given.check](given)
