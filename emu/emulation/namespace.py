# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
#
# Network namespaces, as emu/netns makes them.

import importlib.machinery
import importlib.util
import pathlib
import subprocess
import sys

TOOL = pathlib.Path(__file__).resolve().parent.parent / "netns"


class Missing(Exception):
    """The machine lacks something: a line each with what."""


def _load_tool():
    # its file has no suffix
    loader = importlib.machinery.SourceFileLoader("dht_netns", str(TOOL))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("dht_netns", loader))
    write, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    loader.exec_module(module)
    sys.dont_write_bytecode = write
    return module


# while it is open, this thread is in a network namespace: sockets that are made meanwhile stay there
inside = _load_tool().Inside


def _run(*arguments):
    done = subprocess.run([TOOL, *map(str, arguments)], text=True, capture_output=True, check=False)
    if done.returncode:
        raise Missing(done.stderr.strip())


def check():
    """That the machine has all that an emulation needs."""
    _run("check")


def make(prefix, count, first=0):
    _run("make", count, "--first=%d" % first, "--name=" + prefix)


def remove(prefix):
    _run("remove", "--name=" + prefix)
