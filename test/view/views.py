# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""Checks of ./waf view, for ring-view-test.cc. Exit status 77: something that it needs is not installed, and what."""

import argparse
import os
import pathlib
import shutil
import subprocess
import sys

TOP = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(TOP / "examples/view"))

import toolchain
import view

SKIPPED = 77
# so that a short run drops
SHORT_QUEUE = "--ns3::DhtPeerApplication::QueueCapacity=10"
# as node's own runner takes them
UNIT_CHECKS = ("recording", "state")
BROWSERS = ("chromium", "chromium-browser", "google-chrome")


def ready(given):
    """The tools, if they have been installed."""
    toolchain.check_node()
    tools = toolchain.Toolchain(given.build)
    if not tools.is_installed():
        raise toolchain.Missing("packages of npm are missing: ./waf view or ./waf test installs them")
    return tools


def types(given):
    """The sources are well typed."""
    tools = ready(given)
    tools.run("tsc", "-p", "examples/view")


def units(given):
    """What is read of a file, and what holds at a time."""
    run_checks(ready(given), UNIT_CHECKS)


def browser(given):
    """The page in a browser, of runs made now."""
    tools = ready(given)
    chromium = next(filter(None, map(shutil.which, BROWSERS)), None)
    if not chromium:
        raise toolchain.Missing("no Chromium was found: install it (Debian: apt-get install chromium)")
    scratch = pathlib.Path(given.scratch)
    runs = {scheme: scratch / (scheme + ".rec") for scheme in ("none", "marking")}
    for scheme, file in runs.items():
        record(given, scheme, file)
    whole = runs["none"].read_bytes()
    (scratch / "cut.rec").write_bytes(whole[: len(whole) * 2 // 3])
    (scratch / "other.rec").write_text("not a recording")
    for name, files in (
        ("none-marking", runs.values()),
        ("cut", [scratch / "cut.rec"]),
        ("other", [scratch / "other.rec"]),
    ):
        (scratch / (name + ".html")).write_text(view.made(tools, list(files)), encoding="utf-8")
    run_checks(tools, ["page"], chromium, scratch)


def record(given, scheme, file):
    """A short run that drops, and its summary beside its recording."""
    options = "--peers=8 --load=150 --rate=50kbps --warmup=8s --duration=4s --quiet".split()
    program = pathlib.Path(given.build, "examples/collapse")
    outputs = ["--record=%s" % file, "--summary=%s" % file.with_suffix(".json")]
    subprocess.run([program, "--scheme=%s" % scheme, *options, SHORT_QUEUE, *outputs], stdout=subprocess.DEVNULL, check=True)


def run_checks(tools, names, *arguments):
    """Some of test/view/, by node's runner, or as a program if they take arguments."""
    for name in names:
        output = tools.directory / "checks" / (name + ".test.mjs")
        options = ("--platform=node", "--format=esm", "--packages=external") if arguments else ("--platform=node", "--format=esm")
        tools.bundle("test/view/%s.test.ts" % name, output, *options)
    files = [tools.directory / "checks" / (name + ".test.mjs") for name in names]
    runner = [] if arguments else ["--test"]
    subprocess.run(["node", *runner, *files, *arguments], check=True)


def refused(given):
    """Words that make no sense are refused with what would; without node, it says what to install."""
    there = pathlib.Path(given.scratch, "there.rec")
    there.write_text("not a recording")
    for words, what in (
        ([], "0 files"),
        (["a", "b", "c"], "3 files"),
        (["nowhere.rec"], "nowhere.rec is no file"),
        ([str(there), "--pages=x"], "--pages=x is no option"),
    ):
        try:
            view.read(given.scratch, words)
            raise AssertionError("%s was not refused" % words)
        except view.Wrong as error:
            assert what in str(error) and "./waf view FILE" in str(error), error
    files, page = view.read("/top", [str(there), str(there)])
    assert (files, page) == ([there, there], pathlib.Path("/top/out/view/there-there.html")), page
    os.environ["PATH"] = given.scratch
    try:
        toolchain.check_node()
        raise AssertionError("there is a node where none is")
    except toolchain.Missing as error:
        assert "apt-get install nodejs" in str(error), error


def main():
    checks = {check.__name__: check for check in (types, units, browser, refused)}
    parser = argparse.ArgumentParser()
    parser.add_argument("check", choices=checks)
    parser.add_argument("--build", required=True)
    parser.add_argument("--scratch", required=True)
    given = parser.parse_args()
    try:
        checks[given.check](given)
    except toolchain.Missing as error:
        print(error)
        sys.exit(SKIPPED)
    except subprocess.CalledProcessError as error:
        # it has said why
        sys.exit(str(error))


main()
