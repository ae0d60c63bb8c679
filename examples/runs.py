# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
#
# Runs an example program many times, a process a core, under one progress bar. For a few dozen runs: larger
# sweeps are a workflow engine's job, see paper/.

import concurrent.futures
import dataclasses
import math
import pathlib
import re
import subprocess
import sys
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "helper" / "shared"))

import quantity
from children import Children

PERCENT = re.compile(r"^\s*(\d+)%")


@dataclasses.dataclass
class Run:
    """One run of a program: its name, which is also that of its files, and its options."""

    name: str
    options: dict

    def arguments(self):
        return ["--%s=%s" % option for option in self.options.items()]

    def cost(self):
        """About how many seconds of CPU time it takes; only ratios matter."""
        return expected_cost(self.options)

    def summary(self, directory):
        return directory / (self.name + ".json")

    def log(self, directory):
        return directory / (self.name + ".log")


# What collapse takes for a message on one overlay hop, and how many of these the links of a peer carry each second.
SECONDS_PER_HOP = 17e-6
HOPS_PER_SECOND = 228
CARRIED_AT = {"rate": 600e3, "message-size": 256}


def expected_cost(options):
    """About how many seconds of CPU time collapse takes with these options."""
    peers = int(options.get("peers", 128))
    hops = max(math.log2(peers) / 2, 1)
    requests = float(options.get("requests", 0))
    if requests > 0:
        return peers * requests * hops * SECONDS_PER_HOP
    seconds = number(options.get("warmup", "20s")) + number(options.get("duration", "60s"))
    size = CARRIED_AT["message-size"] / float(options.get("message-size", 256))
    carried = HOPS_PER_SECOND * size * number(options.get("rate", "600kbps")) / CARRIED_AT["rate"]
    if number(options.get("processing", "0s")) > 0:
        # the slowest processor holds back the others
        carried = min(carried, 1 / number(options["processing"].split("..")[-1]))
    load = float(options.get("load", 0)) * hops
    return peers * seconds * min(load or carried, carried) * SECONDS_PER_HOP


# What churn takes for a peer in a simulated second: most of it is the maintenance of the ring.
SECONDS_PER_PEER = 5e-5


# What a lookup takes besides, from hop to hop.
SECONDS_PER_LOOKUP = 1e-4


def expected_churn_cost(options):
    """About how many seconds of CPU time churn takes with these options."""
    times = {"join-time": "1min", "warmup": "2min", "duration": "30min"}
    # the last lookup is waited for as long as it lives
    lifetime = number(options.get("ns3::DhtPeerApplication::RequestLifetime", "1min"))
    seconds = lifetime + sum(number(options.get(name, default)) for name, default in times.items())
    peers = int(options.get("peers", 256))
    messages = number(options.get("rate", "600kbps")) / 8 / int(options.get("message-size", 256))
    lookups = min(float(options.get("load", 1)) / peers, messages / max(math.log2(peers) / 2, 1))
    return peers * seconds * (SECONDS_PER_PEER + lookups * SECONDS_PER_LOOKUP)


# What million takes for a message on one overlay hop, by model: with links, as 4096 peers do, and less in smaller rings.
SECONDS_PER_MESSAGE = {"m1": 4e-6, "m2": 4e-6, "link": 2e-6}
# TCP's headers, and what a full segment carries: what a message's share of them is, with --model=link.
HEADER_SHARE = 54 / 1448


def expected_million_cost(options):
    """About how many seconds of CPU time million takes with these options."""
    peers = int(options.get("peers", 1 << 14))
    carried = float(options.get("capacity", 120))
    model = options.get("model", "m1")
    if model == "link":
        size = float(options.get("message-size", 256)) * (1 + HEADER_SHARE)
        carried = number(options.get("rate", "600kbps")) / 8 / size
    load = float(options.get("load", 10)) * max(math.log2(peers) / 2, 1)
    seconds = number(options.get("warmup", "5s")) + number(options.get("duration", "5s"))
    return peers * seconds * min(load or carried, carried) * SECONDS_PER_MESSAGE[model]


# What store takes for a put or get, by --transport, for a probe, and for the delays and tables of a peer.
SECONDS_PER_GET = {"stp": 4e-4, "tcp": 1.6e-3, "dtl": 1.7e-3}
SECONDS_PER_PROBE = 2e-5
# Bytes that a peer sends for each get under load: what its link carries bounds the work.
BYTES_PER_GET = {"stp": 1e4, "tcp": 3e4, "dtl": 3.5e4}
SECONDS_PER_STORE = 1e-4
# What a round of repair takes for each peer and each block.
SECONDS_PER_REPAIR = {"peers": 2.8e-4, "blocks": 1e-4}


def expected_store_cost(options):
    """About how many seconds of CPU time store takes with these options."""
    peers = int(options.get("peers", 2048))
    blocks = int(options.get("blocks", 100))
    probes = int(options.get("settling-probes", 200)) if options.get("nearness") == "coordinates" else 0
    work = blocks + int(options.get("warmup-gets", 0)) + _store_gets(options, peers, blocks)
    cost = _places(options) * SECONDS_PER_STORE + peers * probes * SECONDS_PER_PROBE
    interval = number(options.get("repair-interval", "0s"))
    if interval:
        rounds = number(options.get("duration", "0s")) / interval
        cost += rounds * (peers * SECONDS_PER_REPAIR["peers"] + blocks * SECONDS_PER_REPAIR["blocks"])
    return cost + work * SECONDS_PER_GET[options.get("transport", "stp")]


def _places(options):
    """Places of peers in a ring of store: where peers come and go, half of them are free."""
    return int(options.get("peers", 2048)) * (2 if "duration" in options else 1)


def expected_coordinates_cost(options):
    """About how many seconds of CPU time coordinates takes with these options."""
    probes = number(options.get("duration", "200s")) / number(options.get("measure-interval", "0.5s"))
    return int(options.get("peers", 512)) * probes * SECONDS_PER_PROBE


def _store_gets(options, peers, blocks):
    """Gets after all is put."""
    if "load" in options:
        seconds = number(options.get("load-warmup", "15s")) + number(options.get("load-duration", "30s"))
        carried = number(options.get("rate", "600kbps")) / 8 / BYTES_PER_GET[options.get("transport", "stp")]
        return peers * min(float(options["load"]), carried) * seconds
    if "duration" in options:
        return blocks
    # in turn or together, each node has a client
    clients = 1 if options.get("readers", "random") == "random" else peers // int(options.get("peers-per-node", 1))
    return clients * int(options.get("gets", 1000))


# What dtl-flows takes for a packet at the bottleneck.
SECONDS_PER_FLOW_PACKET = 3e-5
BITS_OF_FLOW_PACKET = 1500 * 8


def expected_flows_cost(options):
    """About how many seconds of CPU time dtl-flows takes with these options."""
    packets = number(options.get("rate", "5Mbps")) / BITS_OF_FLOW_PACKET
    # losses leave most of a fast link empty
    carried = 0.2 if float(options.get("loss", 0)) >= 1 and packets > 1000 else 1
    return number(options.get("duration", "120s")) * packets * carried * SECONDS_PER_FLOW_PACKET


# What a peer of million and a place of store take at the most, in the runs of paper/, and what any process takes.
MILLION_BYTES_PER_PEER = 16 << 10
STORE_BYTES_PER_PLACE = 9 << 10
PROCESS_MIB = 1000


def expected_million_memory(options):
    """About how many MiB million takes at the most with these options."""
    return PROCESS_MIB + int(options.get("peers", 1 << 14)) * MILLION_BYTES_PER_PEER // (1 << 20)


def expected_store_memory(options):
    """About how many MiB store takes at the most with these options."""
    return PROCESS_MIB + _places(options) * STORE_BYTES_PER_PLACE // (1 << 20)


def number(text):
    """The value of "500ms" or "600kbps", or the mean of "600kbps..1000kbps", in seconds or bit/s."""
    return sum(quantity.read_range(text, quantity.DURATIONS | quantity.RATES)) / 2


class Progress:
    """A bar on a terminal, a line now and then elsewhere; both with the time that is left.

    Shares of runs that are known before show() is first called count as done, and not as work of this time.
    """

    WIDTH = 30

    def __init__(self, runs, interval=10):
        self.cost = {run.name: run.cost() for run in runs}
        self.share = {run.name: 0.0 for run in runs}
        self.finished = 0
        self.terminal = sys.stderr.isatty()
        self.interval = 0.5 if self.terminal else interval
        self.lock = threading.Lock()
        self.begin()

    def begin(self):
        """Start the clock: what is done by now took no time."""
        self.before = self.done()
        self.start = self.shown = time.monotonic()

    def done(self):
        """The share of all work that is done."""
        return sum(self.cost[name] * share for name, share in self.share.items()) / (sum(self.cost.values()) or 1)

    def update(self, run, share):
        with self.lock:
            self.finished += share == 1 and self.share[run.name] != 1
            self.share[run.name] = share
            if time.monotonic() - self.shown >= self.interval:
                self.show()

    def show(self):
        self.shown = time.monotonic()
        done = self.done()
        elapsed = self.shown - self.start
        left = "estimating"
        if done - self.before > 0.01:
            left = "%s left" % duration(elapsed / (done - self.before) * (1 - done))
        counts = (100 * done, self.finished, len(self.cost), duration(elapsed), left)
        text = "%3d%%  %d of %d runs, %s elapsed, %s" % counts
        if self.terminal:
            text = "\r\033[K[%-*s] %s" % (self.WIDTH, "#" * int(done * self.WIDTH), text)
        print(text, end="" if self.terminal else "\n", file=sys.stderr, flush=True)

    def say(self, text):
        """Print a line above the bar."""
        with self.lock:
            self.close()
            print(text, flush=True)

    def close(self):
        if self.terminal:
            print("\r\033[K", end="", file=sys.stderr, flush=True)


def duration(seconds):
    """As "40 s", "12 min" or "3 h 05 min"."""
    if seconds < 100:
        return "%d s" % seconds
    minutes = round(seconds / 60)
    return "%d min" % minutes if minutes < 100 else "%d h %02d min" % divmod(minutes, 60)


def run_all(program, planned, directory, jobs, keep=False, ended=None):
    """Run all of planned, and return the names of those that failed; each leaves its log.

    keep: leave out what an earlier call has finished, with the same options and the same program.
    ended: called at each end of a run that did not fail, as ended(run, say); say(text) prints a line.
    """
    directory.mkdir(parents=True, exist_ok=True)
    done = [run for run in planned if keep and _is_done(program, run, directory)]
    progress = Progress(planned)
    for run in done:
        progress.update(run, 1.0)
    progress.begin()
    children = Children()
    failed = []

    def tell(run, status):
        if status:
            failed.append(run.name)
        elif ended:
            ended(run, progress.say)

    with concurrent.futures.ThreadPoolExecutor(max_workers=max(jobs, 1)) as pool:
        try:
            futures = {
                pool.submit(_run_one, program, run, directory, progress, children): run
                for run in planned
                if run not in done
            }
            for run in done:
                tell(run, 0)
            for future in concurrent.futures.as_completed(futures):
                tell(futures[future], future.result())
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            children.stop()
            raise
        finally:
            progress.close()
    for name in failed:
        print("run %s failed; its log is %s" % (name, directory / (name + ".log")), file=sys.stderr)
    return failed


def _is_done(program, run, directory):
    """Whether a summary is there that this program made with these options."""
    summary, log = run.summary(directory), run.log(directory)
    if not summary.exists() or not log.exists():
        return False
    # the library is beside the programs' directory
    built = max(file.stat().st_mtime for file in [program, *program.parent.parent.glob("*.so")])
    with open(log) as lines:
        return summary.stat().st_mtime > built and lines.readline().strip() == " ".join(_command(program, run, directory))


def _command(program, run, directory):
    return [str(program), *run.arguments(), "--summary=%s" % run.summary(directory)]


def _run_one(program, run, directory, progress, children):
    command = _command(program, run, directory)
    run.summary(directory).unlink(missing_ok=True)
    with open(run.log(directory), "w") as log:
        print(" ".join(command), file=log, flush=True)
        process = children.start(command, stdout=log, stderr=subprocess.PIPE, text=True)
        for line in process.stderr:
            match = PERCENT.match(line)
            if match:
                progress.update(run, int(match[1]) / 100)
            else:
                log.write(line)
        status = children.wait(process)
    if status:
        # what is there is not of a run that went well
        run.summary(directory).unlink(missing_ok=True)
    progress.update(run, 1.0)
    return status
