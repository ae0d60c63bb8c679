# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
#
# Finds the libraries besides ns-3.




def configure(conf):
    what = "%s was not found: install it (Debian: apt-get install %s)"
    header = "boost/version.hpp"
    if not conf.check_cxx(header_name=header, msg="Checking for Boost", mandatory=False):
        conf.fatal(what % ("Boost", "libboost-dev"))
    if not check_package(conf, "nlohmann_json", "JSON", "nlohmann-json"):
        conf.fatal(what % ("nlohmann-json", "nlohmann-json3-dev"))
    _configure_isal(conf, what % ("ISA-L", "libisal-dev"))
    if not check_package(conf, "zlib", "ZLIB", "zlib"):
        conf.fatal(what % ("zlib", "zlib1g-dev"))
    # only real peers need them, and commands that need them say so
    _configure_program_options(conf)
    check_package(conf, "sqlite3", "SQLITE3", "SQLite")
    # only the checks need it, and ./waf test says so
    check_package(conf, "gtest", "GTEST", "googletest")
    check_package(conf, "gtest_main", "GTEST_MAIN", "googletest's main()")


def _configure_isal(conf, missing):
    # an installation of one's own may come without its .pc file
    if not check_package(conf, "libisal", "ISAL", "ISA-L"):
        conf.env.LIB_ISAL = ["isal"]
    fragment = """
        #include <isa-l/erasure_code.h>
        int main() { return gf_mul(1, 0); }
    """
    message = "Checking that a program links with ISA-L"
    if not conf.check_cxx(fragment=fragment, use="ISAL", msg=message, mandatory=False):
        conf.fatal(missing)


def _configure_program_options(conf):
    fragment = """
        #include <boost/program_options.hpp>
        int main() { return static_cast<int>(boost::program_options::options_description().options().size()); }
    """
    conf.check_cxx(
        fragment=fragment,
        lib="boost_program_options",
        uselib_store="PROGRAM_OPTIONS",
        msg="Checking for Boost.Program_options",
        mandatory=False,
    )


def check_package(conf, package, store, name, args=()):
    flags = ["--cflags", "--libs", *args]
    message = "Checking for " + name
    found = conf.check_cfg(
        package=package, args=flags, uselib_store=store, msg=message, mandatory=False
    )
    return found is not None
