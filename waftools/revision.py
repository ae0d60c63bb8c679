# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
#
# Which commit this is, and the archive of it.

import os
import subprocess

from waflib import Logs

# where git puts the commit into an archive (.gitattributes)
ARCHIVED_COMMIT = "$Format:%H$"
UNKNOWN = "unknown"


def commit(directory):
    # "+" after the commit: tracked files have been changed since. The ceiling keeps git from
    # answering for a repository that merely contains this directory.
    describe = ["describe", "--always", "--abbrev=12", "--dirty=+", "--exclude=*"]
    environment = dict(os.environ, GIT_CEILING_DIRECTORIES=os.path.dirname(directory))
    try:
        return subprocess.check_output(
            ["git", "-C", directory, *describe],
            env=environment,
            stderr=subprocess.DEVNULL,
            text=True,
        ).strip()
    except (OSError, subprocess.CalledProcessError):
        return UNKNOWN if ARCHIVED_COMMIT.startswith("$") else ARCHIVED_COMMIT[:12]


def pack(ctx, out, name):
    directory = ctx.path.abspath()
    packed = commit(directory)
    if packed in (UNKNOWN, ARCHIVED_COMMIT[:12]) or packed.endswith("+"):
        ctx.fatal("an archive is made of a commit, in a clone of the repository; here it is %r" % packed)
    archive = ctx.path.make_node(out).make_node(name + ".tar.gz")
    archive.parent.mkdir()
    command = ["git", "archive", "--format=tar.gz", "--prefix=%s/" % name, "--output", archive.abspath(), "HEAD"]
    if subprocess.call(command, cwd=directory):
        ctx.fatal("git could not pack %s" % archive)
    Logs.info("packed %s of commit %s", archive.path_from(ctx.path), packed)
