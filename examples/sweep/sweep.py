# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""./waf sweep: a program with every combination of some options, by Snakemake under one progress bar."""

import concurrent.futures
import importlib.util
import json
import os
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
PROFILES = HERE.parent / "workflow" / "profiles"
# options of the sweep that have no value
SWITCHES = ["--dry-run", "--parquet"]
sys.path[:0] = [str(HERE), str(HERE.parent / "workflow")]

import grid
# puts runs.py on the path
import planned
import engine
import runs


def check(options):
    """Say what is wrong with the words, as far as it can be told without the program; returns an exit status."""
    try:
        read(options.sweep)
    except grid.Wrong as error:
        print("sweep: %s" % error, file=sys.stderr)
        return 2
    return 0


def run(top, build, jobs, options):
    """Make the runs that are missing, their tables and the picture; returns an exit status."""
    try:
        sweep, profile, dry = read(options.sweep)
        program = pathlib.Path(build, "examples", sweep.program)
        # waf has moved to the top directory by now
        given = os.environ.get("PWD", ".")
        copies = sweep.take_inputs(input_options(program), given)
        check_options(program, sweep, jobs, given)
        directory = pathlib.Path(top, "out", "sweeps", sweep.name)
        all_runs = sweep.runs()
        left = [one for one in all_runs if not one.summary(directory / "runs").exists()]
        expected = runs.duration(sum(one.cost() for one in left))
    except ValueError as error:
        print("sweep: %s" % error, file=sys.stderr)
        return 2
    count = "%d runs of %s" % (len(all_runs), sweep.program)
    print("%s, %d done; the rest: about %s of CPU time" % (count, len(all_runs) - len(left), expected), flush=True)
    if dry:
        return 0
    files = {"sweep.json": sweep.text().encode(), **copies}
    status = workflow(sweep, all_runs, directory, build, profile, files).run(jobs)
    if not status:
        print("tables and picture: %s" % ", ".join(str(directory / file) for file in sweep.files()))
        warn(directory / "means.csv", len(all_runs))
    return status


def warn(file, count_of_runs):
    """Say on how many runs there is a verdict, as the table of means counts them."""
    # who only checks a sweep's options needs no pandas
    import pandas
    import verdicts

    for column, count in verdicts.counts(pandas.read_csv(file)).items():
        where = "column %s of runs.csv and means.csv" % column
        text = "%d of %d runs %s (%s)" % (count, count_of_runs, verdicts.WORDS[column], where)
        print("sweep: warning: " + text, file=sys.stderr)


def read(words):
    """The sweep, the name of Snakemake's profile ("": this machine), and whether to stop before the runs."""
    programs = [word for word in words if not word.startswith("--")]
    known = ", ".join(planned.COSTS)
    if len(programs) != 1 or programs[0] not in planned.COSTS:
        raise grid.Wrong("%s: name one program of %s" % (" ".join(programs) or "no program", known))
    given = []
    for word in words:
        match = re.fullmatch(r"--([^=]+)=(.*)", word, re.DOTALL)
        if match:
            given.append(match.groups())
        elif word.startswith("--") and word not in SWITCHES:
            raise grid.Wrong("%s has no value: write %s=VALUE" % (word, word))
    profile = "".join(value for name, value in given if name == "profile")
    given = [one for one in given if one[0] != "profile"]
    parquet = "--parquet" in words
    if parquet and not importlib.util.find_spec("pyarrow"):
        raise grid.Wrong("--parquet needs pyarrow: .venv/bin/pip install -r examples/recording/requirements.txt")
    return grid.parse(programs[0], given, parquet), profile, "--dry-run" in words


def input_options(program):
    """The options of a program that name files which it reads, each with the value that names none, if there is one."""
    done = subprocess.run([program, "--help=json"], capture_output=True, text=True, check=True)
    return {option["name"]: option["no_input"] for option in json.loads(done.stdout) if option["input"]}


def check_options(program, sweep, jobs, directory):
    """Let the program read the options of each point; Wrong with its own words if it refuses any."""

    def refusal(options):
        # it checks its options before it prints anything
        arguments = ["--%s=%s" % option for option in options.items()]
        command = [program, *arguments, "--PrintVersion"]
        done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=directory)
        return done.stderr.strip() if done.returncode else ""

    with concurrent.futures.ThreadPoolExecutor(max_workers=jobs) as pool:
        for refused in pool.map(refusal, sweep.points()):
            if refused:
                pool.shutdown(wait=False, cancel_futures=True)
                raise grid.Wrong(refused)


def workflow(sweep, all_runs, directory, build, profile, files):
    """What makes the sweep."""
    ours = PROFILES / profile
    return engine.Workflow(
        command="./waf sweep of this name",
        snakefile=HERE / "Snakefile",
        profile=engine.LOCAL_PROFILE if not profile else ours if ours.exists() else profile,
        config={"build": build},
        targets=sweep.files(),
        directory=directory,
        runs=all_runs,
        products=[engine.Product("table", sweep.name, "tables.log", "means.csv")],
        files=files,
        remote=bool(profile),
    )
