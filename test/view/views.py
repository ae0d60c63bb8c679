# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""Checks of ./waf view, for ring-view-test.cc. Exit status 77: something that it needs is not installed, and what."""

import argparse
import contextlib
import functools
import http.server
import os
import pathlib
import shutil
import subprocess
import sys
import threading
import time

TOP = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(TOP / "examples/view"), str(TOP / "examples/recording")]

import live
import pages
import recording
import showcase
import toolchain
import view

SKIPPED = 77
# a short run that drops, one that locks up and starves, and one of more peers than a ring has room for
DROPPING = "--peers=8 --load=150 --rate=50kbps --warmup=8s --duration=4s --ns3::DhtPeerApplication::QueueCapacity=10".split()
LOCKING = "--scheme=back-pressure --overlay=small-world --peers=32 --duration=5s".split()
MANY = "--peers=2^14 --load=20 --scheme=none --queue-capacity=10 --uplink-buffer=2 --warmup=1s --duration=1s".split()
# peers that join, a store, and flows
JOINING = "--peers=8 --join-time=2s --warmup=1s --duration=5s --load=40".split()
STORING = "--peers=32 --blocks=20 --gets=100 --concurrent=8".split()
# neighbours that are near
NEAR = "--peers=8 --load=20 --rate=1Gbps --delay=50us --warmup=1s --duration=2s".split()
FLOWING = ["--flows=dtl:0/8;1,dtl:2,tcp@4", "--rate=2Mbps", "--duration=16s", "--warmup=4s"]
# one that outlasts a check, unless it is killed
LASTING = "--peers=128 --load=60 --duration=10h --quiet".split()
# where whoever wants to look finds what the browser showed
PICTURES = TOP / "out/view/checks"
# as node's own runner takes them
UNIT_CHECKS = ("recording", "state", "words")
# of playwright-core
OLDEST_NODE = 20
BROWSERS = ("chromium", "chromium-browser", "google-chrome")


def ready(given):
    """The tools, if they have been installed."""
    toolchain.check_node()
    tools = toolchain.Toolchain(given.build)
    if not tools.is_installed():
        raise toolchain.Missing("packages of npm are missing: ./waf view or ./waf test installs them")
    return tools


def types(given):
    """The sources are well typed."""
    tools = ready(given)
    tools.run("tsc", "-p", "examples/view")


def units(given):
    """What is read of a file, and what holds at a time."""
    run_checks(ready(given), UNIT_CHECKS)


def browser(given):
    """The page in a browser, of runs made now."""
    tools = ready(given)
    chromium = find_chromium()
    scratch = pathlib.Path(given.scratch)
    none, marking = (record(given, scratch / (scheme + ".rec"), "collapse", "--scheme=" + scheme, *DROPPING) for scheme in ("none", "marking"))
    locked = record(given, scratch / "locked.rec", "collapse", *LOCKING)
    many = record(given, scratch / "many.rec", "million", *MANY)
    joined = record(given, scratch / "joined.rec", "churn", *JOINING)
    store = record(given, scratch / "store.rec", "store", *STORING)
    near = record(given, scratch / "near.rec", "collapse", *NEAR)
    flows = record(given, scratch / "flows.rec", "dtl-flows", *FLOWING)
    whole = none.read_bytes()
    cut, flipped, other = (scratch / (name + ".rec") for name in ("cut", "flipped", "other"))
    cut.write_bytes(whole[: len(whole) * 2 // 3])
    flipped.write_bytes(with_wrong_byte(whole, len(whole) // 2))
    other.write_text("not a recording")
    shown = scratch / "showcase.html"
    shown.write_text(pages.made(tools, showcase.shipped(TOP), captions=showcase.CAPTIONS), encoding="utf-8")
    for files in ([none, marking], [cut], [flipped], [other], [locked], [many], [joined], [store], [flows], [near]):
        page = scratch / ("-".join(file.stem for file in files) + ".html")
        page.write_text(pages.made(tools, files), encoding="utf-8")
    run_checks(tools, ["page"], chromium, scratch, PICTURES)


def watched(given):
    """A run that goes on, in a browser, and when its program is killed."""
    tools = ready(given)
    chromium = find_chromium()
    file = pathlib.Path(given.scratch, "live.rec")
    command = [pathlib.Path(given.build, "examples/collapse"), *LASTING, "--record=%s" % file]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as program:
        try:
            while not file.exists():
                assert program.poll() is None, "the run has ended without a recording"
                time.sleep(0.05)
            with live.Server(pages.made(tools, [file], is_live=True), [file]) as server, serving(server):
                run_checks(tools, ["live"], chromium, server.address, PICTURES, file, str(program.pid))
        finally:
            program.kill()


def tailed(given):
    """Whatever a growing file has, the server sends whole frames of it, and knows its end."""
    whole = showcase.shipped(TOP)[1].read_bytes()
    file = pathlib.Path(given.scratch, "tailed.rec")
    starts = set()
    begin = 0
    for size in [*range(0, 60), *range(60, len(whole), 997), len(whole) - 1, len(whole)]:
        file.write_bytes(whole[:size])
        frames, is_complete = live.whole_frames(file, begin)
        assert whole[begin : begin + len(frames)] == frames and is_complete == (size == len(whole)), size
        begin += len(frames)
        starts.add(begin)
    assert begin == len(whole) and len(starts) > 10, (begin, len(starts))
    at = max(starts - {len(whole)})
    assert live.whole_frames(file, at) == (whole[at:], True)
    assert live.whole_frames(file, len(whole)) == (b"", True)
    assert not live.has_writer(file)
    with open(file, "rb"):
        assert not live.has_writer(file)
    with open(file, "ab"):
        assert live.has_writer(file)


@contextlib.contextmanager
def serving(server):
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield
    finally:
        server.shutdown()


def with_wrong_byte(data, at):
    return data[:at] + bytes([data[at] ^ 16]) + data[at + 1 :]


def find_chromium():
    chromium = next(filter(None, map(shutil.which, BROWSERS)), None)
    if not chromium:
        raise toolchain.Missing("no Chromium was found: install it (Debian: apt-get install chromium)")
    version = subprocess.run(["node", "--version"], capture_output=True, text=True, check=True).stdout
    if int(version.lstrip("v").split(".")[0]) < OLDEST_NODE:
        raise toolchain.Missing("a browser is driven by node %d or newer, this is %s" % (OLDEST_NODE, version.strip()))
    return chromium


def record(given, file, program, *options):
    """A run, recorded, and its summary beside its recording."""
    outputs = ["--record=%s" % file, "--summary=%s" % file.with_suffix(".json")]
    command = [pathlib.Path(given.build, "examples", program), *options, "--quiet", *outputs]
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    return file


def shipped(given):
    """The recordings in the documentation are what the programs record, whoever built them."""
    scratch = pathlib.Path(given.scratch)
    if not pathlib.Path(given.build, "examples", "collapse").exists():
        raise toolchain.Missing("a build inside of ns-3 has its programs elsewhere")
    for now, then in zip(showcase.record(given.build, scratch), showcase.shipped(TOP)):
        now, then = recording.read(now), recording.read(then)
        built = now.header.pop("run"), then.header.pop("run")
        # there may be more of them by now
        del now.header["options"], then.header["options"]
        if built[0]["ns3"] != built[1]["ns3"]:
            raise toolchain.Missing("the documentation's recordings are of ns-3 %s, this is %s" % (built[1]["ns3"], built[0]["ns3"]))
        what = "doc/recordings: %s; if that is meant to be: ./waf view --into-doc"
        for name in ("header", "frames", "end"):
            assert getattr(now, name) == getattr(then, name), what % name + " differs"


def promised(given):
    """What the documentation ships shows what it says: one ring collapses, and the other one is better in every way."""
    none, cure = ([last_second(recording.read(file)) for file in showcase.shipped(TOP)])
    assert len(showcase.CAPTIONS) == 3 and [begin for begin, _ in showcase.CAPTIONS] == sorted(begin for begin, _ in showcase.CAPTIONS)
    assert 0.5 < none["achieved"] / cure["achieved"] < 0.62, "little more than half"
    assert cure["worst"] > none["achieved"] and cure["delay"] < none["delay"], (none, cure)
    assert none["dropped"] > 100 and cure["dropped"] == 0 and cure["queue"] < none["queue"] / 2, (none, cure)
    assert sum(file.stat().st_size for file in showcase.shipped(TOP)) < 400_000, "the documentation ships it"


def last_second(of):
    """Means over the peers, and the most that the worst twentieth gets."""
    samples = list(of.samples())
    last = samples[-1]
    first = next(sample for sample in samples if sample.time_ns >= last.time_ns - 10**9)
    gains = {name: [b - a for a, b in zip(first[name], last[name])] for name in ("answered", "dropped", "delay_us")}
    answered = sum(gains["answered"])
    return {
        "achieved": answered / of.peers,
        "worst": sorted(gains["answered"])[of.peers // 20],
        "delay": sum(gains["delay_us"]) / answered,
        "dropped": sum(gains["dropped"]) / of.peers,
        "queue": sum(last["queue"]) / of.peers,
    }


def site(given):
    """The documentation in a browser, as ./waf doc has written it."""
    html = pathlib.Path(given.build, "doc", "html")
    if not (html / "index.html").exists():
        raise toolchain.Missing("there is no documentation: ./waf doc writes it")
    tools = ready(given)
    names = sorted(str(page.relative_to(html)) for page in html.rglob("*.html") if html / "api" not in page.parents)
    handler = functools.partial(QuietHandler, directory=html)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        with serving(server):
            run_checks(tools, ["site"], find_chromium(), "http://127.0.0.1:%d/" % server.server_port, PICTURES, *names)


class QuietHandler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format, *arguments):
        pass


def run_checks(tools, names, *arguments):
    """Some of test/view/, by node's runner, or as a program if they take arguments."""
    for name in names:
        output = tools.directory / "checks" / (name + ".test.mjs")
        options = ("--platform=node", "--format=esm", "--packages=external") if arguments else ("--platform=node", "--format=esm")
        tools.bundle("test/view/%s.test.ts" % name, output, *options)
    files = [tools.directory / "checks" / (name + ".test.mjs") for name in names]
    runner = [] if arguments else ["--test"]
    subprocess.run(["node", *runner, *files, *arguments], check=True)


def refused(given):
    """Words that make no sense, and files that are no recordings, are refused with what would do; without node, it says what to
    install."""
    there, other, empty, bare, cut = (pathlib.Path(given.scratch, name + ".rec") for name in ("there", "other", "empty", "bare", "cut"))
    whole = showcase.shipped(TOP)[1].read_bytes()
    there.write_bytes(whole)
    other.write_text("not a recording")
    empty.touch()
    # with a header alone, and with half of one
    header = 12 + recording.FRAME.size + recording.FRAME.unpack_from(whole, 12)[1]
    bare.write_bytes(whole[:header])
    cut.write_bytes(whole[: header // 2])
    for words, what in (
        ([str(other)], "is no recording"),
        ([str(there), str(other)], "is no recording"),
        ([str(other), "--live"], "is no recording"),
        ([str(empty)], "is no recording"),
        ([str(bare)], "has no samples"),
        ([str(cut)], "has no whole header"),
        (["a", "b", "c"], "3 files"),
        (["nowhere.rec"], "nowhere.rec is no file"),
        ([str(there), "--pages=x"], "--pages=x is no option"),
        ([str(there), "--into-doc"], "--into-doc is for"),
        (["--live"], "--live is for"),
        ([str(there), "--live", "--page=x"], "--live is for"),
    ):
        try:
            view.Words(given.scratch, words)
            raise AssertionError("%s was not refused" % words)
        except view.Wrong as error:
            assert what in str(error) and "./waf view" in str(error), error
    growing = view.Words("/top", [str(empty), str(cut), "--live"])
    assert growing.files == [empty, cut], growing.files
    both = view.Words("/top", [str(there), str(there)])
    assert (both.files, both.page) == ([there, there], pathlib.Path("/top/out/view/there-there.html")), both.page
    assert view.Words("/top", []).page == pathlib.Path("/top/out/view/collapse-and-cure.html")
    os.environ["PATH"] = given.scratch
    try:
        toolchain.check_node()
        raise AssertionError("there is a node where none is")
    except toolchain.Missing as error:
        assert "apt-get install nodejs" in str(error), error


def main():
    checks = {check.__name__: check for check in (types, units, browser, refused, shipped, promised, watched, tailed, site)}
    parser = argparse.ArgumentParser()
    parser.add_argument("check", choices=checks)
    parser.add_argument("--build", required=True)
    parser.add_argument("--scratch", help="a directory for what checks make")
    given = parser.parse_args()
    try:
        checks[given.check](given)
    except toolchain.Missing as error:
        print(error)
        sys.exit(SKIPPED)
    except subprocess.CalledProcessError as error:
        # it has said why
        sys.exit(str(error))


main()
