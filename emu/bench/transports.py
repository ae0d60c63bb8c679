# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""What a stream costs over the overlay's own transport, over QUIC (quinn) and over the system's TCP: loopback, both ends in
one thread, all in turn, so that ratios hold on a machine whose speed varies. Then the transport without sockets, and the
memory of a link on which nothing happens. Builds quinn's program by cargo, which fetches it; --quic=no leaves it out."""

import argparse
import json
import pathlib
import shutil
import statistics
import subprocess
import sys

ROW = "%-34s %14s %16s %10s"
MEASURE = "Gbit per CPU s"


def parse(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--megabytes", type=int, default=4000, help="of each stream; default: %(default)s")
    parser.add_argument("--rounds", type=int, choices=range(1, 1001), metavar="N", default=5, help="default: %(default)s")
    parser.add_argument("--tcp", default="cubic", help="congestion control of the system's TCP; default: %(default)s")
    parser.add_argument("--quic", choices=("yes", "no"), default="yes", help="whether to build and measure quinn")
    return parser.parse_args(arguments)


def build_quinn(here, build):
    """The path of quinn's program, compiled if it is not."""
    target = build / "emu" / "quinn"
    if not shutil.which("cargo"):
        raise SystemExit("transports: quinn needs cargo; --quic=no leaves it out")
    # apart from the tree: cargo writes down what it has chosen beside its manifest
    package = target / "package"
    shutil.copytree(here / "quinn", package, dirs_exist_ok=True)
    command = ["cargo", "build", "--release", "--quiet", "--target-dir=%s" % target]
    subprocess.run(command, cwd=package, check=True)
    return target / "release" / "quinn-bench"


def ask(command):
    """What a program prints, in JSON."""
    return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)


def gigabits(result):
    return result["bytes"] * 8e-9 / result["cpu_s"]


def spread(values, digits=1):
    return "%.*f to %.*f" % (digits, min(values), digits, max(values))


def show(name, results, baseline):
    rates = [gigabits(result) for result in results]
    # of the same round, so that both met the machine in the same mood
    ratio = statistics.median(rate / gigabits(other) for rate, other in zip(rates, baseline))
    print(ROW % (name, "%.1f" % statistics.median(rates), spread(rates), "%.2f" % ratio))


def main():
    here = pathlib.Path(__file__).resolve().parent
    build = here.parent.parent / "build"
    options = parse()
    if not (build / "emu" / "dht-bench").exists():
        raise SystemExit("transports: there is no dht-bench yet: ./waf build")
    size = str(options.megabytes)
    bench = [str(build / "emu" / "dht-bench"), "--megabytes=" + size]
    streams = {"the overlay's own transport": [*bench, "dtl"]}
    if options.quic == "yes":
        streams["quinn, encrypted"] = [str(build_quinn(here, build)), size]
    streams["the system's TCP, %s" % options.tcp] = [*bench, "tcp", "--tcp=" + options.tcp]
    streams["the transport without sockets"] = [*bench, "core"]
    results = {name: [] for name in streams}
    for _ in range(options.rounds):
        for name, command in streams.items():
            results[name].append(ask(command))
    print(ROW % ("median of %d rounds" % options.rounds, MEASURE, "from..to", "ratio"))
    for name, found in results.items():
        show(name, found, results["the overlay's own transport"])
    core = results["the transport without sockets"]
    micros = [1e6 * result["cpu_s"] / result["packets"] for result in core]
    print("\na packet without sockets: %.2f us (%s)" % (statistics.median(micros), spread(micros, 2)))
    print("allocations per packet: %.6f" % max(result["allocations"] / result["packets"] for result in core))
    idle = ask([bench[0], "idle"])
    print("an idle link: %(sender_bytes).0f bytes with its window, %(receiver_bytes).0f at the other end" % idle)


if __name__ == "__main__":
    try:
        main()
    except subprocess.CalledProcessError as error:
        sys.exit("transports: %s failed with status %d" % (error.cmd[0], error.returncode))
