# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""The page of the ring view: one file of HTML that holds recordings and needs nothing else."""

import base64
import html
import json
import pathlib
import string
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "workflow"))

import looks

# as the page calls itself in a tab
TITLE = "%s: ring view"


def made(tools, files, is_live=False, captions=()):
    """The page of some recordings, as text; one that is live asks whoever serves it for them.

    captions: what to watch, pairs of a time in seconds and a text; such a page begins to play by itself.
    """
    with tempfile.TemporaryDirectory() as scratch:
        bundle = pathlib.Path(scratch, "page.js")
        tools.bundle("examples/view/page/main.tsx", bundle, "--minify", "--format=iife", "--charset=ascii")
        script, style = bundle.read_text(), bundle.with_suffix(".css").read_text()
    settings = {
        "names": [file.name for file in files],
        "colours": {**looks.COLOURS},
        "spare": looks.COLOURS.spare,
        "live": is_live,
        "captions": [{"from": begin, "text": text} for begin, text in captions],
    }
    held = [] if is_live else files
    recordings = [text_element("recording-%d" % index, packed(file)) for index, file in enumerate(held)]
    licences = "\n\n".join(tools.licences())
    return string.Template((HERE / "page" / "page.html").read_text()).substitute(
        title=html.escape(TITLE % ", ".join(file.stem for file in files)),
        style=style,
        connect="'self'" if is_live else "'none'",
        settings=json.dumps(settings).replace("<", "\\u003c"),
        recordings="\n".join([*recordings, text_element("licences", html.escape(licences))]),
        script=script,
    )


def packed(file):
    """A file as text."""
    return base64.b64encode(file.read_bytes()).decode("ascii")


def text_element(name, text):
    return '<script type="text/plain" id="%s">%s</script>' % (name, text)
