# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""Draws one figure: NAME.png, NAME.pdf, what is in it as NAME.csv, and NAME.compared.csv for the report.

A figure is a file of drawings/ with three functions of a Data: draw(data) makes the picture, table(data) the
numbers in it, compare(data) what of it is published, by ids of published.csv: a series of our value in each run, or a list of
what is computed exactly. The last may be missing. Where a page shows numbers beside the figure, page(data) is that as RST,
and goes to NAME.rst. SPREAD says what error bars and curves are, where a drawing makes bars of its own or shows single runs;
otherwise bars are mean deviations, and what has none is a mean.
"""

import argparse
import functools
import importlib
import json
import math
import pathlib
import sys

import pandas

import plan
import outputs
import plots
import published
import runs
import settling
import summaries


class Data:
    """What a figure is drawn from."""

    def __init__(self, figure, profile, directory):
        self.figure = figure
        self.profile = profile
        self.directory = pathlib.Path(directory)
        self.published = published.read()

    @functools.cached_property
    def planned(self):
        """The runs of the figure."""
        return plan.figure_runs(self.figure, self.profile)

    @functools.cached_property
    def runs(self):
        """A line for each run; see summaries.load()."""
        return summaries.load(self.planned, self.directory)

    def options(self):
        """The columns that are options, so that their runs are repetitions of each other."""
        names = {"scheme", "peers"}.union(*(run.options for run in self.planned))
        return ["block", *(name for name in self.runs.columns if name in names)]

    def points(self, values):
        """The means of these results over the repetitions, with their errors."""
        return summaries.points(self.runs, self.options(), values)

    def values(self, result, **where):
        """A result in each repetition of the runs that `where` picks; option names with "_" for "-"."""
        chosen = self.runs
        for name, value in where.items():
            chosen = chosen[chosen[name.replace("_", "-")] == value]
        if chosen.empty:
            raise KeyError("%s: no run has %s" % (self.figure, where))
        return chosen.groupby("run")[result].mean()

    def series(self, run):
        """What a planned run did, a line for each simulated second."""
        return summaries.series(run, self.directory)

    def summary(self, run):
        """All that a planned run has written."""
        return json.loads(summaries.path(run, self.directory).read_text())

    @functools.cached_property
    def seconds(self):
        """What each planned run did by the second; see settling.read()."""
        return [settling.read(summaries.series_path(run, self.directory)) for run in self.planned]

    def drifts(self):
        """How far the window of each planned run drifts; see settling.drift()."""
        times = [runs.number(run.options["warmup"]) for run in self.planned]
        return [settling.drift(of_run, warmup) for of_run, warmup in zip(self.seconds, times)]

    def results(self, run):
        """The results of a planned run as they are."""
        return self.summary(run)["results"]

    def spurious(self, block):
        """RPCs that were taken for lost and answered later, in percent, in each run of a block of stores."""
        rpcs = [self.summary(run)["counters"]["rpcs"] for run in self.planned if run.block == block]
        return pandas.Series([100 * one["spurious"] / one["issued"] for one in rpcs])

    def phases(self, run):
        """What each flow of a planned run got in each phase, a line each, in order."""
        return [
            flow | {"phase": number, "from_s": phase["from_s"], "to_s": phase["to_s"]}
            for number, phase in enumerate(self.summary(run)["phases"])
            for flow in phase["flows"]
        ]

    def read(self, name):
        """A table that another program has written."""
        return pandas.read_csv(self.directory / name, comment="#")

    def note(self, drawing, picture):
        """How many runs, how the picture shows that they differ, and what this profile shortens."""
        repetitions = self.runs.groupby("block")["run"].max()
        least, most = repetitions.min(), repetitions.max()
        spread = spread_of(drawing, picture) if most > 1 else ""
        is_of_both = self.profile != "tiny" and plan.is_same_in_both(self.figure)
        text = "both profiles, " if is_of_both else "%s profile, " % self.profile
        number = "%d runs" % most if least == most else "%d to %d runs" % (least, most)
        text += "%s, %s" % (number, spread) if most > 1 else "1 run"
        start = "ns3::DhtMarking::InitialRate"
        if start in self.runs and self.runs[start].notna().any():
            text += "; marking starts at %d requests/s to shorten its warm-up" % self.runs[start].max()
        return text


class WrongCaption(Exception):
    """Words about error bars that the picture contradicts."""


def spread_of(drawing, picture):
    """What error bars are, or curves where there are none; WrongCaption if SPREAD says otherwise than the picture."""
    has_bars = plots.has_bars(picture)
    spread = getattr(drawing, "SPREAD", plots.DEVIATIONS if has_bars else "curves: means of the runs")
    if ("bars" in spread) != has_bars:
        raise WrongCaption("SPREAD is %r, and error bars are %s" % (spread, "there" if has_bars else "not"))
    return spread


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("figure", choices=plan.drawn())
    parser.add_argument("profile", choices=plan.PROFILES)
    parser.add_argument("--directory", required=True, help="where the runs are and the figure goes")
    arguments = parser.parse_args()
    try:
        check_windows(arguments.figure, arguments.profile, arguments.directory)
        draw(Data(arguments.figure, arguments.profile, arguments.directory))
    except (summaries.BrokenRun, settling.Unsettled, WrongCaption, OSError) as error:
        sys.exit("draw.py: %s" % error)


def check_windows(figure, profile, directory):
    """settling.Unsettled if a run is measured before it has settled."""
    windows = {}
    for run in plan.figure_runs(figure, profile):
        for reference in plan.references_of(run, profile):
            times = [runs.number(run.options[name]) for name in ("warmup", "duration")]
            windows.setdefault((reference.name, *times), (run.name, reference))
    for (_, warmup, duration), (name, reference) in windows.items():
        series = settling.read(summaries.series_path(reference, directory))
        settling.check("%s, by %s" % (name, reference.name), series, warmup, math.ceil(duration))


def is_exact(values):
    """Whether these are computed rather than measured: what is measured has a value for each run."""
    return not isinstance(values, pandas.Series)


def draw(data):
    """Draw a figure and write its files."""
    drawing = importlib.import_module("drawings." + data.figure.replace("-", "_"))
    picture = drawing.draw(data)
    if data.planned:
        plots.note(picture, data.note(drawing, picture))
    base = str(data.directory / data.figure)
    with outputs.replaced(base + ".csv") as file:
        drawing.table(data).to_csv(file, index=False, float_format="%.6g")
    for ending, how in ((".png", {"dpi": 130}), (".pdf", {"metadata": {"CreationDate": None}})):
        with outputs.replaced(base + ending) as file:
            picture.savefig(file, **how)
    if hasattr(drawing, "page"):
        outputs.write(base + ".rst", drawing.page(data))
    compared = drawing.compare(data) if hasattr(drawing, "compare") else {}
    rows = [(id, value, is_exact(values)) for id, values in compared.items() for value in values]
    with outputs.replaced(base + ".compared.csv") as file:
        pandas.DataFrame(rows, columns=["id", "value", "exact"]).to_csv(file, index=False)


if __name__ == "__main__":
    main()
