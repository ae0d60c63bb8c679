# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
#
# Blocks of nothing but commands have a language of their own: their lines may be broken where the page is narrow, between
# words, for which static/site.css has the rule. In tables, diagrams and output, a broken line would be in the wrong column.

from docutils import nodes
from documentation import COMMAND
from pygments.lexer import RegexLexer
from pygments.token import Comment, Generic, Name, Text

LANGUAGE = "commands"
# what stands around commands in a shell
SHELL = ("#", "for ", "do", "done", "sudo ", "ip ", "ns3-venv/", "python3 ", "cd ", "cmake ", "export ")


class Commands(RegexLexer):
    """Each word a token, of which a browser can keep the letters together."""

    name = LANGUAGE
    tokens = {
        "root": [
            (r"#.*", Comment),
            (r"^\s*\$ ", Generic.Prompt),
            (r"\s+", Text),
            (r"-\S+", Name.Attribute),
            (r"\S+", Name.Variable),
        ]
    }


def is_of_commands(text):
    """Whether each line of a block is a command, a comment, or goes on with the line above."""
    goes_on = has_command = False
    for line in filter(str.strip, text.splitlines()):
        is_command = bool(COMMAND.match(line.lstrip()))
        has_command |= is_command
        if not (goes_on or is_command or line.lstrip().startswith(SHELL)):
            return False
        goes_on = line.endswith("\\")
    return has_command


def mark(_app, doctree):
    for block in doctree.findall(nodes.literal_block):
        if is_of_commands(block.rawsource):
            block["language"] = LANGUAGE


def setup(app):
    app.add_lexer(LANGUAGE, Commands)
    app.connect("doctree-read", mark)
    return {"parallel_read_safe": True}
