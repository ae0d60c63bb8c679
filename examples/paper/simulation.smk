# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
#
# What all papers share: a run of a program leaves a summary, a time series and a log; a figure is drawn
# from the summaries of its runs. All paths are in the working directory, out/figures/PROFILE.

import pathlib
import shlex
import sys

HERE = pathlib.Path(workflow.basedir)
sys.path.insert(0, str(HERE))

import plan

PYTHON = shlex.quote(sys.executable)
PROFILE = config.get("size", "quick")
PROGRAMS = pathlib.Path(config.get("build", plan.TOP / "build"), "examples")
RUNS = plan.all_runs(PROFILE)
FIGURES = plan.drawn()

# the outputs of other programs that a figure is drawn from
ANALYSES = {}

wildcard_constraints:
    run=r"[^/]+/[^/]+",
    figure=r"[a-z0-9-]+",


def program(name):
    """A program of examples/, as a shell reads it."""
    file = PROGRAMS / name
    if not file.exists():
        raise WorkflowError("%s is missing: ./waf build makes it" % file)
    return shlex.quote(str(file))


def command(run):
    """The command line of a run, without the files it writes."""
    return "%s %s" % (program(run.program), shlex.join(run.arguments()))


def code(*names):
    """Files beside this one: a figure is drawn again when what draws it has changed."""
    return [str(HERE / name) for name in names]


def summaries_of(figure):
    return ["runs/%s.json" % run.name for run in plan.figure_runs(figure, PROFILE)]


def figures_of(paper):
    return [figure + ".png" for figure in FIGURES if figure.startswith(paper)]


localrules: figure, costs, report, routes, deadlock, collapse_analysis


# A new binary does not repeat the runs, as it need not change them. Each summary names its commit, and the
# report says if they differ.
rule simulate:
    output:
        summary="runs/{run}.json",
        series="runs/{run}.csv",
    log:
        "runs/{run}.log",
    resources:
        # minutes, where a cluster wants to know: four times what is expected
        runtime=lambda wildcards: 10 + int(RUNS[wildcards.run].cost() / 15),
        mem_mb=lambda wildcards: RUNS[wildcards.run].memory(),
    params:
        command=lambda wildcards: command(RUNS[wildcards.run]),
    shell:
        "echo {params.command:q} >{log}; "
        "{params.command} --summary={output.summary} --series={output.series} >>{log} 2>&1"


rule figure:
    input:
        lambda wildcards: summaries_of(wildcards.figure) + ANALYSES.get(wildcards.figure, []),
        code("draw.py", "plots.py", "equations.py", "report.py", "summaries.py", "published.csv"),
        lambda wildcards: code("drawings/%s.py" % wildcards.figure.replace("-", "_")),
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
