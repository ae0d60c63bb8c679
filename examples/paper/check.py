# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""Checks, without a simulation, that settings.yaml, published.csv, causes.yaml and drawings/ fit together."""

import argparse
import pathlib
import re
import subprocess
import sys

import yaml

import plan
import planned
import published

HERE = pathlib.Path(__file__).resolve().parent
ID = re.compile(r'"((?:(?:nca|com|nsdi)-|dtl-(?:[ft]\d|switch-))[\w-]*)"')


def bad_names(profile):
    """Runs that would overwrite each other's files."""
    runs = [run for figure in plan.simulated() for run in plan.figure_runs(figure, profile)]
    commands = {}
    for run in runs:
        if commands.setdefault(run.name, sorted(run.arguments())) != sorted(run.arguments()):
            yield "%s: two different runs have the name %s" % (profile, run.name)


def bad_figures():
    """Settings of figures that nothing draws."""
    for figure in set(plan.simulated()) - set(plan.drawn()):
        yield "settings.yaml: %s has no file in drawings/" % figure


def bad_costs(profile):
    """Runs that would not move the progress bar, or would not get a job on a cluster."""
    for run in plan.all_runs(profile).values():
        if run.program not in planned.COSTS:
            yield "planned.py: COSTS has no %s, which %s runs" % (run.program, run.figure)
        elif not (run.cost() > 0 and run.memory() > 0):
            yield "%s: %s is expected to take nothing" % (profile, run.name)


# What each profile may take by the expected costs: a page says so, and people plan a night by it.
HOURS = {"quick": 6, "full": 12}


def bad_hours(profile):
    """A profile that takes longer than it may."""
    hours = sum(run.cost() for run in plan.all_runs(profile).values()) / 3600
    if hours > HOURS.get(profile, hours):
        yield "%s: takes %.1f hours of CPU time, more than %s" % (profile, hours, HOURS[profile])


# Those that measure rings in their steady state; what pauses has no reference.
STEADY = ["comsnets09-fig2", "comsnets09-fig4", "comsnets09-fig5", "comsnets09-fairness", "beyond-levels", "beyond-scale"]


def bad_windows(profile):
    """Runs of which nothing says when they have settled."""
    for run in (run for figure in STEADY for run in plan.figure_runs(figure, profile)):
        if not run.options.get("cross-load") and not plan.references_of(run, profile):
            yield "%s: beyond-settling has no reference of %s" % (profile, run.name)


def bad_options(program):
    """Options and values that a program does not know; each set of options is tried once."""
    tried = set()
    for profile in ("quick", "full"):
        for run in plan.all_runs(profile).values():
            arguments = tuple("--%s=%s" % option for option in run.options.items())
            arguments = (program.with_name(run.program), *arguments)
            if arguments in tried:
                continue
            tried.add(arguments)
            # it checks its options before it prints anything
            done = subprocess.run([*arguments, "--PrintVersion"], capture_output=True, text=True)
            if done.returncode:
                yield "settings.yaml: %s: %s" % (run.figure, done.stderr.strip())


def bad_ids():
    """Published numbers that no figure compares, and ids that are not published."""
    known = published.read()
    used = set()
    for file in (HERE / "drawings").glob("*.py"):
        for id in ID.findall(file.read_text()):
            # the beginning of several ids ends in "-"
            found = {name for name in known if name == id or id.endswith("-") and name.startswith(id)}
            if not found:
                yield "%s: published.csv has no %s" % (file.name, id)
            # a paper's part of the report is written when all of these are there
            figure = file.stem.replace("_", "-")
            for paper in {known[name].paper for name in found}:
                if "-" in figure and figure not in plan.sources_of(paper):
                    yield "%s: %s is a number of %s: plan.py does not say so" % (file.name, id, paper)
            used |= found
    apart = {id for id, number in known.items() if number.kind == "apart"}
    for id in set(known) - used - apart:
        yield "published.csv: no figure compares %s" % id
    causes = yaml.safe_load((HERE / "causes.yaml").read_text())
    curves = {id for id, number in known.items() if number.kind == "curve"}
    for id in (apart | curves) - set(causes):
        yield "causes.yaml: nothing says why %s cannot be compared" % id
    for id in apart & used:
        yield "published.csv: %s is compared, and not apart" % id
    for id in set(causes) - set(known):
        yield "causes.yaml: published.csv has no %s" % id
    for id, number in known.items():
        # five words, and perhaps one more that says nothing by itself
        if number.claim and id in causes and not 0 < len(causes[id].get("short", "").split()) <= 6:
            yield "causes.yaml: the cause of %s has no short form of a few words" % id


def bad_captions():
    """Drawings with error bars of their own that do not say what these are."""
    for file in (HERE / "drawings").glob("*.py"):
        text = file.read_text()
        if re.search(r"\.errorbar\(|\b[xy]err=", text) and not re.search("^SPREAD = ", text, re.MULTILINE):
            yield "%s: SPREAD has to say what its error bars are" % file.name


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", default=planned.TOP / "build/examples/collapse", help="where collapse is, and the others beside it")
    program = pathlib.Path(parser.parse_args().program)
    if not program.exists():
        sys.exit("check.py: %s is missing: ./waf build makes it" % program)
    problems = [*bad_figures(), *bad_captions(), *bad_ids(), *bad_options(program)]
    for profile in plan.PROFILES:
        problems += [*bad_names(profile), *bad_costs(profile), *bad_hours(profile)]
        if profile != "tiny":
            problems += bad_windows(profile)
    for problem in dict.fromkeys(problems):
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
