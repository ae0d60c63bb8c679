# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""./waf view: one page of HTML that shows what one or two recordings hold, and needs nothing else."""

import base64
import html
import json
import os
import pathlib
import string
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "workflow")]

import looks
import toolchain

USAGE = "write ./waf view FILE [FILE2] [--page=PAGE], with one or two recordings (a program's --record=FILE)"
# as the page calls itself in a tab
TITLE = "%s: ring view"


class Wrong(ValueError):
    """Something is wrong with the command line."""


def run(top, build, words):
    """Make the page that the words ask for; returns an exit status."""
    try:
        files, page = read(top, words)
        tools = toolchain.Toolchain(build)
        tools.install()
    except (Wrong, toolchain.Missing) as error:
        print("view: %s" % error, file=sys.stderr)
        return 2
    page.parent.mkdir(parents=True, exist_ok=True)
    page.write_text(made(tools, files), encoding="utf-8")
    print("page: %s; open it in a browser" % page)
    return 0


def read(top, words):
    """The recordings and the page, as paths; what the words name is relative to where the command was given."""
    given = pathlib.Path(os.environ.get("PWD", "."))
    files = [given / word for word in words if not word.startswith("--")]
    if len(files) not in (1, 2):
        raise Wrong("%d files: %s" % (len(files), USAGE))
    page = pathlib.Path(top, "out", "view", "-".join(file.stem for file in files) + ".html")
    for word in words:
        name, _, value = word.partition("=")
        if name == "--page" and value:
            page = given / value
        elif word.startswith("--"):
            raise Wrong("%s is no option: %s" % (word, USAGE))
    for file in files:
        if not file.is_file():
            raise Wrong("%s is no file: %s" % (file, USAGE))
    return files, page


def made(tools, files):
    """The page, as text."""
    with tempfile.TemporaryDirectory() as scratch:
        bundle = pathlib.Path(scratch, "page.js")
        tools.bundle("examples/view/page/main.tsx", bundle, "--minify", "--format=iife", "--charset=ascii")
        script, style = bundle.read_text(), bundle.with_suffix(".css").read_text()
    settings = {
        "names": [file.name for file in files],
        "colours": {**looks.COLOURS},
        "spare": looks.COLOURS.spare,
    }
    recordings = [text_element("recording-%d" % index, packed(file)) for index, file in enumerate(files)]
    licences = "\n\n".join(tools.licences())
    return string.Template((HERE / "page" / "page.html").read_text()).substitute(
        title=html.escape(TITLE % ", ".join(file.stem for file in files)),
        style=style,
        settings=json.dumps(settings).replace("<", "\\u003c"),
        recordings="\n".join([*recordings, text_element("licences", html.escape(licences))]),
        script=script,
    )


def packed(file):
    """A file as text."""
    return base64.b64encode(file.read_bytes()).decode("ascii")


def text_element(name, text):
    return '<script type="text/plain" id="%s">%s</script>' % (name, text)
