# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""A congestion collapse and its cure, recorded so that a page can show them side by side."""

import concurrent.futures
import pathlib
import shutil
import subprocess

NAME = "collapse-and-cure"
SCHEMES = ("none", "back-pressure")
# with one seed, a peer has the same requests to make in both; short, and with few samples, as the documentation ships them
OPTIONS = "--peers=48 --load=250 --warmup=5s --duration=2s --record-interval=100ms --record-requests=200 --quiet".split()
# what to watch, and from when on, in seconds
CAPTIONS = (
    (0, "Both rings are asked for the same: 250 requests per second of each peer, far more than the links can carry. Queues fill: "
    "stems turn dark."),
    (3, "Left, without congestion control, full queues drop what has already crossed several hops; it leaves the stems as flashes. "
    "Right, with back-pressure, nothing is dropped: a peer whose queue is full stops reading, up to the sources."),
    (5, "Below the rings: left, a peer is answered little more than half of what it is on the right, and later. Right, even the worst "
    "twentieth of the peers gets more than peers get on the left on average."),
)


def record(build, directory):
    """Simulate now, with what has been built; returns the recordings."""
    directory.mkdir(parents=True, exist_ok=True)
    files = [directory / (scheme + ".rec") for scheme in SCHEMES]
    with concurrent.futures.ThreadPoolExecutor() as pool:
        list(pool.map(lambda scheme, file: simulate(build, scheme, file), SCHEMES, files))
    return files


def simulate(build, scheme, file):
    program = pathlib.Path(build, "examples", "collapse")
    command = [program, "--scheme=" + scheme, *OPTIONS, "--record=%s" % file]
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)


def shipped(top):
    """The recordings of the documentation."""
    return [pathlib.Path(top, "doc", "recordings", scheme + ".rec") for scheme in SCHEMES]


def copy(files, top):
    """Have the documentation ship these."""
    for file, target in zip(files, shipped(top)):
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, target)
