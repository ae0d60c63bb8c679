# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""Checks of ./waf sweep, for sweep-test.cc: small sweeps, interrupted and not, and what is refused."""

import argparse
import concurrent.futures
import contextlib
import fcntl
import importlib.util
import json
import os
import pathlib
import shlex
import signal
import subprocess
import sys
import time
import types

TOP = pathlib.Path(__file__).resolve().parent.parent.parent
NOTEBOOK = TOP / "examples/sweep/from-sweep-to-figure.ipynb"
sys.path[:0] = [str(TOP / "examples/sweep"), str(TOP / "helper/shared")]

import sweep
import grid
import interruption

SMALL = ["collapse", "--scheme=none,credit", "--load=20,40", "--runs=3", "--peers=16", "--warmup=2s", "--duration=2s"]
# an exit status: what a check needs is not installed
SKIPPED = 77
# a short run of each program
SHORT = {
    "collapse": ["--peers=8", "--load=20", "--warmup=1s", "--duration=1s"],
    "churn": ["--peers=8", "--join-time=1s", "--warmup=1s", "--duration=1s"],
    "million": ["--peers=16", "--warmup=1s", "--duration=1s"],
    "store": ["--peers=16", "--blocks=4", "--gets=4,5"],
    "coordinates": ["--peers=16", "--duration=2s"],
    "dtl-flows": ['--flows="dtl,dtl@1",tcp', "--duration=4s", "--warmup=2s", "--settle=1s"],
}


def start(given, top, words, where=None):
    """./waf sweep after its build, as a process, given in some directory; waf moves to another one."""
    command = [sys.executable, "-B", os.path.abspath(__file__), "run", "--build", given.build, "--scratch", top, *words]
    environment = dict(os.environ, PWD=str(where or os.getcwd()))
    return subprocess.Popen(list(map(str, command)), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)


def finish(process):
    """Its exit status, output and errors."""
    output, errors = process.communicate(timeout=600)
    return process.returncode, output, errors


def run(given):
    with interruption.passed_on():
        return sweep.run(given.scratch, given.build, 2, types.SimpleNamespace(sweep=given.words))


def lists(_given):
    """Lists, ranges and their product."""
    expected = {
        "20..200:60": ["20", "80", "140", "200"],
        "1..2:0.4": ["1", "1.4", "1.8"],
        "0.1..0.3:0.1": ["0.1", "0.2", "0.3"],
        "10ms..50ms:20ms,1s": ["10ms", "30ms", "50ms", "1s"],
        "600kbps..1000kbps": ["600kbps..1000kbps"],
        '"dtl,dtl@20",tcp': ["dtl,dtl@20", "tcp"],
        "dtl:0/40;1/80;2": ["dtl:0/40;1/80;2"],
        "5,5": ["5"],
        "": [""],
    }
    for text, values in expected.items():
        assert grid.values("x", text) == values, (text, grid.values("x", text))
    planned = sweep.read(["collapse", "--scheme=none,credit", "--load=1..3:1", "--peers=8", "--runs=5"])[0]
    assert len(planned.runs()) == 30 and len({one.name for one in planned.runs()}) == 30
    assert planned.points()[1] == {"scheme": "none", "load": "2", "peers": "8"}
    assert planned.varied() == ["scheme", "load"]
    words = ["store", "--level=packets", "--transport=stp,tcp,dtl", "--load=0.5,50"]
    costs = [one.cost() for one in sweep.read(words)[0].runs()]
    assert len(costs) == 6 and min(costs) > 0, "what carries blocks has its cost"
    one = sweep.read(["collapse", "--scheme=credit", "--load=2", "--peers=8"])[0].runs()[0]
    assert one in planned.runs(), "a wider sweep keeps what is there"


def refused(given):
    """What is wrong is said in one line that names it, before any run."""
    wrong = {
        "": "name one program of collapse, churn, million, store, coordinates, dtl-flows",
        "collaps --load=1": "collaps: name one program",
        "collapse store": "name one program",
        "collapse --load": "--load has no value",
        "collapse --bogus=3": "--bogus: no such option",
        "collapse --load=20,x": "--load=x: allowed is a number",
        "collapse --load=9..3:1": "--load=9..3:1 is empty",
        "collapse --load=1..3:0": "is empty",
        "collapse --delay=10ms..1s:10ms": "the same unit",
        "collapse --load=1,,2": "nothing between two commas",
        'collapse --load=1,"2': "a value in quotes",
        "collapse --load=1 --load=2": "--load is given twice",
        "collapse --load=1..2:0.000001": "100000 is the most",
        "collapse --load=1..1000:1 --peers=2..1001:1": "these are 1000000 runs",
        "collapse --runs=0": "--runs=0",
        "collapse --name=../x": "--name=../x",
        "collapse --summary=x": "--summary is not for a sweep",
        "collapse --record=x": "--record is not for a sweep: all runs would write one file",
        "collapse --RngRun=2": "--runs=N makes the runs",
        "collapse --parquet=yes": "--parquet: no such option",
    }
    if not importlib.util.find_spec("pyarrow"):
        wrong["collapse --load=20 --parquet"] = "pip install -r examples/recording/requirements.txt"
    for text, said in wrong.items():
        output, errors = contextlib.redirect_stdout(open(os.devnull, "w")), pathlib.Path(given.scratch, "errors")
        with output, open(errors, "w") as stream, contextlib.redirect_stderr(stream):
            words = types.SimpleNamespace(sweep=text.split())
            status = sweep.run(given.scratch, given.build, 2, words)
        lines = errors.read_text().splitlines()
        assert status == 2 and len(lines) == 1 and said in lines[0], (text, status, lines)
    assert not pathlib.Path(given.scratch, "out").exists(), "nothing is made"


def killed(given):
    """Ended twice in the midst, it goes on, and its tables are those of runs without Snakemake, byte for byte.

    By itself, with --runs=N, it has four times as many runs."""
    words = [*SMALL, *given.words]
    count = len(sweep.read(words)[0].runs())
    top, whole = pathlib.Path(given.scratch, "killed"), pathlib.Path(given.scratch, "whole")
    made = top / "out/sweeps/collapse"
    process = start(given, top, words)
    wait_for_runs(made, count // 6, process)
    process.send_signal(signal.SIGTERM)
    status, _, errors = finish(process)
    assert status == -signal.SIGTERM and "goes on from here" in errors, (status, errors)
    first = times(made)
    assert count // 6 <= len(first) < count, "killed in the midst"

    process = start(given, top, words)
    wait_for_runs(made, len(first) + count // 4, process)
    snakemake = pathlib.Path("/proc/%d/task/%d/children" % (process.pid, process.pid)).read_text().split()
    process.kill()
    for one in map(int, snakemake):
        os.killpg(one, signal.SIGKILL)
    finish(process)
    second = times(made)
    assert len(first) < len(second) < count, "killed in the midst, again"

    status, output, errors = finish(start(given, top, words))
    assert status == 0 and "%d runs of collapse" % count in output, (status, output, errors)
    last = times(made)
    # of what was under way on two cores at each of the ends, Snakemake cannot know that it was complete
    redone = [name for name, when in (second | first).items() if last[name] != when]
    assert len(redone) <= 4 and len(redone) < len(second), redone
    make_tables(given, words, whole)
    for file in ("runs.csv", "means.csv"):
        table = (made / file).read_bytes()
        assert table == (whole / file).read_bytes(), file
    assert len((made / "runs.csv").read_text().splitlines()) == count + 1
    assert (made / "collapse.png").read_bytes().startswith(b"\x89PNG")


def wait_for_runs(directory, count, process):
    until = time.monotonic() + 600
    while len(times(directory)) < count:
        assert process.poll() is None and time.monotonic() < until, finish(process)
        time.sleep(0.02)


def times(directory):
    """When each run there was complete. Snakemake takes away what it finds incomplete."""
    when = {}
    for file in (directory / "runs").glob("*.json"):
        with contextlib.suppress(FileNotFoundError):
            when[file.name] = file.stat().st_mtime_ns
    return when


def failing(given):
    """A run that fails is named with its last words, the others are made, and no table claims to be whole."""
    words = ["million", "--name=small", "--memory=10,0", "--peers=4096", "--warmup=1s", "--duration=1s", "--load=1"]
    status, _, errors = finish(start(given, given.scratch, words))
    made = pathlib.Path(given.scratch, "out/sweeps/small")
    assert status == 1 and errors.count("run million-10-") == 1 and "--memory allows 10" in errors, errors
    assert len(times(made)) == 1 and not (made / "runs.csv").exists()


def in_use(given):
    """Two sweeps do not share a directory."""
    made = pathlib.Path(given.scratch, "out/sweeps/collapse")
    made.mkdir(parents=True)
    with open(made / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        status, _, errors = finish(start(given, given.scratch, SMALL))
    assert status == 1 and errors.count("\n") == 1 and "is in use" in errors, errors
    assert not (made / "sweep.json").exists(), "what the other one reads stays"


def dry_run(given):
    """Says how much there is to do, and does nothing."""
    status, output, _ = finish(start(given, given.scratch, [*SMALL, "--dry-run"]))
    assert status == 0 and "12 runs of collapse, 0 done" in output and "of CPU time" in output, output
    assert not pathlib.Path(given.scratch, "out").exists()


# options whose help speaks of files, and that name none that is read
NO_INPUTS = {"summary", "series", "record", "delay-format", "delay-model", "delay-unit", "delay-missing", "delay-column", "pair-loss"}


def inputs(given):
    """Files that options name are relative to where the sweep is given; another content is another run."""
    import pandas

    for program in grid.planned.COSTS:
        listed = subprocess.run([pathlib.Path(given.build, "examples", program), "--help=json"], capture_output=True, check=True)
        for option in json.loads(listed.stdout):
            named = "file" in option["help"].lower() and option["name"] not in NO_INPUTS
            assert named == option["input"], "%s --%s: is it a file that is read (AddInputFile)?" % (program, option["name"])
    where, made = pathlib.Path(given.scratch, "elsewhere"), pathlib.Path(given.scratch, "out/sweeps/collapse")
    where.mkdir()

    def means(name, words, milliseconds, program="collapse"):
        rows = [[0 if i == j else milliseconds for j in range(4)] for i in range(4)]
        (where / name).write_text("\n".join(",".join(map(str, row)) for row in rows) + "\n")
        status, _, errors = finish(start(given, given.scratch, words, where))
        assert status == 0, errors
        return pandas.read_csv(made / "means.csv")

    words = ["collapse", "--scheme=none", "--peers=4", "--load=10", "--warmup=1s", "--duration=4s", "--delay-model=matrix"]
    words += ["--delay-unit=ms", "--delay-matrix=near.csv,sub/../far.csv"]
    (where / "sub").mkdir()
    (where / "far.csv").write_text("0,90,90,90\n90,0,90,90\n90,90,0,90\n90,90,90,0\n")
    near = means("near.csv", words, 10)
    assert list(near["delay-matrix"]) == ["near.csv", "sub/../far.csv"], "as it was given"
    assert near["delay_s_mean"][0] < 0.06 < 0.09 < near["delay_s_mean"][1], near["delay_s_mean"]
    before = times(made)
    again = means("near.csv", words, 10)
    assert times(made) == before and again.equals(near), "nothing has changed, and nothing is run"
    nearer = means("near.csv", words, 1)
    assert len(times(made)) == 3 and before.items() <= times(made).items(), "one file is another one now"
    assert nearer["delay_s_mean"][0] < near["delay_s_mean"][0] - 0.01 and nearer["delay_s_mean"][1] == near["delay_s_mean"][1]

    trace = ["churn", "--peers=4", "--trace=trace.csv", "--warmup=0s", "--duration=10s", "--name=collapse"]
    (where / "trace.csv").write_text("time_s,peer,event\n0,0,join\n1,1,join\n2,2,join\n")
    status, _, errors = finish(start(given, given.scratch, trace, where))
    assert status == 0, errors

    status, _, errors = finish(start(given, given.scratch, [*words[:-1], "--delay-matrix=near.csv,nowhere.csv"], where))
    assert status == 2 and errors.count("\n") == 1 and "nowhere.csv: cannot be read" in errors, errors
    status, _, errors = finish(start(given, given.scratch, [*words[:-1], "--delay-matrix=sub"], where))
    assert status == 2 and errors.count("\n") == 1 and "sub: cannot be read" in errors, errors


def warned(given):
    """Runs that locked up, starved or had not settled are counted in columns, in the picture's note, and in a line each."""
    import pandas

    words = ["collapse", "--scheme=back-pressure,credit", "--overlay=small-world", "--peers=32", "--warmup=20s", "--duration=5s"]
    status, output, errors = finish(start(given, given.scratch, words))
    assert status == 0, errors
    made = pathlib.Path(given.scratch, "out/sweeps/collapse")
    runs, means = pandas.read_csv(made / "runs.csv"), pandas.read_csv(made / "means.csv")
    assert list(runs["locked_up"]) == list(means["locked_up"]) == [1, 0], runs["locked_up"]
    assert "warning: 1 of 2 runs locked up (column locked_up of runs.csv and means.csv)" in errors, errors
    assert ("starved" in runs) and "unsettled" in runs
    for column, text in (("starved", "have peers that starved"), ("unsettled", "had not settled")):
        assert (runs[column].sum() > 0) == (text in errors), (column, errors)
    # a load that grows as queues fill is not what a window of some seconds can show
    words = ["million", "--model=link", "--scheme=credit", "--peers=128", "--load=0", "--warmup=0s", "--duration=6s", "--name=early"]
    status, _, errors = finish(start(given, given.scratch, words))
    assert status == 0 and "1 of 1 runs had not settled" in errors, errors
    calm = ["million", "--model=link", "--scheme=none", "--peers=128", "--load=20", "--warmup=4s", "--duration=10s", "--name=calm"]
    status, _, errors = finish(start(given, given.scratch, calm))
    assert status == 0 and "warning" not in errors, errors


def make_tables(given, words, directory):
    """All runs, two at a time, then the tables. Returns the sweep."""
    import tables

    planned = sweep.read(words)[0]
    (directory / "runs").mkdir(parents=True)
    program = pathlib.Path(given.build, "examples", planned.program)

    def simulate(one):
        summary = one.summary(directory / "runs")
        command = [program, *one.arguments(), "--summary=%s" % summary, "--series=%s" % summary.with_suffix(".csv")]
        subprocess.run(command, check=True, capture_output=True)

    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        list(pool.map(simulate, planned.runs()))
    with contextlib.chdir(directory):
        tables.write(planned)
    return planned


def tables(given):
    """Every program has its tables, with options and results in columns of their own, and its picture."""
    import pandas
    import picture

    assert SHORT.keys() == picture.HEADLINES.keys() == grid.planned.COSTS.keys(), "every program that simulates"
    for program, words in SHORT.items():
        directory = pathlib.Path(given.scratch, program)
        planned = make_tables(given, [program, "--runs=2", *words], directory)
        runs, means = pandas.read_csv(directory / "runs.csv"), pandas.read_csv(directory / "means.csv")
        headline = picture.HEADLINES[program]
        assert len(runs) == len(planned.runs()) and not runs.columns.duplicated().any()
        assert list(runs["run"]) == [1, 2] * len(planned.points())
        assert list(means["runs"]) == [2] * len(planned.points())
        pair = runs[headline][:2]
        assert abs(means[headline][0] - pair.mean()) < 1e-9 * abs(pair.mean()) + 1e-12
        # Student's t with one degree of freedom: 12.706 times the deviation of two values over the root of two
        assert abs(means[headline + "_95"][0] - 12.706 * pair.std() / 2**0.5) < 1e-6 * pair.std() + 1e-12
        assert abs(means[headline + "_mean_deviation"][0] - abs(pair[0] - pair[1]) / 2) < 1e-9
        default = "delay-model" if program == "coordinates" else "rate"
        assert "cpu_s" not in runs and default in runs, "no clock, but options at their defaults"
        assert (directory / (program + ".png")).exists()
        if program == "store":
            assert list(means["gets"]) == [4, 5] and "result_gets" in means
        if program == "dtl-flows":
            assert list(means["flows"]) == ["dtl,dtl@1", "tcp"] and "flows_dtl-2_share" in means
        try:
            with contextlib.chdir(directory):
                picture.draw(grid.parse(program, [("plot", "bogus")]), means, [headline])
            raise AssertionError("--plot=bogus was drawn")
        except picture.NoResult as error:
            assert headline in str(error)


def parquet(given):
    """The tables as Parquet say what those in CSV say."""
    import pandas

    if not importlib.util.find_spec("pyarrow"):
        return SKIPPED
    words = ["million", "--runs=2", "--load=20,40", "--parquet", *SHORT["million"]]
    status, _, errors = finish(start(given, given.scratch, words))
    assert status == 0, errors
    made = pathlib.Path(given.scratch, "out/sweeps/million")
    for name in ("runs", "means"):
        tables = pandas.read_csv(made / (name + ".csv")), pandas.read_parquet(made / (name + ".parquet"))
        pandas.testing.assert_frame_equal(*tables)
    assert len(pandas.read_parquet(made / "runs.parquet")) == 4
    return 0


def notebook(given):
    """The notebook's own command makes what its cells read; they run one after the other."""
    import nbformat

    cells = nbformat.read(NOTEBOOK, as_version=4)
    nbformat.validate(cells)
    command = next(line for line in cells.cells[0].source.splitlines() if "./waf sweep" in line)
    directory = pathlib.Path(given.scratch, "sweep")
    make_tables(given, shlex.split(command)[2:], directory)
    os.environ["SWEEP"] = str(directory)
    names = {}
    code = [cell.source for cell in cells.cells if cell.cell_type == "code"]
    for source in code:
        exec(source, names)
    assert len(code) == 10
    assert (directory / "figure.pdf").read_bytes().startswith(b"%PDF")


CHECKS = [lists, refused, killed, failing, in_use, dry_run, inputs, warned, tables, parquet, notebook]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    what = {one.__name__: one for one in [run, *CHECKS]}
    parser.add_argument("what", choices=what)
    parser.add_argument("--build", required=True, type=os.path.abspath, help="where the programs were built")
    parser.add_argument("--scratch", required=True, help="an empty directory")
    given, given.words = parser.parse_known_args()
    sys.exit(what[given.what](given))


if __name__ == "__main__":
    main()
