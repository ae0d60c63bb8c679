#!/usr/bin/env python3
#
# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""How long a ring of real peers takes to give blocks back, behind emulated access links far apart. As root.

    store-latency.py                            32 peers on the globe, 100 blocks of 1000 bytes and 100 of 8192
    store-latency.py --holder-choice=random     the holders are not chosen by coordinates
    store-latency.py --peer-option=--finger-candidates=1
                                                nor fingers by their distance

Each reader sits beside a peer, and asks through it. It gets all blocks, one after the other; what it got before, while
it learned how far the holders are, is told apart. Round trips are TCP handshakes from readers to peers. Times are in
ms. Exit status: 0 done, 1 it failed, 2 an option is wrong, 3 the machine lacks something, 4 the emulator was late,
and the numbers mean nothing.
"""

import argparse
import hashlib
import json
import pathlib
import random
import signal
import socket
import statistics
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

HERE = pathlib.Path(__file__).resolve().parent
TOP = HERE.parent.parent
sys.path[:0] = [str(HERE), str(HERE.parent), str(TOP / "helper" / "shared")]

import interruption
import outputs
from attacks.aim import duration_of, number_of
from emulation import namespace
from emulation.processes import Broken, Process

FAILED, MISSING, INVALID = 1, 3, 4
PORT = 7000
# bytes of a block: one that a packet holds, so that each fragment is the block, and one in seven parts
SIZES = (1000, 8192)


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("--peers", type=number_of(15, 200), default=32, metavar="NUMBER", help="15 to 200 (32)")
    add("--readers", type=number_of(1, 200), default=8, metavar="NUMBER", help="peers that somebody reads beside (8)")
    add("--blocks", type=number_of(1, 10000), default=100, metavar="NUMBER", help="of either size (100)")
    add("--first", type=number_of(0, 10000), default=50, metavar="NUMBER", help="gets before all of them (50)")
    add("--rate", default="10Mbps", metavar="RATE", help="of the access links (10Mbps)")
    add("--delay-model", default="globe", metavar="NAME", help="as that of dht-emulate (globe)")
    add("--probe-interval", default="1s", metavar="TIME", help="of the peers; 0s: they learn of no distances (1s)")
    add("--holder-choice", choices=("nearest", "random"), default="nearest", help="of the readers (nearest)")
    add("--peer-option", action="append", default=[], metavar="--NAME=VALUE", help="for each peer")
    add("--settle", type=duration_of, default=60, metavar="TIME", help="from the last one's joining to the first put (60s)")
    add("--json", type=pathlib.Path, metavar="FILE", help="for all results, with each get")
    add("--output", type=pathlib.Path, default=TOP / "out/store-latency", metavar="DIRECTORY", help="for logs and stores")
    add("--build", type=pathlib.Path, default=TOP / "build", metavar="DIRECTORY", help="where ./waf build builds")
    add("--namespaces", default="dsl", metavar="NAME", help="what the names of namespaces begin with (dsl)")
    options = parser.parse_args()
    if options.readers > options.peers:
        parser.error("argument --readers: %d: there are %d peers" % (options.readers, options.peers))
    if not (options.build / "emu/dht-emulate").is_file():
        parser.error("there is no %s: ./waf build makes it" % (options.build / "emu/dht-emulate"))
    return options


def endpoint(number):
    return "10.0.%d.%d:%d" % (*divmod(number + 1, 256), PORT)


def handshake(peer):
    """Seconds that a connection to a peer takes to open: a round trip."""
    host, port = peer.split(":")
    begin = time.monotonic()
    with socket.create_connection((host, int(port)), timeout=5):
        return time.monotonic() - begin


class Ring:
    """Peers that store, each in a namespace; when it is over, nothing of it is left but logs."""

    def __init__(self, options):
        self.options, self.processes, self.emulator = options, [], None
        self.peer = options.build / "emu/dht-peer"
        self.random = random.Random(1)

    def __enter__(self):
        return self

    def __exit__(self, *error):
        for process in [*self.processes, *filter(None, [self.emulator])]:
            process.tell(signal.SIGKILL if process is not self.emulator else signal.SIGTERM)
        for process in [*self.processes, *filter(None, [self.emulator])]:
            process.wait(10)
        namespace.remove(self.options.namespaces)

    def start(self):
        o = self.options
        namespace.make(o.namespaces, o.peers)
        command = [o.build / "emu/dht-emulate", "--real=%d" % o.peers, "--namespaces=" + o.namespaces, "--fifo"]
        command += ["--rate=" + o.rate, "--delay-model=" + o.delay_model]
        self.emulator = Process("emulator", o.output, command)
        time.sleep(2)
        self.emulator.check()
        for number in range(o.peers):
            store = o.output / ("store-%d" % number)
            # of an earlier run
            for file in store.glob("fragments.sqlite*"):
                file.unlink()
            command = self.inside(number, "--listen=" + endpoint(number), "--store=%s" % store)
            command += ["--probe-interval=" + o.probe_interval, "--finger-candidates=16", "--query-timeout=1s"]
            command += o.peer_option
            command += ["--join=" + endpoint(0)] if number else []
            self.processes.append(Process("peer-%d" % number, o.output, command))
            time.sleep(0.3)
        time.sleep(o.settle)
        self.check()

    def inside(self, number, *arguments):
        return ["ip", "netns", "exec", self.options.namespaces + str(number), self.peer, *arguments]

    def check(self):
        for process in (self.emulator, *self.processes):
            process.check()

    def ask(self, number, *arguments, say=""):
        """What dht-peer says to somebody who sits beside a peer."""
        command = [*self.inside(number, *arguments), "--join=" + endpoint(number), "--quiet"]
        done = subprocess.run(list(map(str, command)), input=say, text=True, capture_output=True, check=False)
        if done.returncode:
            self.check()
            raise Broken("%s: %s" % (" ".join(map(str, arguments)), done.stderr.strip().split("\n")[-1]))
        return done.stdout

    def put(self, size):
        """Put as many blocks of a size, each in a file of its own. Their keys."""
        def put_one(item):
            number, content = item
            file = self.options.output / ("block-%d" % number)
            file.write_bytes(content)
            self.ask(number % self.options.peers, "put", file)
            file.unlink()
            return hashlib.sha1(content).hexdigest()

        with ThreadPoolExecutor(8) as pool:
            return list(pool.map(put_one, enumerate(self.random.randbytes(size) for _ in range(self.options.blocks))))

    def round_trips(self, reader):
        with namespace.inside(self.options.namespaces + str(reader)):
            return [1e3 * handshake(endpoint(number)) for number in range(self.options.peers) if number != reader]

    def get(self, reader, keys):
        """Get blocks through a peer: of each what the lookup took, and what the rest."""
        said = self.ask(reader, "fetch", "--holder-choice=" + self.options.holder_choice, say="\n".join(keys) + "\n")
        lines = [line.split() for line in said.splitlines()]
        return [(float(line[3]), float(line[5])) for line in lines]


def measure(options):
    with Ring(options) as ring:
        ring.start()
        keys = {size: ring.put(size) for size in SIZES}
        everything = [key for of in keys.values() for key in of]
        readers = [number * options.peers // options.readers for number in range(options.readers)]
        trips = [trip for reader in readers for trip in ring.round_trips(reader)]
        first, later = [], {size: [] for size in SIZES}
        for reader in readers:
            learning = ring.random.choices(everything, k=options.first)
            gets = ring.get(reader, learning + everything)
            first += gets[: options.first]
            rest = iter(gets[options.first :])
            for size, of in keys.items():
                later[size] += [next(rest) for _ in of]
        ring.emulator.tell(signal.SIGTERM)
        ring.emulator.wait(10)
        lag = json.loads(ring.emulator.summary.read_text())["lag"]
    return {"round_trips": trips, "first": first, "later": later, "lag": lag}


def percentile(values, share):
    values = sorted(values)
    return values[min(len(values) - 1, int(share * len(values)))]


def row(name, values):
    """A line: how many, the mean, the median and high percentiles."""
    numbers = [statistics.mean(values), *(percentile(values, share) for share in (0.5, 0.9, 0.99)), max(values)]
    print("%-28s %7d" % (name, len(values)) + "".join(" %8.1f" % number for number in numbers))


def report(results):
    print("%-28s %7s" % ("ms", "number") + "".join(" %8s" % name for name in ("mean", "p50", "p90", "p99", "most")))
    row("round trip to a peer", results["round_trips"])
    if results["first"]:
        row("first gets of each reader", [sum(get) for get in results["first"]])
    for size, gets in results["later"].items():
        row("get, %d bytes" % size, [sum(get) for get in gets])
        row("  of it, the lookup", [get[0] for get in gets])
        row("  of it, the rest", [get[1] for get in gets])
    print("lag of the emulator: p99 %.1f ms" % results["lag"]["p99_ms"])


def main():
    options = parse()
    with interruption.passed_on():
        try:
            namespace.check()
            options.output.mkdir(parents=True, exist_ok=True)
            results = measure(options)
            if options.json:
                outputs.write(options.json, json.dumps(results, indent=2) + "\n")
        except namespace.Missing as error:
            print("store-latency.py: %s" % error, file=sys.stderr)
            return MISSING
        except (Broken, OSError) as error:
            print("store-latency.py: %s" % error, file=sys.stderr)
            return FAILED
    report(results)
    if not results["lag"]["valid"]:
        print("store-latency.py: the emulator was late: the numbers mean nothing", file=sys.stderr)
        return INVALID
    return 0


if __name__ == "__main__":
    sys.exit(main())
