# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Compares what pages say of results with results; documentation.py tells how a claim is written.

Runs are the same on every machine. What simulates packets has other numbers with another ns-3 than NS3_VERSION, whose
numbers the pages have: there, such a run has only to end as the pages say.
"""

import functools
import json
import os
import pathlib
import re
import subprocess
import tempfile

from documentation import TOP, Command

NS3_VERSION = "3.37"
SIMULATORS = ("churn", "collapse", "coordinates", "dtl-flows", "million", "store")
# the same with every ns-3, as they simulate no packets; store does with --level=packets
WITHOUT_PACKETS = ("coordinates", "million", "store", "collapse-analysis", "deadlock-analysis", "delays", "routes")
UNITS = {"": 1, "%": 1, "s": 1, "ms": 1e-3, "kB": 1e3, "MB": 1e6, "GB": 1e9, "Mbit/s": 1e6}
# a huge page that has just begun is memory that no peer has
SMALL_PAGES = {"GLIBC_TUNABLES": "glibc.malloc.hugetlb=0"}


class Runs:
    """Runs commands as a reader would, each once."""

    def __init__(self, places):
        self.places = places
        version = subprocess.run([places["examples"] / "collapse", "--version"], capture_output=True, text=True)
        self.is_other = "ns-3 %s\n" % NS3_VERSION not in version.stdout

    def has_pages_numbers(self, text):
        """Whether this command comes out as with the ns-3 of the pages."""
        names = {word.split("/")[-1] for word in text.split() if word.startswith("build/")}
        return not self.is_other or (names <= set(WITHOUT_PACKETS) and "--level=packets" not in text)

    @functools.cache
    def program(self, text):
        """Exit status, what it printed, and its summary."""
        words = Command("", text).words()
        name = words[0].split("/")[-1]
        summaries = [word.partition("=")[2] for word in words if word.startswith("--summary=")]
        more = ["--quiet"] if name in SIMULATORS else []
        if not summaries:
            more.append("--summary=summary-of-the-run.json")
            summaries.append("summary-of-the-run.json")
        status, printed, files = self._run([*words, *more])
        printed_json = printed[printed.find("{") :] if summaries[0] == "/dev/stdout" else None
        summary = files.get(summaries[0], printed_json)
        return status, printed, json.loads(summary) if summary else None

    @functools.cache
    def script(self, text):
        """What a script prints and writes into files."""
        _, printed, files = self._run(["sh", "-c", text])
        return "\n".join([printed, *files.values()])

    def _run(self, words):
        with tempfile.TemporaryDirectory() as scratch:
            scratch = pathlib.Path(scratch)
            (scratch / "build").mkdir()
            for name, directory in self.places.items():
                if directory:
                    (scratch / "build" / name).symlink_to(directory)
            # for programs of the reader's own
            built = self.places["examples"].parent
            for path in [*built.glob("include"), *built.glob("libns3-dht-cc.so*")]:
                (scratch / "build" / path.name).symlink_to(path)
            (scratch / "doc").symlink_to(TOP / "doc")
            done = subprocess.run(
                words,
                cwd=scratch,
                env={**os.environ, **SMALL_PAGES},
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                errors="replace",
            )
            files = {path.name: path.read_text() for kind in ("csv", "json") for path in scratch.glob("*." + kind)}
        return done.returncode, done.stdout, files


def check_claims(all_pages, places, is_long, share):
    runs = Runs(places)
    number, of = share
    claims = [claim for page in all_pages for claim in page.claims if claim.is_long == is_long]
    for claim in claims[number::of]:
        for wrong in check_claim(claim, runs):
            yield "%s: %s" % (claim.where, wrong)


def own_commands(claim):
    """The texts of those that the claim itself names."""
    return [part[2:] for part in claim.parts() if part.startswith("$ ")]


def commands_of(claim):
    """The texts of those that it is about."""
    of_page = claim.with_commands.commands if claim.with_commands else []
    return own_commands(claim) or [command.text for command in of_page if command.text.startswith("build/")]


def looks_at_status(claim):
    """Whether it says how its commands end: it does, unless it is about what they print alone."""
    return not all(map(is_of_output, claim.parts()))


def check_claim(claim, runs):
    parts, texts, of_page = claim.parts(), commands_of(claim), not own_commands(claim)
    if looks_at_status(claim) and not any(part.startswith("status") for part in parts):
        parts.append("status = " + ", ".join("0" * len(texts)))
    for part in parts:
        if is_of_output(part):
            script = claim.with_commands.script() if of_page else None
            output = runs.script(script) if script else "".join(runs.program(text)[1] for text in texts)
            said = claim.last.shown() if part == "shows" else part.partition(" ")[2]
            if all(map(runs.has_pages_numbers, [script] if script else texts)):
                yield from differs(said, output)
        elif not part.startswith("$ "):
            path, relation, *values = re.split(r" ([=<]) |, *", part)
            values = [value for value in values if value is not None]
            if len(values) != len(texts):
                yield "%s: %d values for %d commands" % (part, len(values), len(texts))
            for text, value in zip(texts, values):
                yield from check_value(claim, path, relation, value, text, runs)


def is_of_output(part):
    return part == "shows" or part.startswith("prints ")


def check_value(claim, path, relation, value, text, runs):
    """One number, of one command."""
    if value == "-":
        return
    status, printed, summary = runs.program(text)
    if path == "status":
        if status != int(value):
            yield "%s: status %d, claimed is %s: %s" % (text, status, value, printed.strip())
        return
    paragraph = claim.paragraph.replace(",", "")
    if not re.search(r"(?<![\d.])%s(?!\d|\.\d)" % re.escape(value).replace(r"\ ", r"\s+"), paragraph):
        yield "%s %s %s is claimed, but the paragraph above has no %s" % (path, relation, value, value)
    if summary is None:
        yield "%s: no summary: %s" % (text, printed.strip())
        return
    if not runs.has_pages_numbers(text):
        return
    found = summary
    for key in path.split("."):
        found = found[int(key)] if isinstance(found, list) else found.get(key)
        if found is None:
            yield "%s: its summary has no %s" % (text, path)
            return
    if not agrees(relation, value, found):
        yield "%s: %s is %s, claimed is %s %s" % (text, path, found, relation, value)


def agrees(relation, value, found):
    number, unit = (["0", ""] if value == "none" else [*value.split(), ""])[:2]
    if relation == "<":
        return found / UNITS[unit] < float(number)
    decimals = len(number.partition(".")[2])
    return abs(found / UNITS[unit] - float(number)) <= 0.5 * 10**-decimals * (1 + 1e-9)


def differs(shown, output):
    """Whether what is shown is not in an output, however both are broken into lines."""
    shown, output = " ".join(shown.split()), " ".join(output.split())
    if shown not in output:
        yield "shown is\n    %s\nbut what came is\n    %s" % (shown, output)
