# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
#
# Builds the programs of examples/, and those that the pages show.

from waftools.library import build_program

DEMO_PROGRAMS = ["collapse", "collapse-figure"]
DOC_CODE = "doc/code/*.cc"
# programs of the pages that need a module of ns-3 which may not be there
NEEDS_MODULE = {"watch-flows": "flow-monitor", "watch-animation": "netanim"}


def build_examples(bld):
    for source in bld.path.ant_glob("examples/*.cc"):
        _build_example(bld, source)


def build_demo(bld):
    for name in DEMO_PROGRAMS:
        _build_example(bld, bld.path.find_node("examples/%s.cc" % name))


def _build_example(bld, source):
    build_program(bld, "examples/" + source.name[: -len(".cc")], [source])


def build_doc_code(bld):
    for source in bld.path.ant_glob(DOC_CODE):
        name = source.name[: -len(".cc")]
        module = NEEDS_MODULE.get(name)
        if not module or module in bld.env.OPTIONAL_MODULES:
            build_program(bld, "doc/code/" + name, [source], use=[module] if module else [])
