# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""Snakemake under one progress bar: one start of it in a directory, which goes on where the last one ended."""

import dataclasses
import fcntl
import os
import pathlib
import re
import signal
import subprocess
import sys
import time

# puts runs.py on the path
import planned
import runs

PERCENT = re.compile(r"^\s*(\d+)%", re.MULTILINE)
POLL = 1.0
# for workflows that need no profile of their own
LOCAL_PROFILE = pathlib.Path(__file__).resolve().parent / "profiles" / "local"


@dataclasses.dataclass
class Product:
    """What is made of runs: its kind and name, for messages, and the names of its log and of its file."""

    kind: str
    name: str
    log: str
    file: str


@dataclasses.dataclass
class Workflow:
    """The runs, the products that they are made into, and how Snakemake is told."""

    # what the user typed, such as "./waf figures"
    command: str
    snakefile: pathlib.Path
    # of Snakemake: a directory, or a name that it knows
    profile: pathlib.Path
    # what the Snakefile finds in its `config`
    config: dict
    targets: list
    # where all files are; the runs' ones are in its runs/
    directory: pathlib.Path
    runs: list
    products: list
    # what the Snakefile and the runs read, by name: written while nobody else is in the directory
    files: dict = dataclasses.field(default_factory=dict)
    # the profile's executor sends runs to other machines: neither cores nor memory of this one bound them
    remote: bool = False

    @property
    def log(self):
        return self.directory / "snakemake.log"

    def run(self, jobs):
        """Do what is missing; returns an exit status."""
        self.directory.mkdir(parents=True, exist_ok=True)
        # Held by Snakemake too, and so until both have ended, however they end. Snakemake's own lock would
        # outlive a power cut.
        with open(self.directory / "lock", "w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                print("%s is in use: another %s is running" % (self.directory, self.command), file=sys.stderr)
                return 1
            self._write_files()
            return self._run_locked(jobs, lock)

    def _write_files(self):
        for name, content in self.files.items():
            file = self.directory / name
            file.parent.mkdir(exist_ok=True)
            # what is made of a file is made again if it is newer
            if not file.exists() or file.read_bytes() != content:
                file.write_bytes(content)

    def _run_locked(self, jobs, lock):
        began = time.time()
        with open(self.log, "w") as log:
            # a process group of its own, so that Ctrl-C reaches it once, through us
            process = subprocess.Popen(
                self._command(jobs), stdout=log, stderr=log, process_group=0, pass_fds=[lock.fileno()]
            )
        try:
            self._watch(process)
        except BaseException:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGINT)
                process.wait()
            print("\ninterrupted; the same command goes on from here", file=sys.stderr)
            raise
        if process.returncode:
            self._explain(began)
        return 1 if process.returncode else 0

    def _command(self, jobs):
        command = [sys.executable, "-m", "snakemake", "--profile", self.profile]
        command += ["--snakefile", self.snakefile, "--directory", self.directory, "--nolock"]
        if not self.remote:
            command += ["--cores", jobs, "--resources", "mem_mb=%d" % _available_memory()]
        command += ["--config", *("%s=%s" % item for item in self.config.items()), "--", *self.targets]
        return [str(word) for word in command]

    def _watch(self, process):
        progress = runs.Progress(self.runs, interval=30)
        left = self._update(progress, self.runs)
        progress.begin()
        while process.poll() is None:
            time.sleep(POLL)
            left = self._update(progress, left)
        progress.close()

    def _update(self, progress, left):
        """Tell the progress bar what the files say; returns the runs that are not done."""
        unfinished = []
        for one in left:
            if one.summary(self.directory / "runs").exists():
                progress.update(one, 1)
            else:
                unfinished.append(one)
                progress.update(one, self._share(one))
        return unfinished

    def _share(self, one):
        log = one.log(self.directory / "runs")
        found = PERCENT.findall(_tail(log)) if log.exists() else []
        return min(int(found[-1]), 99) / 100 if found else 0

    def _explain(self, began):
        """Name what failed since then, with the last line of its log."""
        results = self.directory / "runs"
        made = [("run", one.name, one.log(results), one.summary(results)) for one in self.runs]
        for one in self.products:
            made.append((one.kind, one.name, self.directory / one.log, self.directory / one.file))
        failed = [
            (kind, name, log)
            for kind, name, log, result in made
            if not result.exists() and log.exists() and log.stat().st_mtime >= began
        ]
        for kind, name, log in failed:
            last = (_tail(log).strip().splitlines() or ["(nothing)"])[-1]
            print("%s %s failed: %s\n    its log is %s" % (kind, name, last, log), file=sys.stderr)
        if not failed:
            print("%s\nSnakemake failed; its log is %s" % (_tail(self.log).strip(), self.log), file=sys.stderr)


def _available_memory():
    """The MiB that runs may take together."""
    return os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") >> 20


def _tail(file, length=2000):
    with open(file, "rb") as stream:
        stream.seek(0, 2)
        stream.seek(max(stream.tell() - length, 0))
        return stream.read().decode(errors="replace")
