# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
#
# ./waf emulate: a ring of real and simulated peers behind emulated access links, from nothing to a report.

import argparse
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "helper" / "shared")]

import interruption
from emulation import namespace, report
from emulation.options import OPTIONS
from emulation.processes import Broken, Processes
from emulation.run import Run
from emulation.settings import BadOption, Settings

FAILED, BAD_OPTION, MISSING, INVALID = 1, 2, 3, 4


def run(top, build, jobs, options):
    try:
        settings = Settings.read(top, build, options)
        namespace.check()
        return emulate(settings)
    except BadOption as error:
        return complain(error, BAD_OPTION)
    except namespace.Missing as error:
        return complain(error, MISSING)
    except (Broken, OSError) as error:
        return complain(error, FAILED)
    except KeyboardInterrupt:
        complain("interrupted; everything was cleaned up", FAILED)
        raise


def complain(text, status):
    print("emulate: %s" % text, file=sys.stderr)
    return status


def emulate(settings):
    settings.out.mkdir(parents=True, exist_ok=True)
    with Processes(settings) as processes:
        namespace.make(settings.namespaces, settings.real)
        namespace.make(settings.namespaces, 1, first=settings.guest)
        measured = Run(settings, processes)
        measured.go()
        if settings.compare:
            measured.simulate_all()
    return conclude(settings, measured)


def conclude(settings, measured):
    emulator = report.load(measured.emulator_summary)
    peers = [report.load(settings.out / ("peer-%d.json" % number)) for number in measured.survivors]
    if emulator is None or None in peers:
        raise Broken("a summary is missing: see the logs in %s" % settings.out)
    rows = {"real": report.mean_of(peers)}
    if settings.simulated and not settings.restart_emulator:
        rows["simulated"] = report.mean_of([emulator["simulated"]])
    if settings.compare:
        rows["all simulated"] = report.mean_of([measured.all_simulated])
    print()
    report.print_table(rows)
    if settings.compare:
        print_same_peers(settings, measured, rows)
    elif "simulated" in rows:
        print("the two kinds differ by their places and links, too: --compare sets each against the same peers, simulated")
    report.print_packets(emulator)
    for line in measured.findings:
        print(line)
    broken = sum(not peer["counters"]["identities_hold"] for peer in peers)
    print("identities of the counters: %s" % ("hold in every peer" if not broken else "BROKEN in %d peers" % broken))
    picture = settings.out / "emulation.png"
    title = "%d real and %d simulated peers, %s" % (settings.real, settings.simulated, settings.scheme)
    print(report.draw(picture, measured.samples, measured.marks, title))
    if broken or measured.faults:
        return FAILED
    return 0 if emulator["lag"]["valid"] else INVALID


def print_same_peers(settings, measured, rows):
    """Every peer has its place and its link, and some have better ones: so each kind against itself, simulated."""
    by_peer = measured.all_simulated["achieved_by_peer"]
    same = [by_peer[number] for number in measured.survivors]
    print("real peers against the same ones, simulated: %+.1f%%" % report.change(rows["real"]["achieved"], same))
    if "simulated" in rows:
        others = by_peer[settings.real :]
        change = report.change(rows["simulated"]["achieved"], others)
        print("simulated peers against themselves among simulated ones: %+.1f%%" % change)


def main():
    """Without waf, and without building anything."""
    parser = argparse.ArgumentParser(description="A ring of real and simulated peers behind emulated access links.")
    for name, arguments in OPTIONS.items():
        parser.add_argument("--" + name, **arguments)
    top = HERE.parent
    with interruption.passed_on():
        return run(top, top / "build", 1, parser.parse_args())


if __name__ == "__main__":
    sys.exit(main())
