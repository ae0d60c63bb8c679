# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
#
# What the compiler is told: the options of configure.

import os


def configure(conf):
    # waf's own HAVE_... are of no use on each compiler's command line
    conf.env.DEFINES = []
    if not conf.options.libdir:
        # waf's lib64 is where Debian's loader does not look
        conf.env.LIBDIR = os.path.join(conf.env.PREFIX, "lib")
    if conf.options.enable_logs:
        conf.env.append_value("DEFINES", "NS3_LOG_ENABLE")
    if conf.options.enable_asserts:
        conf.env.append_value("DEFINES", "NS3_ASSERT_ENABLE")
    conf.env.UNITY = not conf.options.no_unity
    conf.env.ONLY_SIMULATING = conf.options.only_simulating
    if conf.options.werror:
        conf.env.append_value("CXXFLAGS", "-Werror")
    # checks are mostly googletest's macros, which take a third less time to compile like this
    conf.env.CHECKS_FLAGS = ["-O1", "-g0"]
    if conf.options.sanitize:
        _configure_sanitizers(conf)


def _configure_sanitizers(conf):
    flags = ["-fsanitize=" + conf.options.sanitize, "-fno-sanitize-recover=all"]
    message = "Checking for " + flags[0]
    if not conf.check_cxx(cxxflags=flags, linkflags=flags, msg=message, mandatory=False):
        conf.fatal("the compiler cannot sanitize %s" % conf.options.sanitize)
    conf.env.append_value("CXXFLAGS", flags + ["-fno-omit-frame-pointer"])
    conf.env.CHECKS_FLAGS = []  # a finding names its line
    conf.env.append_value("LINKFLAGS", flags)
