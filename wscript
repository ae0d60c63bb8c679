# -*- mode: python; coding: utf-8 -*-
#
# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
#
# The stand-alone build, against an installed ns-3 (3.37 or newer): ./waf --help lists the commands, and
# waftools/ has what they do. In the contrib/ directory of an ns-3 tree, CMakeLists.txt builds the same
# sources; both builds find them by the same patterns, so a new file needs no entry anywhere.

import os
import shutil
import subprocess

import waflib.Context
from waflib import Build, ConfigSet, Configure, Options, Utils
from waflib.Build import BuildContext

from waftools import checking, compiler, documentation, fuzzing, libraries, library, ns3, peers, programs, revision, scripts, tools

APPNAME = "dht-cc"
VERSION = "0.1.0"
top = "."
out = "build"

# A build configures itself when it is the first one, or when what configures has changed
Configure.autoconfig = "clobber"
CONFIGURING = ["waftools/%s.py" % name for name in ("compiler", "libraries", "ns3", "scripts")]
CONFIGURE_OPTIONS = ["ns3_prefix", "cxxstd", "enable_logs", "enable_asserts", "werror", "sanitize", "no_unity"]
CONFIGURE_OPTIONS += ["only_simulating"]
# options of single commands: flag, name, default, commands
OPTIONS_OF = []

# What may be built besides the library; a command builds the parts that it needs
PARTS = {
    "demo": programs.build_demo,
    "examples": programs.build_examples,
    "emu": peers.build,
    "doc-code": programs.build_doc_code,
    "tests": checking.build,
}
BuildContext.parts = ["examples", "emu", "doc-code"]
CXX_DIRECTORIES = ["model", "helper", "examples", "test", "emu"]


def options(opt):
    opt.load("compiler_cxx")
    add = opt.add_option_group("dht-cc, at configure time").add_argument
    add("--ns3-prefix", default="", help="prefix of ns-3 (default: where pkg-config looks)")
    add("--cxxstd", default="", help="C++ standard: 17, 20 or 23 (default: as ns-3 needs)")
    add("--enable-logs", action="store_true", help="compile this module's NS_LOG in")
    add("--enable-asserts", action="store_true", help="compile this module's NS_ASSERT in")
    add("--werror", action="store_true", help="warnings are errors")
    add("--no-unity", action="store_true", help="compile each file by itself: slower, except after an edit")
    add("--only-simulating", action="store_true", help="build no real peers, and of the checks only those that simulate packets")
    add("--sanitize", default="", metavar="LIST", help="sanitizers, such as address,undefined")
    add = _options_of(opt, "test")
    add("--filter", default="", metavar="PATTERN", help="run only the checks that match")
    add = _options_of(opt, "fuzz")
    add("--frames", type=int, default=1000000, metavar="N", help="how many frames the fuzzers try, all together")
    add("--storm", type=int, default=50000, metavar="N", help="how many are thrown at a live peer besides; 0: none")
    add("--brief", action="store_true", help="the fuzzers alone: no storm, no coverage, no checks with sanitizers")
    add = _options_of(opt, "figures")
    add("--full", action="store_true", help="the papers' size: five to twelve hours of CPU time")
    add("--tiny", action="store_true", help="try the workflow; the numbers mean nothing")
    add("--only", default="", metavar="NAMES", help="figures whose names begin so, such as comsnets09,nca06-fig4")
    add = _options_of(opt, "figures", "demo")
    add("--into-doc", action="store_true", help="copy tables and pictures into doc/")
    add = _options_of(opt, "emulate")
    for name, arguments in tools.load(opt.path.find_node("emu/emulation/options.py")).OPTIONS.items():
        add("--" + name, **arguments)


def _options_of(opt, *commands):
    # adds options that have an effect with these commands only
    group = opt.add_option_group("dht-cc, for " + " and ".join(commands))

    def add(flag, **arguments):
        option = group.add_argument(flag, **arguments)
        OPTIONS_OF.append((flag, option.dest, option.default, commands))

    return add


def init(ctx):
    for flag, name, default, commands in OPTIONS_OF:
        if getattr(Options.options, name) != default and not set(commands) & set(Options.commands):
            ctx.fatal("%s: has an effect only with ./waf %s" % (flag, " or ".join(commands)))
    if waflib.Context.out_dir:
        scripts.note(ctx.path, ctx.root.make_node(waflib.Context.out_dir))
    # an option of configure means what it says with every command
    given = any(getattr(Options.options, name) for name in CONFIGURE_OPTIONS)
    if given and Options.commands and "configure" not in Options.commands:
        _keep_configured()
        Options.commands.insert(0, "configure")


def _keep_configured():
    # what another command says does not take back what configure was told
    before = ConfigSet.ConfigSet()
    if os.path.exists(Options.lockfile):
        before.load(Options.lockfile)
    for name in CONFIGURE_OPTIONS:
        setattr(Options.options, name, getattr(Options.options, name) or before.options and before.options[name])


class ConfigureContext(Configure.ConfigurationContext):
    """looks for ns-3 and the libraries; what was configured before stays if that fails"""

    cmd = "configure"

    def execute(self):
        # waf removes it before it looks for anything
        self.init_dirs()
        cache = self.bldnode.make_node(Build.CACHE_DIR).abspath()
        before = cache + "-before"
        shutil.rmtree(before, ignore_errors=True)
        if os.path.isdir(cache):
            shutil.copytree(cache, before)
        try:
            super().execute()
        except BaseException:
            shutil.rmtree(cache, ignore_errors=True)
            if os.path.isdir(before):
                os.rename(before, cache)
            raise
        shutil.rmtree(before, ignore_errors=True)


def configure(conf):
    # waf remembers where the last configure was started; in a tree that has moved since, it would
    # look for that directory for ever
    waflib.Context.launch_dir = waflib.Context.run_dir
    conf.env.APPNAME, conf.env.VERSION = APPNAME, VERSION
    conf.load("compiler_cxx")
    if not conf.find_program(["pkg-config", "pkgconf"], var="PKGCONFIG", mandatory=False):
        conf.fatal("pkg-config was not found: install it (Debian: apt-get install pkg-config)")
    ns3.configure(conf)
    libraries.configure(conf)
    compiler.configure(conf)
    # once ./waf has installed more packages, it configures again
    for name in [*CONFIGURING, ".venv/packages"]:
        _watch(conf, conf.path.find_node(name))
    _watch(conf, scripts.note(conf.path, conf.bldnode))


def _watch(conf, node):
    if node:
        conf.files.append(node.abspath())
        conf.hash = Utils.h_list((conf.hash, node.read("rb")))


def build(bld):
    bld.add_group()
    # what programs write of themselves: they run once their libraries have the names that they are loaded by
    bld.add_group(programs.PAGES, move=False)
    library.make_include_directory(bld)
    library.build(bld)
    for part in bld.parts:
        PARTS[part](bld)
    library.install(bld)


build_fuzzers = fuzzing.build


def shutdown(ctx):
    checking.close()


def doc(ctx):
    """writes the documentation to build/doc/html"""
    documentation.write(ctx, out, VERSION)


class DistContext(waflib.Context.Context):
    """packs the present commit into build/dht-cc-VERSION.tar.gz; the same commit gives the same bytes"""

    cmd = "dist"
    fun = "dist"


def dist(ctx):
    revision.pack(ctx, out, "%s-%s" % (APPNAME, VERSION))


class CheckFormatContext(waflib.Context.Context):
    """compares the C++ files with .clang-format"""

    cmd = "check-format"
    fun = "check_format"


def check_format(ctx):
    if not shutil.which("clang-format"):
        ctx.fatal("clang-format was not found: install it (Debian: apt-get install clang-format); nothing was checked")
    patterns = ["%s/**/*.%s" % (name, kind) for name in CXX_DIRECTORIES for kind in ("cc", "h")]
    files = [node.path_from(ctx.path) for node in ctx.path.ant_glob(patterns)]
    command = ["clang-format", "--dry-run", "-Werror", *files]
    if files and subprocess.call(command, cwd=ctx.path.abspath()):
        ctx.fatal("some files are not formatted: clang-format -i does it")
