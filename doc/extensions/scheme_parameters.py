# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
#
# The directive "scheme-parameters": the constants of a scheme as a table, read from the scheme's
# source file, so that the documentation cannot contradict the program.

import pathlib
import re

from sphinx.errors import ExtensionError
from sphinx.util.docutils import SphinxDirective
from sphinx.util.rst import escape

SCHEMES = pathlib.Path(__file__).resolve().parents[2] / "model" / "protocol" / "congestion"
TIMEOUTS = SCHEMES / "dht-scheme-registry.cc"
POLICY = SCHEMES / "dht-rtt-estimator.h"

# {"Name", "help", default, minimum, maximum}
VALUE = r"\s*([^\s,{}\"]+)\s*"
ROW = re.compile(r'\{\s*"([A-Z]\w*)",\s*((?:"(?:[^"\\]|\\.)*"\s*)+),%s,%s,%s\}' % ((VALUE,) * 3))
# TimeoutParameters(2, 2): the arguments are the floor of the timeout and its backoff, 1 if that is not there
TIMEOUT_CALL = re.compile(r": TimeoutParameters\(([^(),]*)(?:,\s*([^(),]*))?\)")
# float rttGain{0.125};  Time initial{FromSeconds(3)};
MEMBER = re.compile(r"(?:float|Time) (\w+)\{(?:FromSeconds\()?([^{}()]+)\)?\}")
# constexpr double kMost = 255;
CONSTANT = re.compile(r"constexpr double (\w+) = ([^;]+);")


def rows(path):
    for name, text, *values in ROW.findall(path.read_text(encoding="utf-8")):
        yield name, "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', text)), values


def number(expression, names):
    found = re.fullmatch(r"(?:ToSeconds\()?(?:policy\.)?(\w+)\)?", expression)
    expression = names.get(found.group(1), expression) if found else expression
    try:
        return "%.10g" % float(expression)
    except ValueError:
        raise ExtensionError("%s is not a number that the documentation knows" % expression) from None


def parameters(scheme):
    """Name, help, default, minimum and maximum of each constant of a scheme."""
    source = SCHEMES / ("dht-scheme-%s.cc" % scheme)
    table = list(rows(source))
    names = dict(CONSTANT.findall(source.read_text(encoding="utf-8")))
    call = TIMEOUT_CALL.search(source.read_text(encoding="utf-8"))
    if call:
        floor, backoff = call.groups(default="1")
        names |= dict(MEMBER.findall(POLICY.read_text(encoding="utf-8")), minimum=floor, backoff=backoff)
        table += rows(TIMEOUTS)
    return [(name, text, *(number(value, names) for value in values)) for name, text, values in table]


class SchemeParameters(SphinxDirective):
    """.. scheme-parameters:: NAME"""

    required_arguments = 1

    def run(self):
        for path in (SCHEMES / ("dht-scheme-%s.cc" % self.arguments[0]), TIMEOUTS, POLICY):
            self.env.note_dependency(str(path))
        table = parameters(self.arguments[0])
        if not table:
            raise ExtensionError("no parameters were found in the source of %s" % self.arguments[0])
        lines = [".. list-table::", "   :header-rows: 1", "   :widths: 18 10 18 54", ""]
        lines += ["   * - Attribute", "     - Default", "     - Allowed", "     - What it is"]
        for name, text, default, minimum, maximum in table:
            lines += ["   * - ``%s``" % name, "     - " + default]
            lines += ["     - %s to %s" % (minimum, maximum), "     - " + escape(text)]
        return self.parse_text_to_nodes("\n".join(lines))


def setup(app):
    app.add_directive("scheme-parameters", SchemeParameters)
    return {"parallel_read_safe": True}
