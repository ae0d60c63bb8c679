# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
#
# A run of a program leaves a summary, a time series and a log in runs/. A Snakefile that includes this has RUNS
# before: its runs by name. All paths are in the working directory.

import pathlib
import shlex
import sys

PYTHON = shlex.quote(sys.executable)
PROGRAMS = pathlib.Path(config.get("build", pathlib.Path(workflow.basedir).parent.parent / "build"), "examples")

wildcard_constraints:
    run=r"[^/]+(/[^/]+)?",


def program(name):
    """A program of examples/, as a shell reads it."""
    file = PROGRAMS / name
    if not file.exists():
        raise WorkflowError("%s is missing: ./waf build makes it" % file)
    return shlex.quote(str(file))


def command(run):
    """The command line of a run, without the files it writes."""
    return "%s %s" % (program(run.program), shlex.join(run.arguments()))


# A new binary does not repeat the runs, as it need not change them. Each summary names its commit.
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
