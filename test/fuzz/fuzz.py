# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""./waf fuzz: runs the core's checks with sanitizers, then the fuzzers for a while, beginning with the test vectors and
with what was found before."""

import concurrent.futures
import json
import os
import re
import shutil
import subprocess
import sys

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(TOP, "helper", "shared"))

from children import Children

FUZZERS = {"deframer": 2048, "datagram": 512, "maintenance": 600, "storage": 800}  # and the bytes of an input at the most
FUZZER = "test/fuzz/fuzz-%s"
# leaks are looked for when a run ends; an input is a finding, too, if it takes 10 s or 1 GiB
OPTIONS = ["-print_final_stats=1", "-timeout=10", "-rss_limit_mb=1024"]


def frames(top):
    """The bytes of all frames of the vectors, by where they come."""
    with open(os.path.join(top, "test/vectors/frames.json"), encoding="utf-8") as file:
        vectors = json.load(file)
    found = {"connection": [], "datagram": []}
    for kind, members in vectors.items():
        streamed = "connection" if kind in ("requests", "routedAcks") else "datagram"
        for vector in members:
            if "frame" in vector:
                found[vector.get("as", streamed)].append(bytes.fromhex(vector["frame"]))
    return found


def seeds(top):
    """Inputs to begin with, by fuzzer: see the headers for how they are read."""
    found = frames(top)
    streams = found["connection"] + [b"".join(found["connection"][:6]), b"".join(found["connection"][6:12])]
    deframer = [bytes([chunk, 1]) + stream for stream in streams for chunk in (0, 6, 99)]
    # four choices of options; each datagram from a peer, then a second passes
    maintenance = [
        bytes([7, 7, scheme]) + b"".join(bytes([0, 1 + index % 30, len(frame)]) + frame for index, frame in some)
        for scheme in range(4)
        for some in (list(enumerate(one for one in found["datagram"] if len(one) < 256))[scheme::4],)
    ]
    maintenance += [bytes([7, 7, scheme]) + JOIN for scheme in range(4)]
    # each datagram from another peer, in a ring of 40; a block is put, one is fetched, and all that is asked is answered
    store = [one for one in found["datagram"] if len(one) < 256 and one[3:4] >= b"\x0a"]
    datagrams = b"".join(bytes([0, 1 + index % 30, len(frame)]) + frame for index, frame in enumerate(store))
    storage = [bytes([how, 1]) + datagrams[:700] for how in range(0, 256, 32)]
    storage += [bytes([how, 1]) + STORED for how in range(0, 256, 16)]
    return {"deframer": deframer, "datagram": found["datagram"], "maintenance": maintenance, "storage": storage}


# a peer joins through 10.0.0.2, is answered (responsible, no predecessor, two successors), time passes, its
# links open, it asks for a key, and a link fails
JOIN = bytes([15, 7, 1, 1, 3, 0, 23, 5, 2, 3, 9, 100, 3, 0, 23, 5, 2, 3, 10, 0, 7, 10, 1, 7, 12, 9, 5, 9, 50, 11, 0, 1])


# a block is put and another one is fetched; twenty times one of the last messages is answered, and time passes
STORED = bytes([6, 9, 7, 5]) + b"".join(bytes([10, i % 8, 2 * i + 1, 3, 0, 33] + [i] * 9 + [4, 5]) for i in range(20))


def write_seeds(top, directory):
    for name, inputs in seeds(top).items():
        where = os.path.join(directory, "seeds", name)
        shutil.rmtree(where, ignore_errors=True)
        os.makedirs(where)
        for index, data in enumerate(inputs):
            with open(os.path.join(where, "%03d" % index), "wb") as file:
                file.write(data)


# left out: whole rings under churn take minutes, and a sanitizer's memory is not that of a peer
CORE_CHECKS = ["--gtest_brief=1", "--gtest_filter=-*Maintenance*:IdleMemoryTest.AnIdlePeer*"]


def check(build, shard, shards, children):
    """Run a part of the core's checks. What it said, and whether all is well."""
    log = os.path.join(build, "fuzz", "core-checks-%d.log" % shard)
    environment = dict(os.environ, GTEST_TOTAL_SHARDS=str(shards), GTEST_SHARD_INDEX=str(shard))
    with open(log, "w", encoding="utf-8") as file:
        process = children.start(
            [os.path.join(build, "test/fuzz/core-checks"), *CORE_CHECKS], env=environment, stdout=file, stderr=file
        )
    status = children.wait(process)
    with open(log, encoding="utf-8", errors="replace") as file:
        said = file.read()
    passed = sum(map(int, re.findall(r"\[  PASSED  \] (\d+)", said)))
    line = "checks of the core with sanitizers, part %d of %d: %d passed" % (shard + 1, shards, passed)
    if status == 0:
        return line, True
    why = re.search(r"ERROR: .*|.*runtime error: .*|\[  FAILED  \] .*", said)
    return "%s\n  %s\n  see %s" % (line, why.group() if why else "exit status %d" % status, log), False


def fuzz(name, top, build, seconds, children):
    """One line on a run, and whether all is well."""
    directory = os.path.join(build, "fuzz")
    corpus, found = os.path.join(directory, "corpus", name), os.path.join(directory, "found")
    for path in (corpus, found):
        os.makedirs(path, exist_ok=True)
    given = [os.path.join(directory, "seeds", name), os.path.join(top, "test/fuzz/found", name)]
    program = os.path.join(build, FUZZER % name)
    command = [program, *OPTIONS, "-max_len=%d" % FUZZERS[name], "-max_total_time=%d" % seconds]
    command += ["-artifact_prefix=%s/%s-" % (found, name), corpus]
    command += [path for path in given if os.path.isdir(path)]
    # what was freed is not kept for long: memory that grows is a leak then
    environment = dict(os.environ, ASAN_OPTIONS="quarantine_size_mb=8:" + os.environ.get("ASAN_OPTIONS", ""))
    log = os.path.join(directory, name + ".log")
    with open(log, "w", encoding="utf-8") as file:
        process = children.start(command, env=environment, stdout=subprocess.DEVNULL, stderr=file)
    status = children.wait(process)
    with open(log, encoding="utf-8", errors="replace") as file:
        said = file.read()
    stats = dict(re.findall(r"stat::(\w+):\s+(\d+)", said))
    crashes = re.findall(r"Test unit written to (\S+)", said)
    line = "fuzz %-12s %10s executions %8s/s   corpus %5d   crashes %d" % (
        name,
        stats.get("number_of_executed_units", "?"),
        stats.get("average_exec_per_sec", "?"),
        len(os.listdir(corpus)),
        len(crashes),
    )
    if status == 0:
        return line, True
    why = re.search(r"what\(\):.*|ERROR: .*|.*runtime error: .*", said)
    line += "\n  %s\n" % (why.group() if why else "exit status %d" % status)
    line += "  see %s; again: %s %s" % (log, program, " ".join(crashes))
    return line, False


def run(top, build, jobs, options):
    """Returns an exit status."""
    write_seeds(top, os.path.join(build, "fuzz"))
    workers = min(max(jobs, 1), len(FUZZERS))
    # libFuzzer takes 0 for no limit
    seconds = max(1, options.seconds * workers // len(FUZZERS))
    children = Children()
    with concurrent.futures.ThreadPoolExecutor(workers) as pool:
        results = []
        try:
            runs = [pool.submit(check, build, shard, workers, children) for shard in range(workers)]
            runs += [pool.submit(fuzz, name, top, build, seconds, children) for name in FUZZERS]
            for one in runs:
                results.append(one.result())
                print(results[-1][0], flush=True)
        except BaseException:
            children.stop()
            raise
    return 0 if all(fine for _, fine in results) else 1


if __name__ == "__main__":
    sys.exit("it is run by ./waf fuzz")
