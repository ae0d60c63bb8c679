# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""What makes JavaScript of the ring view: node, and packages of npm, which live in the build directory."""

import json
import os
import pathlib
import shutil
import subprocess
import sys

TOP = pathlib.Path(__file__).resolve().parent.parent.parent
HERE = TOP / "examples/view"
# whose libraries need what this one has
OLDEST_NODE = 18


class Missing(Exception):
    """Something that has to be installed is not; the message says what to do."""


class Toolchain:
    """Packages of npm in a directory, beside links to the sources, by which these find them."""

    def __init__(self, build):
        self.directory = pathlib.Path(build, "view").resolve()

    def install(self):
        """Have the packages of package-lock.json there, and no others; Missing if they cannot be had."""
        check_node()
        self.directory.mkdir(parents=True, exist_ok=True)
        for sources in ("examples/view", "test/view"):
            link(self.directory / sources, TOP / sources)
        stamp = self.directory / "installed"
        wanted = (HERE / "package-lock.json").read_text()
        if stamp.exists() and stamp.read_text() == wanted:
            return
        if os.environ.get("DHT_CC_INSTALL") == "no":
            raise Missing("packages of npm are missing, and DHT_CC_INSTALL=no forbids to install them")
        for name in ("package.json", "package-lock.json"):
            shutil.copy(HERE / name, self.directory)
        print("view: installing packages of npm into %s" % self.directory, file=sys.stderr, flush=True)
        # none of them needs scripts of its own to be run
        command = ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
        done = subprocess.run(command, cwd=self.directory, capture_output=True, text=True, check=False)
        if done.returncode:
            raise Missing("npm could not install the packages of %s:\n%s" % (HERE / "package-lock.json", done.stderr))
        stamp.write_text(wanted)

    def is_installed(self):
        """Whether install() has done so before."""
        return (self.directory / "installed").exists()

    def bundle(self, source, output, *options):
        """Make one file of a source, a path from the top of the tree, and all that it imports."""
        command = ["esbuild", source, "--outfile=%s" % output, "--bundle", "--preserve-symlinks", "--log-level=warning"]
        self.run(*command, *options)

    def run(self, program, *arguments):
        """A program of the packages; an error ends this one with what it says."""
        subprocess.run([self.directory / "node_modules/.bin" / program, *arguments], cwd=self.directory, check=True)

    def licences(self):
        """What the authors of the packages in the page want to go with it."""
        packages = json.loads((HERE / "package-lock.json").read_text())["packages"]
        for path, about in packages.items():
            if path and not about.get("dev"):
                for text in sorted((self.directory / path).glob("LICENSE*")):
                    yield "%s %s\n\n%s" % (path.removeprefix("node_modules/"), about["version"], text.read_text())


def check_node():
    """Missing unless there are npm and a node that is new enough."""
    for program in ("node", "npm"):
        if not shutil.which(program):
            raise Missing("%s was not found: install it (Debian: apt-get install nodejs npm)" % program)
    version = subprocess.run(["node", "--version"], capture_output=True, text=True, check=True).stdout.strip()
    if int(version.lstrip("v").split(".")[0]) < OLDEST_NODE:
        raise Missing("node %s is too old: the ring view needs version %d or newer" % (version, OLDEST_NODE))


def link(path, target):
    path.parent.mkdir(parents=True, exist_ok=True)
    # others may be reading through it
    if path.is_symlink() and path.readlink() != target:
        path.unlink()
    if not path.is_symlink():
        path.symlink_to(target)
