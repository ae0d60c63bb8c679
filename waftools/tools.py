# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
#
# The commands that build, and then run a Python file.

import importlib.util
import os
import sys

import waflib.Context
from waflib import Logs, Options
from waflib.Build import BuildContext


def load(node):
    name = os.path.splitext(node.name)[0].replace("-", "_")
    specification = importlib.util.spec_from_file_location(name, node.abspath())
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


class Tool:
    # Runs a python file after the build: its run() gets the directories, the number of jobs and
    # waf's options, and returns an exit status; what its check() says of these comes before the build.

    fun = "build"
    tool = None

    def execute_build(self):
        node = self.path.find_node(self.tool)
        if not node:
            self.fatal("%s is missing" % self.tool)
        tool = load(node)
        # before anything is built, as far as that can be told
        status = tool.check(self.options) if hasattr(tool, "check") else 0
        if status:
            sys.exit(status)
        super().execute_build()
        sys.stdout.flush()
        status = tool.run(self.path.abspath(), self.bldnode.abspath(), self.jobs, self.options)
        if status:
            Logs.error("%s failed", self.cmd)
            sys.exit(status)


class DemoContext(Tool, BuildContext):
    """builds, then shows congestion collapse and its cures"""

    cmd = "demo"
    parts = ["demo"]
    tool = "examples/demo/demo.py"


class FiguresContext(Tool, BuildContext):
    """builds, then draws the papers' figures; --full: in their size"""

    cmd = "figures"
    parts = ["examples"]
    tool = "examples/paper/figures.py"


class SweepContext(Tool, BuildContext):
    """builds, then runs a program for every combination of the options after the word sweep"""

    cmd = "sweep"
    parts = ["examples"]
    tool = "examples/sweep/sweep.py"

    def execute_build(self):
        # ./waf has kept these words from waf's own options
        self.options.sweep = Options.words
        super().execute_build()


class EmulateContext(Tool, BuildContext):
    """builds, then lets processes be peers of a ring behind emulated access links"""

    cmd = "emulate"
    tool = "emu/emulate.py"


class FuzzContext(Tool, BuildContext):
    """builds the fuzzers and the core's checks with clang's sanitizers, and runs them; --frames: how many they try"""

    cmd = "fuzz"
    fun = "build_fuzzers"
    tool = "test/fuzz/fuzz.py"


class BenchContext(Tool, BuildContext):
    """builds, then measures speed and memory of both hosts: about five minutes"""

    cmd = "bench"
    parts = ["examples"]
    tool = "examples/bench/bench.py"


class ViewContext(Tool, BuildContext):
    """makes a page that shows rings over time: of recordings, the files after the word view, or of a collapse and its cure"""

    cmd = "view"
    parts = ["demo"]
    tool = "examples/view/view.py"

    def execute(self):
        top = waflib.Context.run_dir
        tool = load(self.root.find_node(os.path.join(top, self.tool)))
        self.options.view = tool.asked(top, Options.words)
        if not self.options.view:
            sys.exit(2)
        # only what is to be recorded has to be built
        if not self.options.view.files:
            super().execute()
        elif tool.run(top, os.path.join(top, waflib.Context.g_module.out), 1, self.options):
            sys.exit(2)
