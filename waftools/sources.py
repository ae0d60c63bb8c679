# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
#
# Which files are compiled, which of them together, and where their includes look.

import os

# ** finds a file in whatever directory it lives
PROTOCOL = "model/protocol/**/*.cc"
SHARED = "helper/shared/**/*.cc"
BUILD_INFO = "helper/shared/dht-build-info.cc"
HEADERS = "model/**/*.h helper/**/*.h"
# the line by which a header says that it is not installed
INTERNAL = " * @internal\n"

# waf puts a number into the name of each object file, so that a source may be compiled in two ways.
# With numbers by what is built, one more program leaves the others' objects alone.
BUILT, FUZZED, COVERED, CHECKED, PLUGIN = 1, 2, 3, 4, 5

# neighbouring files that are compiled together, at most: most of the time goes into the headers of ns-3 and of C++,
# which they then read once
UNITY_SIZE = 12
# what ns-3's logging defines has one name in all files
UNITY_NOT = "NS_LOG_COMPONENT_DEFINE"


def public_headers(ctx, patterns=HEADERS):
    return [header for header in ctx.path.ant_glob(patterns) if INTERNAL not in header.read()]


def include_directories(bld, *directories):
    # Where #include "NAME.h" looks. The project's own headers go by their names alone, wherever they
    # live; "ns3/NAME.h" is ns-3's, or what a script sees of the project.
    headers = bld.path.ant_glob(["%s/**/*.h" % directory for directory in directories])
    return sorted({header.parent for header in headers}, key=lambda directory: directory.abspath())


def sources(bld, patterns, excl=()):
    """The files of the patterns, or units, each of which includes up to UNITY_SIZE files of a part.

    A part is what two directories deep lies together, such as model/protocol/ with all of its directories.
    """
    files = bld.path.ant_glob(patterns, excl=excl)
    if not bld.env.UNITY:
        return files
    alone = [file for file in files if UNITY_NOT in file.read()]
    parts = {}
    for file in files:
        if file not in alone:
            part = file.parent.path_from(bld.path).split(os.sep)[:2]
            parts.setdefault("-".join(part), []).append(file)
    return alone + [unit for part in parts for unit in units(bld, part, parts[part])]


def units(bld, part, files):
    count = -(-len(files) // UNITY_SIZE)
    for number in range(count):
        unit = bld.bldnode.make_node("unity/%s-%d.cc" % (part, number + 1))
        together = files[len(files) * number // count : len(files) * (number + 1) // count]
        write(unit, "".join('#include "%s"\n' % file.path_from(unit.parent) for file in together))
        yield unit


def link(node, link):
    target = node.path_from(link.parent)
    if not os.path.islink(link.abspath()) or os.readlink(link.abspath()) != target:
        link.delete(evict=False)
        os.symlink(target, link.abspath())


def write(node, text):
    # a file that is written needlessly is compiled needlessly
    if not node.exists() or node.read() != text:
        node.parent.mkdir()
        node.write(text)
