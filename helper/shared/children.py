# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
#
# Processes that a program in Python runs in several threads, and that end with it.

import concurrent.futures
import subprocess
import threading


class Children:
    """Those that run; after stop() there are none, and no more are started."""

    def __init__(self):
        self.lock = threading.Lock()
        self.running = set()
        self.stopped = False

    def start(self, command, **arguments):
        """As subprocess.Popen; CancelledError after stop()."""
        with self.lock:
            if self.stopped:
                raise concurrent.futures.CancelledError
            process = subprocess.Popen(command, **arguments)
            self.running.add(process)
        return process

    def wait(self, process):
        """The exit status, when it has ended."""
        status = process.wait()
        with self.lock:
            self.running.discard(process)
        return status

    def stop(self):
        with self.lock:
            self.stopped = True
            for process in self.running:
                process.terminate()
