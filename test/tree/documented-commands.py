# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Checks that README.md and doc/ say what is true: documentation.py reads them, and tells how a claim is written.

    python3 test/tree/documented-commands.py programs      every command of a program or script is started for a moment
    python3 test/tree/documented-commands.py waf           every ./waf is compared with what ./waf --help says
    python3 test/tree/documented-commands.py claims        what pages say of results is compared with results
    python3 test/tree/documented-commands.py claims --long: those that take longer

Exit status: 0 all is well, 1 something is not: a line each names the page, what it says, and what is true.
"""

import argparse
import os
import pathlib
import re
import runpy
import signal
import subprocess
import sys
import tempfile

from documentation import TOP, pages
from documented_claims import SIMULATORS, check_claims, commands_of, looks_at_status

# CPU seconds after which a program has read its options, and found nothing wrong; and seconds for a script
MOMENT = 0.2
MOMENT_OF_SCRIPT = 1

# ---- Programs


def harmless(name, arguments):
    """The arguments, such that a program needs no privilege and no large machine, and sends nothing to anybody."""
    given = {argument.split("=")[0] for argument in arguments}
    if name in SIMULATORS:
        arguments = [*arguments, "--quiet"]
    if name == "million" and "--memory" not in given:
        arguments = [*arguments, "--memory=1000000"]
    if name == "dht-peer":
        # an address that no machine has, and a port where nobody listens
        arguments = [re.sub(r"^--listen=.*", "--listen=192.0.2.1:7000", argument) for argument in arguments]
        arguments = [re.sub(r"^--join=.*", "--join=127.0.0.1:1", argument) for argument in arguments]
        if arguments[0] == "put":
            arguments[1] = str(TOP / "README.md")
        if "lookup" in arguments:
            arguments = [*arguments, "--request-lifetime=0.1s"]
    if name == "dht-emulate":
        # it would make devices
        arguments = [*arguments, "--PrintVersion"]
    return arguments


def ends_well(name, status):
    """For a program that was started for a moment."""
    # a peer's 3 and 4: it cannot listen, nobody answers
    return status in (0, -signal.SIGPROF) or (name == "dht-peer" and status in (3, 4))


def run_by_claims(all_pages):
    """The texts of commands that the checks of claims run to their end, and of those that are meant to fail."""
    claims = (claim for page in all_pages for claim in page.claims)
    run = (claim for claim in claims if claim.text.startswith("status") or not claim.is_long and looks_at_status(claim))
    return {text for claim in run for text in commands_of(claim)}


def check_programs(all_pages, places):
    left_out = run_by_claims(all_pages)
    commands = distinct(command for page in all_pages for command in page.commands)
    for command in (command for command in commands if command.text not in left_out):
        directory = command.text.split("/")[1]
        if command.text.startswith("emu/examples/"):
            yield from check_script(command, places["emu"])
        elif command.text.startswith("build/") and places[directory]:
            yield from check_program(command, places[directory])


def distinct(commands):
    """The first of those with the same words: they do the same, wherever they stand."""
    found = {}
    for command in commands:
        found.setdefault(command.text, command)
    return found.values()


def check_program(command, directory):
    program, *arguments = command.words()
    program = directory / program.split("/")[2]
    if not program.exists():
        yield "%s: there is no program %s" % (command.where, program.name)
        return
    with tempfile.TemporaryDirectory() as scratch:
        done = subprocess.run(
            [program, *harmless(program.name, arguments)],
            cwd=scratch,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=lambda: signal.setitimer(signal.ITIMER_PROF, MOMENT),
        )
    if not ends_well(program.name, done.returncode):
        said = done.stderr.strip() or "it says nothing"
        yield "%s: %s: status %d: %s" % (command.where, command.text, done.returncode, said)


def check_script(command, emu):
    """One that needs nothing but Python."""
    script, *arguments = command.words()
    # a port that is nobody's, and one that is free
    arguments = ["127.0.0.1:1" if before in ("--join", "--target") else text for before, text in pairs(arguments)]
    arguments = ["127.0.0.1:0" if before == "--listen" else text for before, text in pairs(arguments)]
    if script.endswith("hostile-ring.py"):
        if not emu:
            return
        arguments += ["--program", emu / "dht-peer"]
    try:
        done = subprocess.run(
            [sys.executable, "-B", TOP / script, *arguments],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=MOMENT_OF_SCRIPT,
        )
    except subprocess.TimeoutExpired:
        return
    # nobody is there who could be joined, or connected to
    if done.returncode not in (0, 4) and "Connection refused" not in done.stderr:
        yield "%s: %s: status %d: %s" % (command.where, command.text, done.returncode, done.stderr.strip())


def pairs(words):
    return zip(["", *words], words)


# ---- ./waf


def check_waf(all_pages, places):
    usage = subprocess.run([TOP / "waf", "--help"], capture_output=True, text=True, check=True).stdout
    known = set(re.findall(r"^  (\w[\w-]*)  ", usage, re.MULTILINE)) | set(re.findall(r"; (\w+): ", usage))
    takes_value = {name: bool(value) for name, value in re.findall(r"(--[a-z][\w-]+)(=?)", usage)}
    takes_value.update({"-j": True, "-h": False, "--help": False})
    emulation = runpy.run_path(str(TOP / "emu/emulation/options.py"))["OPTIONS"]
    for_emulate = {"--" + name: "action" not in how for name, how in emulation.items()}
    figures = [path.stem.replace("_", "-") for path in (TOP / "examples/paper/drawings").glob("*.py")]
    for page in all_pages:
        for command in page.commands:
            if command.text.startswith("./waf"):
                words = command.words()[1:]
                # the command's name alone is how pages speak of it
                if "sweep" in words[:-1]:
                    after = words.index("sweep") + 1
                    for wrong in wrong_sweep(words[after:], places["examples"]):
                        yield "%s: %s: %s" % (command.where, command.text, wrong)
                    words = words[:after]
                elif "view" in words[:-1]:
                    # its files are made by the reader
                    words = [word for word in words if word == "view" or word.startswith("-")]
                options = {**takes_value, **(for_emulate if "emulate" in words else {})}
                for wrong in wrong_words(words, known, options, figures):
                    yield "%s: %s: %s" % (command.where, command.text, wrong)


def wrong_words(words, commands, options, figures):
    for word in words:
        name, equals, value = word.partition("=")
        if not name.startswith("-"):
            if name not in commands and not name.isdigit():
                yield "%s is no command" % name
        elif name not in options:
            yield "there is no option %s" % name
        elif options[name] != bool(equals) and name != "-j":
            yield "%s %s a value" % (name, "needs" if options[name] else "has")
        elif name == "--only":
            for figure in value.split(","):
                if not any(one.startswith(figure) for one in figures):
                    yield "no figure's name begins with %s" % figure


def wrong_sweep(words, examples):
    sweeps = runpy.run_path(str(TOP / "examples/sweep/sweep.py"))
    try:
        planned = sweeps["read"](words)[0]
        sweeps["check_options"](examples / planned.program, planned, os.cpu_count(), TOP)
    except ValueError as error:
        yield str(error)


# ---- The command line


def read_share(text):
    number, of = map(int, text.split("/"))
    return number, of


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["programs", "waf", "claims"])
    parser.add_argument("--examples", type=pathlib.Path, default=TOP / "build/examples", help="directory of programs")
    parser.add_argument("--emu", default=str(TOP / "build/emu"), help="the same; '' if there is none")
    parser.add_argument("--long", action="store_true", help="claims that take longer, instead of the others")
    parser.add_argument("--share", type=read_share, default=(0, 1), metavar="K/N", help="the K-th of N parts, from 0")
    given = parser.parse_args()
    places = {"examples": given.examples.resolve(), "emu": pathlib.Path(given.emu).resolve() if given.emu else None}
    if given.what == "claims":
        wrong = check_claims(pages(), places, given.long, given.share)
    else:
        wrong = {"programs": check_programs, "waf": check_waf}[given.what](pages(), places)
    count = 0
    for count, line in enumerate(wrong, 1):
        print(line, flush=True)
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
