# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""What hostile peers leave honest ones of a large ring: drawn as the smaller ring."""

from drawings.hostile_schemes import draw, page, table

__all__ = ["draw", "page", "table"]
