# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""Writes the report in RST: every published number beside ours, the causes of differences, what it cost."""

import datetime
import math
import pathlib

import pandas

import comparison
import costs
import plan
import outputs
import published
import settling
import summaries

# at the end of a commit's name: with changes
DIRTY = "+"


def plain(directory, figures):
    """The comparison for a terminal, a line a number."""
    row = "%-20s %14s %20s  %-20s %s"
    text = [row % ("number", "published", "ours", "verdict", "quantity")]
    for line in comparison.lines(directory, figures):
        number = line.number
        quantity = "%s: %s [%s]" % (number.where, number.quantity, number.unit)
        text.append(row % (number.id, number.text(), line.text(), line.verdict(), quantity))
    return "\n".join(text)


def whole(profile, directory):
    """The report on all figures: a part for each paper, and one for those that are no paper's."""
    papers = published.papers()
    own = sum((plan.figures_of(paper) for paper in papers), [])
    others = [figure for figure in plan.drawn() if figure not in own]
    parts = [of_paper(profile, directory, paper) for paper in papers]
    return "\n".join([*parts, _render(profile, directory, others, others, "", [])])


def of_paper(profile, directory, paper, images=""):
    """The report on a paper as RST, without a title; `images` is where it finds the pictures."""
    sources = plan.sources_of(paper)
    table = [line for line in comparison.lines(directory, sources) if line.number.paper == paper]
    return _render(profile, directory, sources, plan.figures_of(paper), images, table)


def _render(profile, directory, sources, figures, images, table):
    parts = [
        made(profile, directory, sources),
        _comparison(table),
        _differences(table),
        _pictures(figures, images),
        _costs(profile, directory, figures),
    ]
    return "\n".join(part for part in parts if part)


def made(profile, directory, figures):
    """How and when these figures were made, as RST."""
    commits = sorted(set(_commits(profile, directory, figures)))
    command = "./waf figures" + ("" if profile == "quick" else " --" + profile)
    size = {"quick": "the quick profile: few short runs, of fewer peers where the papers have thousands", "full": "the full profile"}
    simulated = set(figures) & set(plan.simulated())
    if profile in size and simulated and all(plan.is_same_in_both(figure) for figure in simulated):
        size[profile] = "whose runs are the same in both profiles"
    if figures != plan.drawn():
        command += " --only=" + ",".join(shortest(figures))
    text = "Written on %s by ``%s``, %s, from runs of %s.\n" % (
        datetime.date.today(),
        command,
        size.get(profile, "numbers that mean nothing"),
        _commit_list(commits),
    )
    mixed = unclean(commits)
    return text + ("\n.. warning:: %s\n" % mixed if mixed else "")


def shortest(figures):
    """What `--only` has to name to make these figures: a paper, where all of its own are among them."""
    papers = [paper for paper in published.papers() if set(plan.figures_of(paper)) <= set(figures)]
    covered = sum((plan.figures_of(paper) for paper in papers), [])
    return [*(paper.lower() for paper in papers), *(figure for figure in figures if figure not in covered)]


def unclean(commits):
    """What is wrong with these commits as the source of a report; nothing if it is one that anybody can check out."""
    if len(commits) > 1:
        return "The runs are of %d different commits: what differs may be the programs'." % len(commits)
    return "".join("The program had changes that no commit has: %s." % commit for commit in commits if commit.endswith(DIRTY))


def drift(share):
    """How far a window drifts (settling.drift()), as a cell of a table; in bold type, if it has not settled."""
    if math.isnan(share):
        return "\\-"
    text = "%+.0f %%" % (100 * share)
    return text if abs(share) <= settling.DRIFT else "**%s**" % text


def _commit_list(commits):
    noun = "commit" if len(commits) == 1 else "commits"
    return "%s %s" % (noun, ", ".join("``%s``" % commit for commit in commits))


def _commits(profile, directory, figures):
    for figure in set(figures) & set(plan.simulated()):
        yield from summaries.load(plan.figure_runs(figure, profile), directory)["commit"].unique()


def _comparison(table):
    if not table:
        return ""
    rows = [["Where", "Quantity", "Published", "Ours", "Ratio", "Verdict"]]
    for line in table:
        number = line.number
        unit = "" if number.unit == "ratio" else " " + number.unit
        ours = line.text() and line.text() + unit
        ratio = "" if line.ratio() is None else "%.2f" % line.ratio()
        where = "%s, %s" % (number.paper, number.where)
        rows.append([where, number.quantity, number.text() + unit, ours, ratio, line.verdict()])
    title = "%s: published numbers and ours, means over the runs with their 95 %% confidence intervals" % table[0].number.paper
    return list_table(title, rows, [16, 36, 14, 16, 6, 12])


def _differences(table):
    known = comparison.causes()
    entries = []
    for line in table:
        if line.verdict() not in comparison.OFF:
            continue
        cause = known.get(line.number.id)
        text = cause["cause"].strip() if cause else "The cause is not known yet."
        entry = "%s, %s: %s\n    %s" % (line.number.paper, line.number.where, line.number.quantity, _indented(text, 4))
        if cause and cause.get("command"):
            entry += " What shows it::\n\n        %s" % _indented(cause["command"].strip(), 8)
        entries.append(entry + "\n")
    return "Why they differ:\n\n" + "\n".join(entries) if entries else ""


def _indented(text, width):
    return text.replace("\n", "\n" + " " * width)


def _pictures(figures, images):
    return "".join(".. image:: %s%s.png\n   :alt: %s\n\n" % (images, figure, figure) for figure in figures)


def _costs(profile, directory, figures):
    rows = [["Figure", "Scheme", "Runs", "Simulated [s]", "CPU time [s]", "us per simulated peer-second"]]
    for line in costs.table(profile, directory, figures).itertuples(index=False):
        rows.append([line[0], line[1], line[2], "%.0f" % line[3], "%.0f" % line[4], "%.0f" % line[5]])
    return list_table("What the runs took, each on one core", rows, [26, 18, 10, 14, 14, 18])


def with_half(value, half, form):
    """A mean with half its confidence interval, as text; empty if there is none."""
    if pandas.isna(value):
        return ""
    return form % value if pandas.isna(half) else "%s ± %.2g" % (form % value, half)


def list_table(title, rows, widths):
    """A table as RST; the first row is its head."""
    text = ".. list-table:: %s\n   :header-rows: 1\n   :widths: %s\n\n" % (title, " ".join(map(str, widths)))
    for row in rows:
        cells = [("   %s %s" % ("  -" if i else "* -", cell)).rstrip() for i, cell in enumerate(row)]
        text += "\n".join(cells) + "\n"
    return text


def main():
    arguments = plan.arguments(__doc__)
    outputs.write(arguments.output, whole(arguments.profile, arguments.directory))


if __name__ == "__main__":
    main()
