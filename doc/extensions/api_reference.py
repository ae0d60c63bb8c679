# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
#
# The directive "public-headers": the public headers of some layers, and what they declare, with links to the pages that
# Doxygen wrote of them. So the search of these pages finds classes, too.

import fnmatch
import pathlib
import xml.etree.ElementTree as ElementTree

from sphinx.util.docutils import SphinxDirective
from sphinx.util.rst import escape

# where Doxygen's pages are, from the top of these
PAGES = "api/"


def brief(node):
    text = " ".join("".join(node.find("briefdescription").itertext()).split())
    # what follows the colon is not here
    return text[:-1] + "." if text.endswith(":") else text


def link(text, identity):
    return "`%s <%s%s.html>`__" % (escape(text), PAGES, identity)


class Reference:
    """What Doxygen's XML says."""

    def __init__(self, directory):
        self.directory = pathlib.Path(directory)
        self.headers = {}
        for path in sorted(self.directory.glob("*_8h.xml")):
            header = self._read(path.stem)
            self.headers[header.find("location").get("file")] = header

    def _read(self, identity):
        return ElementTree.parse(self.directory / (identity + ".xml")).getroot().find("compounddef")

    def declared(self, header):
        """A line for each class that is in no other, and one for all functions."""
        classes = {inner.text: inner.get("refid") for inner in header.findall("innerclass")}
        for name, identity in classes.items():
            if name.rpartition("::")[0] not in classes:
                yield "%s %s" % (link(name, identity), escape(brief(self._read(identity))))
        functions = sorted({name.text for name in header.findall("sectiondef/memberdef[@kind='function']/name")})
        if functions:
            yield ", ".join("``%s()``" % name for name in functions)

    def table(self, layers):
        lines = [".. list-table::", "   :widths: 30 70", ""]
        for name, header in sorted(self.headers.items()):
            if any(fnmatch.fnmatchcase(str(pathlib.PurePath(name).parent), layer) for layer in layers):
                lines.append("   * - " + link(pathlib.PurePath(name).name, header.get("id")))
                lines.append("     - | " + "\n       | ".join(self.declared(header)))
        return lines


class PublicHeaders(SphinxDirective):
    """.. public-headers:: LAYER..."""

    required_arguments = 1
    final_argument_whitespace = True

    def run(self):
        directory = self.config.api_xml
        if not directory:
            return []  # the page says so
        self.env.note_dependency(directory + "/index.xml")
        return self.parse_text_to_nodes("\n".join(Reference(directory).table(self.arguments[0].split())))


def setup(app):
    app.add_config_value("api_xml", "", "env", [str])
    app.add_directive("public-headers", PublicHeaders)
    return {"parallel_read_safe": True}
