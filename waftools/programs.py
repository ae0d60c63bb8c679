# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
#
# Builds the programs of examples/, those that the pages show, and the manual pages of what is installed.

import re
import subprocess

from waflib import Logs, Utils

from waftools import scripts
from waftools.library import build_program
from waftools.sources import PLUGIN

# the line by which a program says that it belongs to the project, and is installed
EXAMPLE = " * @ingroup dht-cc-examples\n"
DEMO_PROGRAMS = ["collapse", "collapse-figure"]
# what registers something may be loaded by other programs
REGISTERS = re.compile(r"\bdht::Register(Scheme|Overlay|Workload)\b")
# the group of tasks in which programs, once they are built, write their pages
PAGES = "pages"


def build_examples(bld):
    left_out = [source for source in bld.path.ant_glob(scripts.EXAMPLES) if not _build_example(bld, source)]
    # once all others are built
    if left_out:
        bld.add_post_fun(lambda _: bld.fatal("not built: %s" % " ".join(source.path_from(bld.path) for source in left_out)))


def build_demo(bld):
    for name in DEMO_PROGRAMS:
        _build_example(bld, bld.path.find_node("examples/%s.cc" % name))


def _build_example(bld, source):
    name = source.name[: -len(".cc")]
    if not _build_script(bld, "examples/" + name, source):
        return False
    # not the scripts that somebody tries there
    if EXAMPLE in source.read():
        installed = "dht-" + name
        program = bld.path.find_or_declare("examples/" + name)
        bld.install_as("${BINDIR}/" + installed, program, chmod=Utils.O755)
        build_pages(bld, "examples/" + name, installed)
    return True


def _build_script(bld, target, source):
    packages, missing = scripts.packages(bld.env, source)
    if missing:
        found = "not found, or a program does not link with it"
        Logs.warn("%s needs %s: %s", source.path_from(bld.path), ", ".join(missing), found)
        return False
    build_program(bld, target, [source], use=packages)
    return True


def build_doc_code(bld):
    for source in bld.path.ant_glob(scripts.DOC_CODE):
        target = "doc/code/" + source.name[: -len(".cc")]
        if _build_script(bld, target, source) and REGISTERS.search(source.read()):
            bld.shlib(target=target, idx=PLUGIN, source=[source], use=[bld.env.APPNAME, "NS3", "JSON"], install_path=None)


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
