# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""./waf figures: the papers' figures and the report, by Snakemake under one progress bar."""

import fcntl
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import plan
import report
import runs

PERCENT = re.compile(r"^\s*(\d+)%", re.MULTILINE)
POLL = 1.0


def run(top, build, jobs, options):
    """Make the figures that are missing or out of date; returns an exit status."""
    profile = "full" if options.full else "tiny" if options.tiny else "quick"
    figures = plan.drawn()
    if options.only:
        figures = [name for name in figures if name.startswith(tuple(options.only.split(",")))]
        if not figures:
            print("no figure begins with %s; there are %s" % (options.only, ", ".join(plan.drawn())), file=sys.stderr)
            return 2
    workflow = Workflow(profile, figures, pathlib.Path(top, "out", "figures", profile), build)
    status = workflow.run(jobs)
    if status:
        return status
    print(report.plain(workflow.directory, figures))
    print("figures, their numbers and report.rst: %s" % workflow.directory)
    if options.into_doc:
        copy_into_doc(pathlib.Path(top, "doc"), workflow)
    return 0


def copy_into_doc(doc, workflow):
    """Put the report, the pictures and the pages' tables where the documentation includes them."""
    images = doc / "images" / "figures"
    images.mkdir(parents=True, exist_ok=True)
    copied = [images]
    for figure in workflow.figures:
        shutil.copy(workflow.directory / (figure + ".png"), images)
        page = workflow.directory / (figure + ".rst")
        if page.exists():
            copied.append(doc / (figure + "-measured.inc"))
            text = page.read_text()
            copied[-1].write_text(report.made(workflow.profile, workflow.directory, [figure]) + "\n" + text)
    if workflow.figures == plan.drawn():
        # of some figures, the report would have lost what it says of the others
        copied.append(doc / "report.inc")
        text = report.render(workflow.profile, workflow.directory, workflow.figures, images="images/figures/")
        copied[-1].write_text(text)
    print("copied to %s" % ", ".join(str(path) for path in copied))


class Workflow:
    """One start of Snakemake for some figures of a profile."""

    def __init__(self, profile, figures, directory, build):
        self.profile = profile
        self.figures = figures
        self.directory = directory
        self.build = build
        self.runs = list(plan.all_runs(profile, figures).values())
        self.log = directory / "snakemake.log"

    def run(self, jobs):
        """Do what is missing; returns an exit status."""
        self.directory.mkdir(parents=True, exist_ok=True)
        # Held by Snakemake too, and so until both have ended, however they end. Snakemake's own lock would
        # outlive a power cut.
        with open(self.directory / "lock", "w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                print("%s is in use: another ./waf figures is running" % self.directory, file=sys.stderr)
                return 1
            return self._run_locked(jobs, lock)

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
        command = [sys.executable, "-m", "snakemake"]
        # the profiles differ in what is overridden here
        command += ["--profile", HERE / "profiles" / ("full" if self.profile == "full" else "quick")]
        command += ["--snakefile", HERE / "Snakefile", "--directory", self.directory, "--cores", jobs, "--nolock"]
        command += ["--resources", "mem_mb=%d" % _available_memory()]
        command += ["--config", "size=" + self.profile, "build=%s" % self.build, "--"]
        whole = self.figures == plan.drawn()
        command += ["report.rst"] if whole else [name + ".compared.csv" for name in self.figures]
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
        for figure in self.figures:
            base = self.directory / figure
            made.append(("figure", figure, base.with_suffix(".log"), base.with_suffix(".png")))
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
