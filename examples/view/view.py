# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""./waf view: one page of HTML that shows what one or two recordings hold, and needs nothing else."""

import os
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "recording"), str(HERE.parents[1] / "helper" / "shared")]

import live
import outputs
import pages
import recording
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
            check_recording(file, self.live)
        if not self.page:
            name = "-".join(file.stem for file in self.files) or showcase.NAME
            self.page = pathlib.Path(top, "out", "view", name + ".html")


def check_recording(file, grows):
    """Wrong if nothing of it can be shown; what is wrong with it besides is said, as the page does."""
    if grows:
        with open(file, "rb") as stream:
            begin = stream.read(len(recording.MAGIC))
        if not recording.MAGIC.startswith(begin):
            raise Wrong("%s is no recording of dht-cc: %s" % (file, USAGE))
        return
    try:
        read = recording.read(file)
    except (recording.NoRecording, OSError) as error:
        raise Wrong("%s %s: %s" % (file, error, USAGE)) from error
    if not any(kind == recording.SAMPLES for kind, _ in read.frames):
        raise Wrong("%s has no samples: %s" % (file, USAGE))
    if read.damage:
        print("view: %s: %s; the page shows what is before" % (file, read.damage), file=sys.stderr)


def asked(top, words):
    """What the words ask for, and nothing if that makes no sense, which has been said."""
    try:
        return Words(top, words)
    except Wrong as error:
        print("view: %s" % error, file=sys.stderr)
        return None


def run(top, build, jobs, options):
    """Make the page; without files, of a collapse and its cure, which are recorded now. Returns an exit status."""
    wanted = options.view
    try:
        tools = toolchain.Toolchain(build)
        tools.install()
    except toolchain.Missing as error:
        print("view: %s" % error, file=sys.stderr)
        return 2
    captions = ()
    if not wanted.files:
        wanted.files, captions = showcase.record(build, pathlib.Path(top, "out", "view")), showcase.CAPTIONS
    if wanted.into_doc:
        showcase.copy(wanted.files, top)
    if wanted.live:
        live.serve(pages.made(tools, wanted.files, is_live=True), wanted.files)
        return 0
    try:
        wanted.page.parent.mkdir(parents=True, exist_ok=True)
        outputs.write(wanted.page, pages.made(tools, wanted.files, captions=captions))
    except OSError as error:
        print("view: %s" % error, file=sys.stderr)
        return 1
    print("page: %s; open it in a browser" % wanted.page)
    return 0
