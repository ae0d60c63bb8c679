# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
#
# Signals that end a program in Python. Each of them is a KeyboardInterrupt first, so that the program cleans up;
# then it ends by that very signal. Who started it knows that it was interrupted: a shell ends its loop, too.

import contextlib
import os
import signal
import sys

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@contextlib.contextmanager
def passed_on():
    """What runs in it is interrupted once: further signals do not disturb how it cleans up."""
    came = []

    def interrupt(number, frame):
        came.append(number)
        if len(came) == 1:
            raise KeyboardInterrupt

    for number in SIGNALS:
        # nohup has the last word
        if number != signal.SIGHUP or signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, interrupt)
    try:
        yield
    finally:
        if came:
            end_by(came[0])


def end_by(number):
    """End this process by a signal, as if it had not been caught."""
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError):
            stream.flush()
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)
