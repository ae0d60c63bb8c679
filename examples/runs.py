# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
#
# Runs an example program many times, a process a core, under one progress bar.

import concurrent.futures
import dataclasses
import pathlib
import re
import subprocess
import sys
import threading
import time

PERCENT = re.compile(r"^\s*(\d+)%")


@dataclasses.dataclass
class Run:
    """One run of a program: its name, which is also that of its files, and its options."""

    name: str
    options: dict

    def arguments(self):
        seconds = ("warmup", "duration")
        return ["--%s=%s%s" % (key, value, "s" if key in seconds else "") for key, value in self.options.items()]

    def cost(self):
        """What it takes, in an arbitrary unit: simulated time, and half a load costs half."""
        load = min(self.options.get("load", 65) or 65, 65)
        return (self.options["warmup"] + self.options["duration"]) * load

    def summary(self, directory):
        return directory / (self.name + ".json")

    def log(self, directory):
        return directory / (self.name + ".log")


class Progress:
    """A bar on a terminal, a line now and then elsewhere; both with the time that is left."""

    WIDTH = 30

    def __init__(self, runs):
        self.cost = {run.name: run.cost() for run in runs}
        self.share = {run.name: 0.0 for run in runs}
        self.finished = 0
        self.start = self.shown = time.monotonic()
        self.terminal = sys.stderr.isatty()
        self.lock = threading.Lock()

    def update(self, run, share):
        with self.lock:
            self.finished += share == 1 and self.share[run.name] != 1
            self.share[run.name] = share
            if time.monotonic() - self.shown >= (0.5 if self.terminal else 10):
                self.show()

    def show(self):
        self.shown = time.monotonic()
        done = sum(self.cost[name] * share for name, share in self.share.items()) / sum(self.cost.values())
        elapsed = self.shown - self.start
        left = "%d s left" % (elapsed / done - elapsed) if done > 0.01 else "estimating"
        text = "%3d%%  %d of %d runs, %d s elapsed, %s" % (100 * done, self.finished, len(self.cost), elapsed, left)
        if self.terminal:
            text = "\r\033[K[%-*s] %s" % (self.WIDTH, "#" * int(done * self.WIDTH), text)
        print(text, end="" if self.terminal else "\n", file=sys.stderr, flush=True)

    def close(self):
        if self.terminal:
            print("\r\033[K", end="", file=sys.stderr, flush=True)


def run_all(program, planned, directory, jobs):
    """Run all of planned, and return the names of those that failed; each leaves its log."""
    directory.mkdir(parents=True, exist_ok=True)
    progress = Progress(planned)
    processes = set()
    with concurrent.futures.ThreadPoolExecutor(max_workers=max(jobs, 1)) as pool:
        futures = {pool.submit(_run_one, program, run, directory, progress, processes): run for run in planned}
        try:
            failed = [futures[f].name for f in concurrent.futures.as_completed(futures) if f.result() != 0]
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            for process in list(processes):
                process.terminate()
            raise
        finally:
            progress.close()
    for name in failed:
        print("run %s failed; its log is %s" % (name, directory / (name + ".log")), file=sys.stderr)
    return failed


def _run_one(program, run, directory, progress, processes):
    command = [str(program), *run.arguments(), "--summary=%s" % run.summary(directory)]
    run.summary(directory).unlink(missing_ok=True)
    with open(run.log(directory), "w") as log:
        print(" ".join(command), file=log, flush=True)
        process = subprocess.Popen(command, stdout=log, stderr=subprocess.PIPE, text=True)
        processes.add(process)
        for line in process.stderr:
            match = PERCENT.match(line)
            if match:
                progress.update(run, int(match[1]) / 100)
            else:
                log.write(line)
        status = process.wait()
        processes.discard(process)
    progress.update(run, 1.0)
    return status
