# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""The overlay's own transport beside Linux's TCP, in real time, as root: two sources and a sink in network namespaces, behind
dht-emulate. The sink's downlink is what they share. One run for each priority and each congestion control of TCP, which
prints what each gets. A run in which the emulator was late is said to be so."""

import argparse
import contextlib
import json
import pathlib
import socket
import subprocess
import sys
import tempfile
import time

TOP = pathlib.Path(__file__).resolve().parents[2]
NETNS, EMULATE, BENCH = TOP / "emu/netns", TOP / "build/emu/dht-emulate", TOP / "build/emu/dht-bench"
SPACES, NETWORK = "beside", "10.9.0.0/16"
SOURCES, SINK = (0, 1), 2
ADDRESS, PORT = "10.9.0.3", 7000  # of the sink
SETTLE = 10  # seconds of a flow that do not count
CHUNK = 65536
PATIENCE = 30
ROW = "%-10s %-8s %10s %10s %8s %8s  %s"


def parse():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=int, default=60, help="of a run; default: %(default)s")
    parser.add_argument("--priorities", default="0,1,2", help="default: %(default)s")
    parser.add_argument("--tcp", default="reno,cubic,bbr", help="default: %(default)s")
    parser.add_argument("--downlink", default="10Mbps", help="default: %(default)s")
    parser.add_argument("--queue", default="250p", help="in front of it; default: %(default)s")
    parser.add_argument("--delay", default="20ms", help="one way; default: %(default)s")
    parser.add_argument("--within", nargs=3, help=argparse.SUPPRESS)
    return parser.parse_args()


# ---- the ends of TCP, which run in the namespaces


def send_tcp(congestion, seconds):
    with socket.socket() as stream:
        stream.setsockopt(socket.IPPROTO_TCP, socket.TCP_CONGESTION, congestion.encode())
        stream.settimeout(1)
        stream.connect((ADDRESS, PORT))
        end = time.monotonic() + seconds
        with contextlib.suppress(ConnectionError):  # the sink ends first
            while time.monotonic() < end:
                with contextlib.suppress(TimeoutError):
                    stream.send(bytes(CHUNK))


def check_congestion(names):
    """Ends the program if this system lacks one."""
    for name in names:
        with socket.socket() as stream:
            try:
                stream.setsockopt(socket.IPPROTO_TCP, socket.TCP_CONGESTION, name.encode())
            except OSError as error:
                raise SystemExit("beside_tcp: --tcp=%s: %s; is its kernel module loaded?" % (name, error.strerror)) from error


def receive_tcp(seconds):
    """Prints, as dht-bench does, bytes in each second."""
    read, begin = [0] * seconds, time.monotonic()
    with socket.create_server((ADDRESS, PORT)) as server:
        server.settimeout(PATIENCE)
        stream, _ = server.accept()
        stream.settimeout(0.1)
        while time.monotonic() < begin + seconds:
            with contextlib.suppress(TimeoutError):
                second = int(time.monotonic() - begin)
                read[min(second, seconds - 1)] += len(stream.recv(CHUNK))
    print(json.dumps({"bytes": read}))


# ---- the run


def within(number, *command):
    words = ["ip", "netns", "exec", "%s%d" % (SPACES, number), *map(str, command)]
    return subprocess.Popen(words, stdout=subprocess.PIPE, text=True)


def myself(*words):
    return [sys.executable, "-B", __file__, "--within", *map(str, words)]


@contextlib.contextmanager
def network(options, scratch):
    """The emulated network; gives where its summary will be."""
    subprocess.run([NETNS, "make", "3", "--name=" + SPACES, "--network=" + NETWORK], check=True, stdout=subprocess.DEVNULL)
    summary = scratch / "network.json"
    words = ["--real=3", "--namespaces=" + SPACES, "--network=" + NETWORK, "--rate=100Mbps", "--fifo", "--quiet"]
    words += ["--downlink=" + options.downlink, "--delay=" + options.delay, "--summary=%s" % summary]
    words += ["--ns3::AccessNetDevice::DownlinkQueue=" + options.queue, "--ns3::AccessNetDevice::UplinkQueue=1000p"]
    emulator = subprocess.Popen([EMULATE, *words])
    try:
        time.sleep(1)
        if emulator.poll() is not None:
            raise SystemExit("beside_tcp: dht-emulate ended with status %d" % emulator.returncode)
        yield summary
    finally:
        emulator.terminate()
        emulator.wait()
        subprocess.run([NETNS, "remove", "--name=" + SPACES], check=True, stdout=subprocess.DEVNULL)


def run(options, priority, congestion, scratch):
    """Mbit/s of the transport and of TCP, and what the emulator says of its lag."""
    seconds = options.seconds
    with network(options, scratch) as summary:
        sinks = [within(SINK, BENCH, "receive", "--port=%d" % PORT, "--seconds=%d" % seconds)]
        sinks.append(within(SINK, *myself("receive", congestion, seconds)))
        time.sleep(0.5)
        of_dtl = ["--to=" + ADDRESS, "--port=%d" % PORT, "--seconds=%d" % seconds, "--priority=%s" % priority]
        sources = [within(SOURCES[0], BENCH, "send", "--megabytes=1000000", *of_dtl)]
        sources.append(within(SOURCES[1], *myself("send", congestion, seconds)))
        said = [json.loads(sink.communicate(timeout=seconds + PATIENCE)[0])["bytes"] for sink in sinks]
        for source in sources:
            source.communicate(timeout=PATIENCE)
    lag = json.loads(summary.read_text())["lag"]
    return [sum(read[SETTLE:]) * 8e-6 / (seconds - SETTLE) for read in said], lag


def main():
    options = parse()
    if options.within:
        what, congestion, seconds = options.within
        return receive_tcp(int(seconds)) if what == "receive" else send_tcp(congestion, int(seconds))
    if not EMULATE.exists() or not BENCH.exists():
        raise SystemExit("beside_tcp: there is no dht-emulate or dht-bench yet: ./waf build")
    if options.seconds <= SETTLE:
        raise SystemExit("beside_tcp: --seconds=%d: takes more than %d" % (options.seconds, SETTLE))
    check_congestion(options.tcp.split(","))
    if subprocess.run([NETNS, "check"], check=False).returncode:
        return 3
    print(ROW % ("priority", "TCP", "its Mbit/s", "of TCP", "sum", "ratio", "lag, p99"))
    with tempfile.TemporaryDirectory() as directory:
        for congestion in options.tcp.split(","):
            for priority in options.priorities.split(","):
                (own, other), lag = run(options, priority, congestion, pathlib.Path(directory))
                rates = ["%.2f" % rate for rate in (own, other, own + other, own / other if other else float("inf"))]
                late = "%.2f ms" % lag["p99_ms"] if lag["valid"] else "late: not valid"
                print(ROW % (priority, congestion, *rates, late), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
