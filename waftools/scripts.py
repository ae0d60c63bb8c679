# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
#
# What a script needs beside the library: the modules of ns-3 whose headers it includes, and packages of pkg-config that
# a line of its first ones names, such as "packages: gsl".

import re

from waftools.sources import write

EXAMPLES, DOC_CODE = "examples/*.cc", "doc/code/*.cc"
INCLUDED = re.compile(r'^[ \t]*#[ \t]*include[ \t]*["<]ns3/([^">]+)[">]', re.MULTILINE)
NAMED = re.compile(r"^\W*packages:(.*)$", re.MULTILINE)
FIRST_LINES = 20


def needs(text):
    """The headers of ns-3 and the packages that a script asks for."""
    named = NAMED.findall("\n".join(text.splitlines()[:FIRST_LINES]))
    return INCLUDED.findall(text), " ".join(named).split()


def note(top, build):
    """Write down what all scripts ask for: once that has changed, waf has to configure again. Returns the file."""
    asked = [needs(script.read()) for script in top.ant_glob([EXAMPLES, DOC_CODE])]
    node = build.make_node("scripts-need")
    write(node, "\n".join(sorted({name for lists in asked for names in lists for name in names})) + "\n")
    return node


def modules_of_headers(include):
    """By header, the package of the module of ns-3 that has it; include is the directory of the headers."""
    modules = {}
    for header in include.ant_glob("*-module.h", quiet=True):
        package = "ns3-" + header.name[: -len("-module.h")]
        modules[header.name] = package
        modules.update(dict.fromkeys(INCLUDED.findall(header.read()), package))
    return modules


def packages(env, script):
    """What a script needs beside the library's own packages, and what of that was not found."""
    headers, named = needs(script.read())
    wanted = {env.MODULES_OF_HEADERS[name] for name in headers if name in env.MODULES_OF_HEADERS} | set(named)
    return sorted(wanted & set(env.SCRIPT_PACKAGES)), sorted(wanted - set(env.SCRIPT_PACKAGES))
