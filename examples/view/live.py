# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""./waf view --live: the page on recordings that still grow, for whoever on this machine has its address.

The address has a token, and names no other machine's: a page of the web that the same browser shows can neither guess the
one nor, by a name of its own that leads here, pass for the other.
"""

import contextlib
import hmac
import http.server
import os
import pathlib
import secrets
import sys
import urllib.parse

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "recording"))

import recording

LOOPBACK = "127.0.0.1"
PREAMBLE = len(recording.MAGIC) + 4
# as much as one answer has, but for its last frame
ANSWER = 1 << 22


class Server(http.server.ThreadingHTTPServer):
    """Serves a page and what there is of some recordings; its port is a free one."""

    daemon_threads = True

    def __init__(self, page, files):
        super().__init__((LOOPBACK, 0), Handler)
        self.page = page.encode()
        self.recordings = {"recording/%d" % index: file for index, file in enumerate(files)}
        self.token = secrets.token_urlsafe(24)
        self.hosts = ["%s:%d" % (name, self.server_port) for name in (LOOPBACK, "localhost")]
        self.address = "http://%s/%s/" % (self.hosts[0], self.token)


class Handler(http.server.BaseHTTPRequestHandler):
    """Answers one request."""

    protocol_version = "HTTP/1.1"

    def do_GET(self):
        address = urllib.parse.urlsplit(self.path)
        token, _, what = address.path.removeprefix("/").partition("/")
        server = self.server
        # the comparison does not tell by its time how much was right
        if self.headers.get("Host") not in server.hosts:
            self.answer(403, b"this server is not reached by that name\n")
        elif not hmac.compare_digest(token.encode(), server.token.encode()):
            self.answer(403, b"the address lacks the token that ./waf view --live has printed\n")
        elif what == "":
            self.answer(200, server.page, "text/html; charset=utf-8")
        elif what in server.recordings:
            self.send_recording(server.recordings[what], urllib.parse.parse_qs(address.query))
        else:
            self.answer(404, b"there is no such page\n")

    def send_recording(self, file, query):
        try:
            begin = int(query["from"][0])
            # in this order: what nobody writes is as long as it will ever be
            written = has_writer(file)
            frames, is_complete = whole_frames(file, begin)
        except (KeyError, ValueError):
            self.answer(400, b"from= is the offset of a frame\n")
        except OSError as error:
            self.answer(410, ("%s\n" % error.strerror).encode())
        else:
            state = "complete" if is_complete else "growing" if written or frames else "ended"
            self.answer(200, frames, "application/octet-stream", state)

    def answer(self, status, body, kind="text/plain; charset=utf-8", state=None):
        self.send_response(status)
        headers = {"Content-Type": kind, "Content-Length": len(body), "Cache-Control": "no-store"}
        headers |= {"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer"}
        if state:
            headers["X-Recording"] = state
        for name, value in headers.items():
            self.send_header(name, str(value))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format, *arguments):
        pass


def whole_frames(path, begin):
    """What a recording has from an offset on, up to its last whole frame, and whether that is its end."""
    with open(path, "rb") as file:
        size = file.seek(0, os.SEEK_END)
        if not 0 <= begin <= size:
            raise ValueError(begin)
        end = max(begin, PREAMBLE) if size >= PREAMBLE else begin
        while end - begin < ANSWER and end + recording.FRAME.size <= size:
            if is_trailer(file, end, size):
                end = size
                break
            file.seek(end)
            _, length, _ = recording.FRAME.unpack(file.read(recording.FRAME.size))
            if end + recording.FRAME.size + length > size:
                break
            end += recording.FRAME.size + length
        file.seek(begin)
        return file.read(end - begin), end == size and is_trailer(file, size - recording.TRAILER.size, size)


def is_trailer(file, begin, size):
    if begin < PREAMBLE or begin + recording.TRAILER.size != size:
        return False
    file.seek(begin)
    return file.read(recording.TRAILER.size).endswith(recording.TRAILER_MAGIC)


def has_writer(path):
    """Whether a program that this user may look at has a file open to write it; where the system does not tell, yes."""
    processes = pathlib.Path("/proc")
    if not (processes / "self/fd").is_dir():
        return True
    wanted = os.stat(path)
    for process in processes.glob("[0-9]*"):
        # processes end, and others' are closed
        with contextlib.suppress(OSError):
            for descriptor in (process / "fd").iterdir():
                with contextlib.suppress(OSError):
                    found = descriptor.stat()
                    if (found.st_dev, found.st_ino) == (wanted.st_dev, wanted.st_ino) and is_writable(process, descriptor.name):
                        return True
    return False


def is_writable(process, descriptor):
    for line in (process / "fdinfo" / descriptor).read_text().splitlines():
        if line.startswith("flags:"):
            return int(line.split()[1], 8) & os.O_ACCMODE != os.O_RDONLY
    return False


def serve(page, files):
    """Serve until interrupted."""
    with Server(page, files) as server:
        print("live: %s\nopen it in a browser of this machine; Ctrl-C ends it" % server.address, flush=True)
        with contextlib.suppress(KeyboardInterrupt):
            server.serve_forever()
