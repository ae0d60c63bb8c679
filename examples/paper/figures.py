# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""./waf figures: the papers' figures and the report, by Snakemake under one progress bar."""

import pathlib
import shutil
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "workflow")]

import claims
import engine
import outputs
import plan
import published
import report


def check(options):
    """Say what is wrong with the options; returns an exit status."""
    known = plan.drawn()
    unknown = [word for word in beginnings(options) if not any(name.startswith(word) for name in known)]
    if "" in beginnings(options) or unknown:
        return complain("--only=%s: no figure begins with %s; there are %s" % (options.only, ", ".join(unknown) or '""', ", ".join(known)))
    if options.full and options.tiny:
        return complain("--full and --tiny are two sizes: give one")
    if options.tiny and options.into_doc:
        return complain("--into-doc: the numbers of --tiny mean nothing, and are not for the documentation")
    return 0


def complain(text):
    print("figures: %s" % text, file=sys.stderr)
    return 2


def beginnings(options):
    """Of the names of figures, one of which each wanted one has."""
    return options.only.split(",") if options.only else []


def run(top, build, jobs, options):
    """Make the figures that are missing or out of date; returns an exit status."""
    profile = "full" if options.full else "tiny" if options.tiny else "quick"
    figures = [name for name in plan.drawn() if not options.only or name.startswith(tuple(beginnings(options)))]
    directory = pathlib.Path(top, "out", "figures", profile)
    status = workflow(profile, figures, directory, build).run(jobs)
    if status:
        return status
    print(report.plain(directory, figures))
    print("%s: %s" % ("figures, their numbers and report.rst" if is_whole(figures) else "figures and their numbers", directory))
    if options.into_doc:
        copy_into_doc(pathlib.Path(top, "doc"), profile, figures, directory)
    return 0


def is_whole(figures):
    """Whether these are all, which a report needs."""
    return figures == plan.drawn()


def workflow(profile, figures, directory, build):
    """What makes these figures of a profile."""
    return engine.Workflow(
        command="./waf figures",
        snakefile=HERE / "Snakefile",
        # the profiles differ in what is overridden here
        profile=HERE / "profiles" / ("full" if profile == "full" else "quick"),
        config={"size": profile, "build": build},
        targets=["report.rst", "claims.rst", "costs.csv"] if is_whole(figures) else [name + ".compared.csv" for name in figures],
        directory=directory,
        runs=list(plan.all_runs(profile, figures).values()),
        products=[engine.Product("figure", name, name + ".log", name + ".png") for name in figures],
    )


def copy_into_doc(doc, profile, figures, directory):
    """Put the report, the claims, the pictures and the pages' tables where the documentation includes them."""
    images = doc / "images" / "figures"
    images.mkdir(parents=True, exist_ok=True)
    copied = [images]
    for figure in figures:
        shutil.copy(directory / (figure + ".png"), images)
        page = directory / (figure + ".rst")
        if page.exists():
            copied.append(doc / (figure + "-measured.inc"))
            text = page.read_text()
            outputs.write(copied[-1], report.made(profile, directory, [figure]) + "\n" + text)
    # with some of a paper's figures, its part of the report would lose what it says of the others
    whole = [paper for paper in published.papers() if plan.is_whole(paper, figures)]
    for paper in whole:
        copied.append(doc / ("report-%s.inc" % paper.lower()))
        outputs.write(copied[-1], report.of_paper(profile, directory, paper, images="images/figures/"))
    if claims.papers() <= set(whole):
        copied.append(doc / "claims.inc")
        sources = [figure for figure in figures if any(figure in plan.sources_of(paper) for paper in claims.papers())]
        outputs.write(copied[-1], report.made(profile, directory, sources) + "\n" + claims.render(directory, figures))
    print("copied to %s" % ", ".join(str(path) for path in copied))
