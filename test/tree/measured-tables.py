# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Checks that each table of measured numbers in a page says where the numbers come from.

    measured-tables.py PAGE.rst...    exit status 1: a table has no source

A source is a command or a claim in the section of the table. What a command of ./waf writes is included from a file whose name ends in
-measured.inc, and says so itself. A table without a decimal number in more than half of its rows is not one of measurements.
"""

import pathlib
import re
import sys

TABLE = ".. list-table::"
UNDERLINE = re.compile(r"^([=~^-])\1{3,}$")
SOURCE = re.compile(r"build/(?:examples|emu)/|\./waf |claim(?:-long)?:")
MEASURED = re.compile(r"(?<![\w.])\d+\.\d+(?![\w.])")


def sections(lines):
    """Lines by section: a title is above its line."""
    starts = [number - 1 for number, line in enumerate(lines) if number and UNDERLINE.match(line) and lines[number - 1].strip()]
    for begin, end in zip([0, *starts], [*starts, len(lines)]):
        yield begin, lines[begin:end]


def tables(lines):
    """Each table of a section: its first line and its rows."""
    for number, line in enumerate(lines):
        if not line.startswith(TABLE):
            continue
        end = next((i for i in range(number + 1, len(lines)) if lines[i].strip() and not lines[i].startswith(" ")), len(lines))
        yield number, "\n".join(lines[number:end]).split("\n   * - ")[1:]


def without_source(text):
    """The lines of tables that have none."""
    for begin, lines in sections(text.splitlines()):
        if any(SOURCE.search(line) for line in lines):
            continue
        for number, rows in tables(lines):
            if 2 * sum(bool(MEASURED.search(row)) for row in rows[1:]) > len(rows) - 1:
                yield begin + number + 1


def main():
    found = ["%s:%d: a table without a source" % (page, line) for page in sys.argv[1:] for line in without_source(pathlib.Path(page).read_text())]
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
