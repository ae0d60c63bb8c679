# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
#
# Writes the pages, and the reference of the public headers.

import os
import shutil
import subprocess
import sys

from waflib import Logs

from waftools.sources import public_headers
from waftools.tools import load


def write(ctx, out, version):
    if not ctx.path.find_node("doc/conf.py"):
        ctx.fatal("doc/conf.py is missing")
    html = os.path.join(out, "doc", "html")
    settings = ["-D", "version=" + version, "-D", "release=" + version, *_write_reference(ctx, out, version)]
    settings += _write_living_ring(ctx, out, html)
    command = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-b", "html", *settings]
    if subprocess.call(command + ["doc", html], cwd=ctx.path.abspath()):
        ctx.fatal("the documentation has errors")
    Logs.info("wrote %s", os.path.join(html, "index.html"))


def _write_living_ring(ctx, out, html):
    # what Sphinx gets to know of it
    tool = load(ctx.path.find_node("examples/view/view.py"))
    toolchain = tool.toolchain.Toolchain(os.path.join(ctx.path.abspath(), out))
    try:
        toolchain.install()
    except tool.toolchain.Missing as error:
        Logs.warn("a picture instead of the living ring: %s", error)
        return []
    page = ctx.path.make_node(os.path.join(html, tool.showcase.NAME + ".html"))
    page.parent.mkdir()
    page.write(tool.pages.made(toolchain, tool.showcase.shipped(ctx.path.abspath()), captions=tool.showcase.CAPTIONS), encoding="utf-8")
    return ["-t", "living_ring"]


def _write_reference(ctx, out, version):
    # what Sphinx gets to know of the reference
    if not shutil.which("doxygen"):
        Logs.warn("doxygen was not found: no reference of the headers (Debian: apt-get install doxygen)")
        return []
    directory = ctx.path.make_node(os.path.join(out, "doc"))
    # no page of a header that is no more
    for name in ("xml", "html/api"):
        shutil.rmtree(directory.make_node(name).abspath(), ignore_errors=True)
    directory.make_node("html").mkdir()
    headers = [header.path_from(ctx.path) for header in public_headers(ctx)]
    settings = {"PROJECT_NUMBER": version, "OUTPUT_DIRECTORY": directory.abspath(), "INPUT": " ".join(headers)}
    lines = ["@INCLUDE = doc/Doxyfile"] + ["%s = %s" % setting for setting in settings.items()]
    command = {"args": ["doxygen", "-"], "input": "\n".join(lines), "text": True, "cwd": ctx.path.abspath()}
    if subprocess.run(**command, check=False).returncode:
        # each version of Doxygen finds faults of its own
        Logs.warn("doxygen found faults in the headers' comments")
    return ["-t", "doxygen", "-D", "api_xml=" + directory.make_node("xml").abspath()]
