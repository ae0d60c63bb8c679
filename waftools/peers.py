# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
#
# Builds dht-peer, the programs that storm it and measure its links, and the gateway of the emulation.

from waftools.library import build_program
from waftools.programs import build_pages
from waftools.sources import BUILT, include_directories, sources

REAL_PEER = "emu/peer/**/*.cc"
OPTION_READER = "emu/peer/options/option-*.cc"
PEER_STORE = ["emu/peer/storage/sqlite-*.cc", "emu/peer/storage/set-aside-files.cc"]
PEER_PORT = ["emu/peer/base/*.cc", "emu/peer/sockets/udp-batches.cc", "emu/peer/links/link-windows.cc"]
STORM = "emu/storm/*.cc"
BENCH = "emu/bench/*.cc"
GATEWAY = "emu/gateway/*.cc"
GATEWAY_PROGRAM = "emu/gateway/dht-emulate.cc"
PROGRAM_OPTIONS = "libboost-program-options-dev"


def build(bld):
    if not bld.env.LIB_PROGRAM_OPTIONS:
        what = "real peers need Boost.Program_options: install it (Debian: apt-get install %s), then ./waf configure"
        bld.fatal(what % PROGRAM_OPTIONS)
    if not bld.env.LIB_SQLITE3:
        what = "real peers need SQLite: install it (Debian: apt-get install %s), then ./waf configure"
        bld.fatal(what % "libsqlite3-dev")
    if not bld.env.ONLY_SIMULATING:
        _build_real_peer(bld)
    _build_gateway_objects(bld)
    build_program(bld, "emu/dht-emulate", bld.path.ant_glob(GATEWAY_PROGRAM), use=["gateway"])


def peer_include_directories(bld):
    # no ns-3: processes that need the protocol, and what programs share
    return include_directories(bld, "model/protocol", "helper/shared", "emu/peer")


def _build_real_peer(bld):
    # compiled once, for all of these programs and for the checks
    _build_peer_objects(bld, "option-reader", OPTION_READER, "PROGRAM_OPTIONS")
    _build_peer_objects(bld, "peer-store", PEER_STORE, "SQLITE3")
    _build_peer_objects(bld, "peer-port", PEER_PORT, "JSON")
    files = sources(bld, REAL_PEER, excl=[OPTION_READER, *PEER_STORE, *PEER_PORT])
    _build_process(bld, "dht-peer", files, install_path="${BINDIR}")
    build_pages(bld, "emu/dht-peer", "dht-peer")
    _install_service(bld)
    _build_process(bld, "dht-storm", bld.path.ant_glob(STORM), install_path=None)
    _build_process(bld, "dht-bench", bld.path.ant_glob(BENCH), install_path=None)


def _install_service(bld):
    # a unit of systemd, and what its configuration may say
    unit = "dht-peer.service"
    source = bld.path.find_node("emu/systemd/%s.in" % unit)
    bld(features="subst", source=source, target=unit, install_path="${PREFIX}/lib/systemd/system", BINDIR=bld.env.BINDIR)
    bld.install_files("${PREFIX}/share/doc/" + bld.env.APPNAME, bld.path.find_node("emu/systemd/dht-peer.conf"))


def _build_peer_objects(bld, target, files, use):
    includes = peer_include_directories(bld)
    bld.objects(
        target=target,
        idx=BUILT,
        source=bld.path.ant_glob(files),
        includes=includes,
        export_includes=includes,
        cxxflags=bld.env.WITHOUT_NS3,
        use=use,
    )


def _build_process(bld, name, files, **arguments):
    bld.program(
        target="emu/" + name,
        idx=BUILT,
        source=files,
        cxxflags=bld.env.WITHOUT_NS3,
        use="option-reader peer-store peer-port protocol shared build-info JSON ZLIB PROGRAM_OPTIONS",
        lib=["pthread"],
        **arguments,
    )


def _build_gateway_objects(bld):
    # compiled once, for the program and for the checks
    files = sources(bld, GATEWAY, excl=GATEWAY_PROGRAM)
    includes = include_directories(bld, "model", "helper", "emu/gateway")
    bld.objects(
        target="gateway",
        source=files,
        includes=includes,
        export_includes=includes,
        use=[bld.env.APPNAME, "NS3", "JSON"],
        idx=BUILT,
    )
