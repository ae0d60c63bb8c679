# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""From settings.yaml to a list of runs, each with its name and its command line."""

import argparse
import dataclasses
import functools
import itertools
import pathlib
import sys

import yaml

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "workflow"))

import planned

PROFILES = ("tiny", "quick", "full")
# the figure whose runs tell how long others take to settle
REFERENCES = "beyond-settling"
# What a run may have otherwise than its reference. Messages swing as packets do. A load is not needed: the references
# without congestion control have those that fill queues most slowly. More peers settle later; figures that have many
# sizes show how far each window drifts.
OF_NO_MATTER = {"peers", "load", "warmup", "duration", "delay", "model", "ns3::DhtMarking::Fairness"}
BY_MESSAGES = ("m1", "m2")
# figures that have numbers of another paper, by that paper
ELSEWHERE = {"NCA06": ["comsnets09-claims"], "COMSNETS09": ["nca06-deadlock"]}


@dataclasses.dataclass
class Run(planned.Run):
    """One run of a program: `varied` are those of its options of which its block has several values."""

    figure: str
    block: str
    varied: dict

    def columns(self):
        return {"block": self.block, **super().columns()}


@functools.cache
def _file():
    return yaml.safe_load((HERE / "settings.yaml").read_text())


@functools.cache
def settings():
    """What settings.yaml says; names that begin with a dot are only there to be referred to."""
    table = _file()
    return {
        figure: {name: block for name, block in blocks.items() if not name.startswith(".")}
        for figure, blocks in table.items()
        if not figure.startswith(".")
    }


def simulated():
    """The names of the figures that are drawn from runs of a program."""
    return list(settings())


def arguments(description):
    """The command line of a program that makes one file of one profile: profile, directory, output."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("profile", choices=PROFILES)
    parser.add_argument("--directory", required=True)
    parser.add_argument("--output", required=True)
    return parser.parse_args()


def drawn():
    """The names of all figures: each has a file in drawings/."""
    return sorted(file.stem.replace("_", "-") for file in (HERE / "drawings").glob("*_*.py"))


def figures_of(paper):
    """The names of a paper's figures: they begin with its name."""
    return [figure for figure in drawn() if figure.startswith(paper.lower() + "-")]


def sources_of(paper):
    """The figures that have a paper's numbers: its own, and some of others'."""
    return figures_of(paper) + ELSEWHERE.get(paper, [])


def is_same_in_both(figure):
    """Whether the quick profile and the full one have the same runs of a figure."""
    quick, full = ({_identity(run) for run in _runs(figure, profile)} for profile in ("quick", "full"))
    return quick == full


def is_whole(paper, figures):
    """Whether a paper has figures, and all that its numbers come from is among these."""
    sources = set(sources_of(paper))
    return bool(sources) and sources <= set(figures)


def figure_runs(figure, profile):
    """All runs of a figure. A run that an earlier figure has too has that one's name."""
    names = _names(profile)
    return [dataclasses.replace(run, name=names[_identity(run)]) for run in _runs(figure, profile)]


def all_runs(profile, figures=None):
    """Every run of these figures (of all by default), once, by name."""
    return {run.name: run for figure in figures or simulated() for run in figure_runs(figure, profile)}


def references_of(run, profile):
    """The runs whose series show from when on the run may be measured; none if there are none, or numbers mean nothing."""
    if profile == "tiny" or run.figure == REFERENCES:
        return []
    return [reference for reference in figure_runs(REFERENCES, profile) if _set_up(reference) == _set_up(run)]


def _set_up(run):
    model = run.options.get("model")
    others = {name: str(value) for name, value in run.options.items() if name not in OF_NO_MATTER}
    if not run.options.get("cross-load"):
        # nobody pauses
        others = {name: value for name, value in others.items() if name not in ("pause", "cross-load")}
    return others | {"scheme": run.options.get("scheme"), "model": model if model in BY_MESSAGES else "link"}


@functools.cache
def _names(profile):
    names = {}
    for figure in simulated():
        for run in _runs(figure, profile):
            names.setdefault(_identity(run), run.name)
    return names


def _runs(figure, profile):
    for block, content in settings().get(figure, {}).items():
        options = {name: value for name, value in content.items() if name not in PROFILES}
        options |= content["full"] if profile == "full" and "full" in content else content["quick"]
        repetitions = options.pop("runs")
        program = options.pop("program", "collapse")
        if profile == "tiny":
            changes = _file()[".tiny-" + program] if program == "dtl-flows" else _file()[".tiny"]
            options |= {name: value for name, value in changes.items() if name in options}
        lists = {name: value for name, value in options.items() if isinstance(value, list)}
        for values in itertools.product(*lists.values()):
            varied = dict(zip(lists, values))
            for number in range(1, repetitions + 1):
                yield _make_run(figure, block, options | varied, varied, number, program)


def _make_run(figure, block, options, varied, number, program):
    # the digest changes the name with any option, so that the files of other runs stay valid
    words = [block, *("%s" % value for value in varied.values())]
    name = "%s/%s" % (figure, planned.name(words, options, number))
    return Run(name, options, program, number, figure, block, varied)


def _identity(run):
    return run.program, tuple(sorted("%s=%s" % option for option in run.options.items())), run.number
