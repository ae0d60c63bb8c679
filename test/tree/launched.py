# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
#
"""Checks of ./waf in trees of their own, for launcher-test.cc: what it configures, refuses and links."""

import os
import pathlib
import shutil
import subprocess
import sys

TOP = pathlib.Path(__file__).resolve().parent.parent.parent
# all that is looked at before anything is compiled
PARTS = ["model", "helper", "examples", "emu", "waftools", "doc/code", "test/fuzz"]
FILES = ["waf", "wscript", "packages.txt", "requirements.txt", "test/dht-cc-test-suite.cc"]
# scripts, and what they print
SCRIPTS = {
    "modules": (
        """
#include "ns3/core-module.h"
#include "ns3/flow-monitor-helper.h"
#include "ns3/mobility-module.h"
#include "ns3/on-off-helper.h"
#include "ns3/wifi-module.h"
using namespace ns3;
int main()
{
    NodeContainer nodes(2);
    MobilityHelper().Install(nodes);
    YansWifiPhyHelper phy;
    phy.SetChannel(YansWifiChannelHelper::Default().Create());
    WifiHelper().Install(phy, WifiMacHelper(), nodes);
    OnOffHelper onOff("ns3::UdpSocketFactory", Address());
    FlowMonitorHelper().InstallAll();
    std::cout << nodes.Get(1)->GetNDevices();
}
""",
        "1",
    ),
    "named": (
        """
// packages: gsl
#include <cstdio>
#include <gsl/gsl_sf_bessel.h>
int main() { std::printf("%.3f", gsl_sf_bessel_J0(5)); }
""",
        "-0.178",
    ),
}
BUILD = """
import sys
sys.path.insert(0, %r)
from waftools import ns3, programs
top, out = ".", "build"

def options(opt):
    opt.load("compiler_cxx")
    for name in ("--ns3-prefix", "--cxxstd"):
        opt.add_option(name, default="")

def configure(conf):
    conf.load("compiler_cxx")
    conf.env.APPNAME = "dht-cc"
    conf.find_program(["pkg-config", "pkgconf"], var="PKGCONFIG")
    ns3.configure(conf)

def build(bld):
    programs.build_examples(bld)
    programs.build_doc_code(bld)
"""
WAF = """
import os, sys, waflib
from waflib import Context, Scripting
sys.argv[0] = "waf"
Scripting.waf_entry_point(os.getcwd(), Context.WAFVERSION, os.path.dirname(os.path.dirname(waflib.__file__)))
"""


def run(command, where, **environment):
    done = subprocess.run(
        command, cwd=where, capture_output=True, text=True, check=False, env=dict(os.environ, PWD=str(where), **environment)
    )
    return done.returncode, done.stdout + done.stderr


def waf(tree, *words):
    return run(["./waf", *words], tree, DHT_CC_INSTALL="no", PYTHON=sys.executable)


def a_tree(scratch):
    tree = pathlib.Path(scratch, "tree")
    for part in PARTS:
        shutil.copytree(TOP / part, tree / part, ignore=shutil.ignore_patterns("__pycache__"))
    for name in FILES:
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(TOP / name, tree / name)
    return tree


def configured(scratch):
    """A configure that fails, or is interrupted, leaves every command as it was."""
    tree = a_tree(scratch)
    status, said = waf(tree, "configure", "--no-unity")
    assert status == 0, said
    for wrong in ("--ns3-prefix=/nowhere", "--cxxstd=99", "--sanitize=nonsense"):
        for command in ("configure", "list"):
            status, said = waf(tree, command, wrong)
            assert status == 1 and "Traceback" not in said, said
        # of the commands, one that builds and one that does not
        for command, last in (("list", "finished successfully"), ("build", "task generator for the name 'nothing'")):
            status, said = waf(tree, command, "--targets=nothing")
            assert last in said and "Checking for" not in said, said
    shutil.rmtree(tree / "build/c4che")
    status, said = waf(tree, "build", "--targets=nothing")
    assert "Checking for ns-3" in said and "task generator for the name 'nothing'" in said, said
    assert "no_unity = True" in (tree / "build/c4che/_cache.py").read_text() or "UNITY = False" in (tree / "build/c4che/_cache.py").read_text()
    # a script that needs a module which none has needed so far
    (tree / "examples/planted.cc").write_text('#include "ns3/csma-module.h"\n')
    status, said = waf(tree, "build", "--targets=nothing")
    assert "Checking for ns3-csma" in said, said
    status, said = waf(tree, "build", "--targets=nothing")
    assert "Checking for" not in said, said


def refused(scratch):
    """What a command does not know, or would ignore, is refused before anything is built."""
    tree = a_tree(scratch)
    status, said = waf(tree, "configure")
    assert status == 0, said
    for words, what in (
        ("build --full", "--full: has an effect only with ./waf figures"),
        ("demo --only=nca06", "--only: has an effect only with ./waf figures"),
        ("figures --frames=5", "--frames: has an effect only with ./waf fuzz"),
        ("build --filter=X.*", "--filter: has an effect only with ./waf test"),
        ("figures --real=3", "--real: has an effect only with ./waf emulate"),
        ("test --into-doc", "--into-doc: has an effect only with ./waf figures or demo"),
        ("fuzz --frames=0", "--frames=0: allowed is 1 or more"),
        ("fuzz --storm=-1", "--storm=-1: allowed is 0 or more"),
        ("figures --only=nca06,bogus", "no figure begins with bogus"),
        ("figures --only=,", "no figure begins with"),
        ("figures --full --tiny", "two sizes"),
        ("figures --tiny --into-doc", "the numbers of --tiny mean nothing"),
        ("sweep", "name one program"),
        ("sweep collapse --load", "--load has no value"),
        ("view nowhere.rec", "is no file"),
        ("view wscript", "is no recording"),
        ("view --pages=x", "is no option"),
    ):
        status, said = waf(tree, *words.split())
        assert status != 0 and what in said, (words, status, said)
        assert "Compiling" not in said and "finished successfully" not in said and "Traceback" not in said, said


def linked(scratch):
    """A script is linked with what it includes, and with the packages that it names; one that cannot be is named, and the others
    are built."""
    examples = pathlib.Path(scratch, "examples")
    examples.mkdir()
    pathlib.Path(scratch, "wscript").write_text(BUILD % str(TOP))
    for name, (text, _) in SCRIPTS.items():
        (examples / (name + ".cc")).write_text(text)
    (examples / "missing.cc").write_text("// packages: no-such-package\nint main() {}\n")
    command = [sys.executable, "-c", WAF, "configure", "build"]
    status, said = run(command, scratch)
    assert status == 1 and "examples/missing.cc needs no-such-package" in said and "not built: examples/missing.cc" in said, said
    for name, (_, printed) in SCRIPTS.items():
        status, said = run([str(pathlib.Path(scratch, "build/examples", name))], scratch)
        assert (status, said) == (0, printed), (name, status, said)
    (examples / "missing.cc").unlink()
    status, said = run(command[:-2] + ["build"], scratch)
    assert status == 0, said


if __name__ == "__main__":
    globals()[sys.argv[1]](sys.argv[2])
