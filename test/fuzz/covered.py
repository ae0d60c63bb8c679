# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""What of the code the fuzzers' inputs reach. They are replayed in programs that count, after the run, which is
faster without."""

import json
import os
import shutil
import subprocess

PROGRAM = "test/fuzz/covered-%s"
# the directories and files of the core that the fuzzers are about
PLACES = {
    "model/protocol/wire": ("deframer", "datagram"),
    "model/protocol/membership/base": ("maintenance",),
    "model/protocol/membership/chord": ("maintenance",),
    "model/protocol/membership/tables": ("maintenance",),
    "model/protocol/storage": ("storage",),
    "model/protocol/overlay-store/dht-overlay-store-message.cc": ("payload",),
    "model/protocol/transport": ("transport",),
}


class CoverageError(Exception):
    """It cannot be measured; the argument says why."""


def run(command, **arguments):
    done = subprocess.run(command, capture_output=True, text=True, check=False, **arguments)
    if done.returncode:
        raise CoverageError("%s: status %d\n%s" % (" ".join(command), done.returncode, done.stderr[-2000:]))
    return done.stdout


def replay(name, build, inputs, directory):
    """Its profile: how often it has come where."""
    profile = os.path.join(directory, name + ".profraw")
    program = os.path.join(build, PROGRAM % name)
    run([program, "-runs=0", *inputs], env=dict(os.environ, LLVM_PROFILE_FILE=profile))
    return profile


def report(top, build, llvm, inputs_of):
    """Lines: of each file, how many of its lines and branches are reached. inputs_of: directories, by fuzzer."""
    directory = os.path.join(build, "fuzz", "coverage")
    shutil.rmtree(directory, ignore_errors=True)
    os.makedirs(directory)
    yield "%-56s %16s %16s" % ("reached by the inputs of the corpus, file", "lines", "branches")
    for place, names in PLACES.items():
        profiles = [replay(name, build, inputs_of(name), directory) for name in names]
        merged = os.path.join(directory, "-".join(names) + ".profdata")
        run([os.path.join(llvm, "llvm-profdata"), "merge", "-o", merged, *profiles])
        first, *others = (os.path.join(build, PROGRAM % name) for name in names)
        objects = [first, *("-object=" + other for other in others), "-instr-profile=" + merged]
        said = run([os.path.join(llvm, "llvm-cov"), "export", "-summary-only", *objects, os.path.join(top, place)])
        text = run([os.path.join(llvm, "llvm-cov"), "show", *objects, os.path.join(top, place)])
        with open(os.path.join(directory, os.path.basename(place) + ".txt"), "w", encoding="utf-8") as file:
            file.write(text)
        files = [one for one in json.loads(said)["data"][0]["files"] if is_in(place, path_of(one["filename"], top))]
        yield from lines_of(files, top)
    yield "line by line: %s/*.txt" % directory


def path_of(name, top):
    return os.path.relpath(os.path.realpath(name), top)


def is_in(place, path):
    """Whether it is that file, or one of that directory or of those in it."""
    return path == place or path.startswith(place + "/")


def lines_of(files, top):
    total = {"lines": [0, 0], "branches": [0, 0]}
    for file in sorted(files, key=lambda one: one["filename"]):
        shares = []
        for what, sums in total.items():
            covered, count = (file["summary"][what][key] for key in ("covered", "count"))
            sums[0] += covered
            sums[1] += count
            shares.append(share_of(covered, count))
        yield "%-56s %16s %16s" % (path_of(file["filename"], top), *shares)
    yield "%-56s %16s %16s" % ("all of them", *(share_of(*sums) for sums in total.values()))


def share_of(covered, count):
    return "%d/%d %3.0f %%" % (covered, count, 100 * covered / count) if count else "-"
