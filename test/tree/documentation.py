# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Reads README.md and doc/: the commands in code blocks, and the claims about them.

A claim is a comment, `.. claim: ...` or `<!-- claim: ... -->`, below the paragraph, table or block that it is about.
Parts are separated by semicolons:

    $ COMMAND           of what is claimed; without, of the commands of the last block above that has some
    PATH = V, V, ...    what stands in the summaries of these commands, a value each, as rounded in the text;
                        V may have a unit (13 kB), `none` is 0, `-` says nothing of a command
    PATH < V, V, ...    the same, for what differs from machine to machine
    status = V, ...     their exit statuses, if they are not 0
    shows               they print, or write into files, what the last block above shows
    prints TEXT         they print this, wherever the page says so in words of its own

`claim-long:` is the same for what takes more than some seconds.
"""

import dataclasses
import pathlib
import re
import shlex

TOP = pathlib.Path(__file__).resolve().parent.parent.parent
STARTS = r"(?:build/(?:examples|emu)/|emu/examples/\w+\.py |\./waf(?: |$)|g\+\+ )"
# what may stand before a command that is nevertheless ours
PREFIXES = r"(?:mpirun -np \S+ |ip netns exec \S+ )?"
COMMAND = re.compile(r"(?:\$ )?" + PREFIXES + "(?=%s)" % STARTS)
WAF_IN_TEXT = re.compile(r"(?<!`)(`{1,2})(\./waf [^`]*)\1(?!`)")
CLAIM = re.compile(r"^ *(?:\.\.|<!--) (claim|claim-long): (.*)$")


@dataclasses.dataclass
class Command:
    """Of a page."""

    where: str  # page:line
    text: str

    def words(self):
        """Without comments, and without what a shell does with the output."""
        # variables of a loop
        text = re.sub(r"\$\w+", "1", self.text)
        lexer = shlex.shlex(text, posix=True, punctuation_chars=True)
        lexer.whitespace_split = True
        words = []
        for word in lexer:
            if re.fullmatch(r"[<>|&;()]+", word):
                break
            words.append(word)
        return words


@dataclasses.dataclass
class Block:
    """Lines that are indented, or in a fence; with the commands there."""

    line: int
    lines: list
    commands: list

    def script(self):
        """What a shell can do of it: what is prompted for, otherwise all up to an empty line."""
        prompted = [line.lstrip()[2:] for line in self.lines if line.lstrip().startswith("$ ")]
        lines = prompted or "\n".join(self.lines).split("\n\n")[0].splitlines()
        return "\n".join(line for line in lines if not line.lstrip().startswith("./waf"))

    def shown(self):
        """What is printed."""
        if not self.commands:
            return "\n".join(self.lines)
        if any(line.lstrip().startswith("$ ") for line in self.lines):
            return "\n".join(line for line in self.lines if not line.lstrip().startswith("$ "))
        return "\n\n".join("\n".join(self.lines).split("\n\n")[1:])


@dataclasses.dataclass
class Claim:
    """Of a page."""

    where: str
    is_long: bool
    text: str
    paragraph: str
    with_commands: Block
    last: Block

    def parts(self):
        return [part.strip() for part in self.text.split(";")]


class Page:
    """One file, read."""

    def __init__(self, path):
        self.name = str(path.relative_to(TOP))
        self.lines = path.read_text(encoding="utf-8").splitlines()
        self.blocks, self.claims = [], []
        self.commands = list(self._read_commands_in_text())
        self._read()
        self.commands += [command for block in self.blocks for command in block.commands]

    def where(self, line):
        return "%s:%d" % (self.name, line + 1)

    def _read_commands_in_text(self):
        text = "\n".join(self.lines)
        for match in WAF_IN_TEXT.finditer(text):
            yield Command(self.where(text.count("\n", 0, match.start())), " ".join(match[2].split()))

    def _read(self):
        number = 0
        while number < len(self.lines):
            claim = CLAIM.match(self.lines[number])
            if claim:
                number = self._read_claim(number, claim)
            elif self.lines[number].startswith("```"):
                end = number + 1
                while not self.lines[end].startswith("```"):
                    end += 1
                self._add_block(number + 1, end)
                number = end + 1
            elif self._begins_block(number):
                end = self._end_of_block(number)
                self._add_block(number, end)
                number = end
            else:
                number += 1

    def _begins_block(self, number):
        line = self.lines[number]
        if not line.startswith(" ") or (number and self.lines[number - 1].strip()):
            return False
        if COMMAND.match(line.lstrip()) or not self.name.endswith(".rst"):
            return line.startswith("  ")
        above = [text for text in self.lines[:number] if text.strip()]
        return bool(above) and (above[-1].endswith("::") or above[-1].lstrip().startswith(".. code-block::"))

    def _end_of_block(self, number):
        depth = len(self.lines[number]) - len(self.lines[number].lstrip())
        end = number
        for i in range(number, len(self.lines)):
            if self.lines[i].strip():
                if len(self.lines[i]) - len(self.lines[i].lstrip()) < depth:
                    break
                end = i + 1
        return end

    def _add_block(self, begin, end):
        commands, number = [], begin
        while number < end:
            text, first = self.lines[number].strip(), number
            while text.endswith("\\") and number + 1 < end:
                number += 1
                text = text[:-1] + self.lines[number].strip()
            found = COMMAND.match(text)
            if found:
                commands.append(Command(self.where(first), text[found.end() :]))
            number += 1
        self.blocks.append(Block(begin, self.lines[begin:end], commands))

    def _read_claim(self, number, match):
        texts, end = [match[2]], number + 1
        while "-->" not in texts[-1] and end < len(self.lines) and self.lines[end].startswith("   "):
            texts.append(self.lines[end].strip())
            end += 1
        text = " ".join(texts).replace("-->", "").strip()
        above = [block for block in self.blocks if block.commands]
        self.claims.append(
            Claim(
                self.where(number),
                match[1] == "claim-long",
                text,
                self._paragraph_above(number),
                above[-1] if above else None,
                self.blocks[-1] if self.blocks else None,
            )
        )
        return end

    def _paragraph_above(self, number):
        """The lines above up to an empty one, or to the commands; claims between them do not count."""
        while number and (not self.lines[number - 1].strip() or self._is_of_claim(number - 1)):
            number -= 1
        end = number
        while number and self.lines[number - 1].strip():
            number -= 1
        return "\n".join(self.lines[number:end])

    def _is_of_claim(self, number):
        while self.lines[number].startswith("   ") and number:
            number -= 1
        return bool(CLAIM.match(self.lines[number]))


def pages():
    """All of them."""
    paths = [TOP / "README.md", *(TOP / "doc").rglob("*.rst"), *(TOP / "doc").rglob("*.inc")]
    return [Page(path) for path in sorted(paths)]
