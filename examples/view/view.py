# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""./waf view: one page of HTML that shows what one or two recordings hold, and needs nothing else."""

import os
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[1] / "helper" / "shared")]

import live
import outputs
import pages
import showcase
import toolchain

USAGE = "write ./waf view [FILE [FILE2]] [--page=PAGE | --live], with one or two recordings (a program's --record=FILE)"
FLAGS = ("--into-doc", "--live")


class Wrong(ValueError):
    """Something is wrong with the command line."""


class Words:
    """What the words after ./waf view ask for; files that they name are relative to where the command was given."""

    def __init__(self, top, words):
        given = pathlib.Path(os.environ.get("PWD", "."))
        self.files = [given / word for word in words if not word.startswith("--")]
        self.page = None
        self.into_doc, self.live = (flag in words for flag in FLAGS)
        for word in words:
            name, _, value = word.partition("=")
            if name == "--page" and value:
                self.page = given / value
            elif word.startswith("--") and word not in FLAGS:
                raise Wrong("%s is no option: %s" % (word, USAGE))
        if len(self.files) > 2:
            raise Wrong("%d files: %s" % (len(self.files), USAGE))
        if self.into_doc and self.files:
            raise Wrong("--into-doc is for what ./waf view records itself")
        if self.live and (self.page or not self.files):
            raise Wrong("--live is for recordings that grow, and writes no page: %s" % USAGE)
        for file in self.files:
            if not file.is_file():
                raise Wrong("%s is no file: %s" % (file, USAGE))
        if not self.page:
            name = "-".join(file.stem for file in self.files) or showcase.NAME
            self.page = pathlib.Path(top, "out", "view", name + ".html")


def check(top, words):
    """What the words ask for, and nothing if that makes no sense, which has been said."""
    try:
        return Words(top, words)
    except Wrong as error:
        print("view: %s" % error, file=sys.stderr)
        return None


def run(top, build, jobs, options):
    """Make the page; without files, of a collapse and its cure, which are recorded now. Returns an exit status."""
    asked = options.view
    try:
        tools = toolchain.Toolchain(build)
        tools.install()
    except toolchain.Missing as error:
        print("view: %s" % error, file=sys.stderr)
        return 2
    if not asked.files:
        asked.files = showcase.record(build, pathlib.Path(top, "out", "view"))
    if asked.into_doc:
        showcase.copy(asked.files, top)
    if asked.live:
        live.serve(pages.made(tools, asked.files, is_live=True), asked.files)
        return 0
    try:
        asked.page.parent.mkdir(parents=True, exist_ok=True)
        outputs.write(asked.page, pages.made(tools, asked.files))
    except OSError as error:
        print("view: %s" % error, file=sys.stderr)
        return 1
    print("page: %s; open it in a browser" % asked.page)
    return 0
