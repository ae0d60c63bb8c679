# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
#
# What ./waf emulate is asked for, as numbers.

import dataclasses
import os
import pathlib

import quantity
import schemes

# marking finds its rate slowly
WARMUPS = {"marking": 60.0}
WARMUP = 20.0


class BadOption(Exception):
    """An option that is wrong: one line that says what is allowed."""


@dataclasses.dataclass
class Settings:
    """One emulation."""

    top: pathlib.Path
    build: pathlib.Path
    real: int = 8
    simulated: int = 8
    scheme: str = "marking"
    load: float = 0
    rate: str = "600kbps..1000kbps"
    delay: str = "10ms..30ms"
    hold: int = 0
    upload_rate: str = None
    warmup: float = None
    duration: float = 60
    compare: bool = False
    kill: float = 0
    restart_emulator: bool = False
    lag_limit: float = 0.01
    fifo: bool = True
    port: int = 7000
    namespaces: str = "dht"
    out: pathlib.Path = None
    # seconds from join to join, and from the last one to the first request
    join_interval: float = 0.2
    settle: float = 15

    @classmethod
    def read(cls, top, build, options):
        """From waf's options: those that were not given are None."""
        settings = cls(pathlib.Path(top), pathlib.Path(build))
        readers = {
            "real": lambda text: number("real", text, 0, 4096, int),
            "simulated": lambda text: number("simulated", text, 0, 4096, int),
            "load": lambda text: number("load", text, 0, 1e5, float),
            "rate": lambda text: with_unit("rate", text, quantity.RATES),
            "delay": lambda text: with_unit("delay", text, quantity.DURATIONS),
            "hold": lambda text: number("hold", text, 0, 255, int),
            "upload_rate": lambda text: one_rate("upload-rate", text),
            "duration": lambda text: seconds("duration", text, 1, 86400),
            "warmup": lambda text: seconds("warmup", text, 0, 86400),
            "settle": lambda text: seconds("settle", text, 0, 3600),
            "lag_limit": lambda text: seconds("lag-limit", text, 1e-6, 1000),
            "kill": lambda text: number("kill", text.removesuffix("%"), 0, 90, float),
        }
        # waf has moved to the top directory by now
        given = pathlib.Path(os.environ.get("PWD", "."))
        settings.out = given / (getattr(options, "output", None) or settings.top / "out" / "emulate")
        for field in dataclasses.fields(cls):
            text = getattr(options, field.name, None)
            # waf has an --out of its own, which is not ours
            if text is not None and field.name not in ("top", "build", "out"):
                setattr(settings, field.name, readers.get(field.name, field.type)(text))
        if settings.warmup is None:
            settings.warmup = WARMUPS.get(settings.scheme, WARMUP)
        settings.check()
        return settings

    def check(self):
        known = schemes.names(self.build / "emu" / "dht-emulate")
        if self.scheme not in known:
            raise BadOption("--scheme=%s: known are %s" % (self.scheme, ", ".join(known)))
        if self.scheme == schemes.NONE and self.load == 0:
            raise BadOption("--load=0: the scheme none needs an offered load above 0 requests/s")
        if self.real < 1:
            raise BadOption("--real=0: the first peer of the ring is a real one")
        if self.upload_rate and not self.hold:
            raise BadOption("--upload-rate=%s: has no effect without --hold" % self.upload_rate)
        if self.hold and not self.upload_rate and ".." in self.rate:
            raise BadOption("--hold=%d: --upload-rate is missing, as --rate=%s says no single rate" % (self.hold, self.rate))
        if self.kill and self.real < 4:
            raise BadOption("--kill=%g%%: needs 4 real peers or more" % self.kill)

    @property
    def holding(self):
        """What tells real peers to hold, as options of dht-peer."""
        return ["--hold=%d" % self.hold, "--upload-rate=" + (self.upload_rate or self.rate)] if self.hold else []

    @property
    def guest(self):
        """The number of the access link from which the ring is watched: behind all peers."""
        return self.real + self.simulated

    def namespace(self, number):
        return "%s%d" % (self.namespaces, number)

    def endpoint(self, number):
        return "10.0.%d.%d:%d" % (*divmod(number + 1, 256), self.port)

    def endpoints(self, numbers=None):
        return [self.endpoint(number) for number in (numbers if numbers is not None else range(self.guest))]

    @property
    def bootstrap(self):
        return self.endpoint(0)


def number(name, text, least, most, kind):
    try:
        value = kind(text)
    except ValueError:
        value = None
    if value is None or not least <= value <= most:
        raise BadOption("--%s=%s: allowed is a number from %s to %s" % (name, text, least, most))
    return value


def seconds(name, text, least, most):
    """The value of "500ms" or "1min"."""
    low, high = read_by(quantity.read_range, name, text, quantity.DURATIONS)
    if low != high or not least <= low <= most:
        raise BadOption("--%s=%s: allowed is a duration from %gs to %gs" % (name, text, least, most))
    return low


def one_rate(name, text):
    """The text of a rate, which dht-peer reads."""
    low, _ = read_by(quantity.read_range, name, text, quantity.RATES)
    if ".." in text or low <= 0:
        raise BadOption("--%s=%s: allowed is one rate above 0, as all real peers are told the same" % (name, text))
    return text


def with_unit(name, text, units):
    """The text, which dht-emulate reads: by then it is too late to say that a unit is missing."""
    read_by(quantity.check_units, name, text, units)
    return text


def read_by(read, name, text, units):
    """What a function of quantity makes of the text."""
    try:
        return read(text, units)
    except ValueError as error:
        raise BadOption("--%s=%s: %s" % (name, text, error)) from None
