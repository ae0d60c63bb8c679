# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
#
# Sphinx reads this file. ./waf doc passes the version, which is written in the wscript only.

import pathlib
import sys

sys.dont_write_bytecode = True
here = pathlib.Path(__file__).resolve().parent
# what Sphinx gets to know here, and, of the checks, what tells a command in a page from other lines
sys.path[:0] = [str(here / "extensions"), str(here.parent / "test" / "tree")]

project = "dht-cc"
author = "The dht-cc authors"
copyright = "2026, " + author

extensions = ["api_reference", "scheme_parameters", "command_blocks", "sphinx_copybutton"]
exclude_patterns = ["extensions"]
highlight_language = "none"
html_theme = "furo"
html_title = "dht-cc"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sphinx = False
# of a block with prompts, a reader wants the commands
copybutton_prompt_text = "$ "
copybutton_line_continuation_character = "\\"
