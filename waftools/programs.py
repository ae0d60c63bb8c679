# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
#
# Builds the programs of examples/, those that the pages show, and the manual pages of what is installed.

import subprocess

from waflib import Utils

from waftools.library import build_program

# the line by which a program says that it belongs to the project, and is installed
EXAMPLE = " * @ingroup dht-cc-examples\n"
DEMO_PROGRAMS = ["collapse", "collapse-figure"]
DOC_CODE = "doc/code/*.cc"
# the group of tasks in which programs, once they are built, write their pages
PAGES = "pages"
# programs of the pages that need a module of ns-3 which may not be there
NEEDS_MODULE = {"watch-flows": "flow-monitor", "watch-animation": "netanim"}


def build_examples(bld):
    for source in bld.path.ant_glob("examples/*.cc"):
        _build_example(bld, source)


def build_demo(bld):
    for name in DEMO_PROGRAMS:
        _build_example(bld, bld.path.find_node("examples/%s.cc" % name))


def _build_example(bld, source):
    name = source.name[: -len(".cc")]
    build_program(bld, "examples/" + name, [source])
    # not the scripts that somebody tries there
    if EXAMPLE in source.read():
        installed = "dht-" + name
        program = bld.path.find_or_declare("examples/" + name)
        bld.install_as("${BINDIR}/" + installed, program, chmod=Utils.O755)
        build_pages(bld, "examples/" + name, installed)


def build_doc_code(bld):
    for source in bld.path.ant_glob(DOC_CODE):
        name = source.name[: -len(".cc")]
        module = NEEDS_MODULE.get(name)
        if not module or module in bld.env.OPTIONAL_MODULES:
            build_program(bld, "doc/code/" + name, [source], use=[module] if module else [])


def build_pages(bld, program, name):
    # the program writes them from its table of options, under the name by which it is installed
    if not bld.is_install:
        return
    pages = {"man": ("man/man1", name + ".1"), "bash": ("bash-completion/completions", name)}
    for form, (directory, page) in pages.items():
        bld(
            name="%s.%s" % (name, form),
            rule=_write_page,
            arguments=[name, "--help=" + form],
            source=bld.path.find_or_declare(program),
            target=bld.path.find_or_declare("pages/%s/%s" % (form, page)),
            install_path="${PREFIX}/share/" + directory,
            group=PAGES,
        )


def _write_page(task):
    with open(task.outputs[0].abspath(), "w") as page:
        return subprocess.call(task.generator.arguments, executable=task.inputs[0].abspath(), stdout=page)
