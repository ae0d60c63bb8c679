# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""What the papers claim without a figure: overlays, slow, greedy and malicious peers, and the share of marks."""

import pandas

import equations
import plots
import summaries

OVERLAYS = ["chord", "tree", "small-world"]
SLOW = "150kbps"
HOSTILE = {"greedy": "marking", "malicious": "back-pressure"}
HONEST = "honest_answered_per_s_mean"
# the defaults of marking
INCREASE, DECREASE = 2, 0.95


def _ratios(data):
    """By claim and scheme, what each run has over what it has without."""
    runs = data.runs
    rings = runs[runs["block"].str.startswith("overlays")].set_index(["overlay", "scheme", "run"])["achieved"]
    ratios = {overlay: (rings[overlay] / rings["chord"]).unstack("scheme") for overlay in OVERLAYS[1:]}
    links = runs[runs["block"].str.startswith("slow")].set_index(["slow-peer", "scheme", "run"])["achieved"]
    ratios["one slow peer"] = (links[SLOW] / links["600kbps"]).unstack("scheme")
    honest = runs[runs["block"] == "honest"].set_index(["scheme", "run"])[HONEST]
    for kind, scheme in HOSTILE.items():
        beside = runs[runs["block"] == kind].set_index("run")[HONEST]
        ratios[kind] = (beside / honest[scheme]).to_frame(scheme).rename_axis(columns="scheme")
    return ratios


def _marks(data):
    """By run, the share of marked answers over that of equation 11."""
    runs = data.runs[data.runs["block"] == "marks"].set_index("run")
    shares = [equations.marked_share(INCREASE, DECREASE, rate) for rate in runs["level_mean"]]
    return runs["marked_percent"] / shares / 100


def table(data):
    frames = [of.stack().rename("ratio").reset_index().assign(claim=claim) for claim, of in _ratios(data).items()]
    frames.append(_marks(data).rename("ratio").reset_index().assign(claim="marks", scheme="marking"))
    return summaries.points(pandas.concat(frames), ["claim", "scheme"], ["ratio"], sort=False)


def draw(data):
    points = table(data)
    picture, ((axes,),) = plots.panels(width=8.5, height=4.4)
    places = list(dict.fromkeys(points["claim"]))
    schemes = {scheme: points[points["scheme"] == scheme].set_index("claim") for scheme in plots.schemes(points)}
    plots.groups(axes, places, schemes, "ratio")
    axes.axhline(1, color="#555555", linewidth=0.8)
    plots.label(axes, "Claims of the papers that have no figure", "", "over the same without it, or over equation 11")
    plots.legend_below(picture, axes)
    return picture


def compare(data):
    ratios = _ratios(data)
    return {
        "com-iv-marks": _marks(data),
        "com-vi-tree": _farthest(ratios["tree"]),
        "com-vi-small-world": _farthest(ratios["small-world"]),
        "com-vi-slow": ratios["one slow peer"].max(axis="columns"),
        "com-vi-greedy": ratios["greedy"]["marking"],
        "nca-iii-malicious": ratios["malicious"]["back-pressure"],
    }


def _farthest(ratios):
    """Of the scheme whose mean differs most from 1."""
    return ratios[(ratios.mean() - 1).abs().idxmax()]
