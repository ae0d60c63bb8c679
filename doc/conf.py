# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
#
# Sphinx reads this file. ./waf doc passes the version, which is written in the wscript only.

import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

project = "dht-cc"
author = "The dht-cc authors"
copyright = "2026, " + author

extensions = ["scheme_parameters"]
highlight_language = "none"
html_theme = "alabaster"
html_theme_options = {"description": "Congestion control for DHTs, in ns-3", "page_width": "1060px"}
html_sidebars = {"**": ["about.html", "searchfield.html", "navigation.html"]}
html_copy_source = False
