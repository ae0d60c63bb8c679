# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
#
# What all papers share: a figure is drawn from the summaries of its runs. The report says if these are of several
# commits. All paths are in the working directory, out/figures/PROFILE.

import pathlib
import re
import sys

HERE = pathlib.Path(workflow.basedir)
sys.path.insert(0, str(HERE))

import plan

PROFILE = config.get("size", "quick")
RUNS = plan.all_runs(PROFILE)
FIGURES = plan.drawn()

# the outputs of other programs that a figure is drawn from
ANALYSES = {}

include: "../workflow/simulate.smk"

wildcard_constraints:
    figure=r"[a-z0-9-]+",


def code(*names):
    """Files beside this one: a figure is drawn again when what draws it has changed."""
    return [str(HERE / name) for name in names]


def drawings_of(name):
    """The file of drawings/ with this name, and those that it imports."""
    (file,) = code("drawings/%s.py" % name)
    text = pathlib.Path(file).read_text()
    imported = re.findall(r"^from drawings\.(\w+) import", text, re.MULTILINE)
    imported += re.findall(r"^from drawings import (\w+)$", text, re.MULTILINE)
    return [file] + [path for other in imported for path in drawings_of(other)]


def summaries_of(figure):
    """Of the runs of a figure, and of those that say when they may be measured."""
    own = plan.figure_runs(figure, PROFILE)
    references = [reference for run in own for reference in plan.references_of(run, PROFILE)]
    return ["runs/%s.json" % name for name in dict.fromkeys(run.name for run in own + references)]


def figures_of(paper):
    return [figure + ".png" for figure in FIGURES if figure.startswith(paper)]


localrules: figure, costs, report, claims, routes, deadlock, collapse_analysis


rule figure:
    input:
        lambda wildcards: summaries_of(wildcards.figure) + ANALYSES.get(wildcards.figure, []),
        code("draw.py", "plots.py", "equations.py", "comparison.py", "report.py", "../workflow/summaries.py", "../workflow/looks.py", "../workflow/settling.py", "published.py", "published.csv", "causes.yaml"),
        lambda wildcards: drawings_of(wildcards.figure.replace("-", "_")),
    output:
        "{figure}.png",
        "{figure}.pdf",
        "{figure}.csv",
        "{figure}.compared.csv",
    log:
        "{figure}.log",
    shell:
        "{PYTHON} {HERE}/draw.py {wildcards.figure} {PROFILE} --directory=. >{log} 2>&1"


rule costs:
    input:
        ["runs/%s.json" % name for name in RUNS],
        code("costs.py"),
    output:
        "costs.csv",
    shell:
        "{PYTHON} {HERE}/costs.py {PROFILE} --directory=. --output={output}"
