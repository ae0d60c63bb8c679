# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""Draws icon.png, the project's picture in ns-3's app store: a ring of peers, and a request that crosses it.

    python3 doc/images/icon.py    # needs Pillow
"""

import math
import pathlib

from PIL import Image, ImageDraw

SIZE = 100  # pixels, as the store asks for
FINE = 8  # drawn larger, then scaled down, for smooth edges
RING, PEER, COLLAPSE, REQUEST = "#44546a", "#2c7fb8", "#c0392b", "#31a354"
PEERS = 12


def place(number, radius=38):
    """Of a peer, clockwise from the top."""
    angle = 2 * math.pi * number / PEERS
    return [FINE * (SIZE / 2 + radius * wave) for wave in (math.sin(angle), -math.cos(angle))]


def disc(picture, centre, radius, colour):
    picture.ellipse([c - FINE * radius for c in centre] + [c + FINE * radius for c in centre], fill=colour)


image = Image.new("RGBA", (FINE * SIZE, FINE * SIZE))
draw = ImageDraw.Draw(image)
draw.ellipse([FINE * 12, FINE * 12, FINE * 88, FINE * 88], outline=RING, width=2 * FINE)
draw.line([tuple(place(number)) for number in (10, 6, 4, 3)], fill=REQUEST, width=3 * FINE)
for peer in range(PEERS):
    disc(draw, place(peer), 8 if peer == 6 else 6, COLLAPSE if peer == 6 else PEER)
image.resize((SIZE, SIZE), Image.Resampling.LANCZOS).save(pathlib.Path(__file__).with_name("icon.png"), optimize=True)
