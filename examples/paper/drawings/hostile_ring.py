# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""What honest peers have of a ring of which a share is hostile, for each scheme and kind of hostile peers."""

import pandas

import plots
import report
import summaries

KINDS = {"deaf": "deaf", "lying": "lying", "greedy": "greedy"}
HONEST = "honest"
OPTIONS = ["kind", "hostile_percent", "scheme"]
RESULTS = [
    "relative_percent",
    "success_percent",
    "wrong_percent",
    "unanswered_percent",
    "honest_answered_per_s_mean",
    "honest_answered_per_s_p5",
    "honest_answered_per_s_min",
    "hostile_peers",
    "failures_detected",
    "lookups_issued",
    "lookups_right",
    "lookups_wrong",
    "lookups_given_up",
    "lookups_hostile",
]
ANSWERED = "honest_answered_per_s_mean"


def beside_honest(runs, same, answered):
    """The runs with kind and share of their hostile peers, and what honest ones get against the ring without hostile ones.

    Columns `same` say which runs have the same ring, and `answered` is what honest peers get; `honest_ring`, which is
    added, is what each gets in a ring of honest ones.
    """
    hostile = runs["hostile"].fillna(HONEST + ":0").str.split(":", expand=True)
    runs = runs.assign(kind=hostile[0], hostile_percent=100 * hostile[1].astype(float))
    # in the tiny profile, all rings have the same size
    honest = runs[runs["kind"] == HONEST].drop_duplicates(same).set_index(same)[answered]
    runs["honest_ring"] = honest.reindex(pandas.MultiIndex.from_frame(runs[same])).to_numpy()
    return runs.assign(relative_percent=100 * runs[answered] / runs["honest_ring"])


def table(data):
    return summaries.points(beside_honest(data.runs, ["scheme", "run"], ANSWERED), OPTIONS, RESULTS)


def curve_of(points, scheme, kind):
    """The points of one scheme with hostile peers of one kind, from none of them on."""
    chosen = points[(points["scheme"] == scheme) & points["kind"].isin([kind, HONEST])]
    return chosen.sort_values("hostile_percent")


def draw(data):
    picture, panels = plots.panels(2, len(KINDS), width=4.2, height=3.6)
    points = table(data)
    shares = sorted(points["hostile_percent"].unique())
    # the shares are too far from each other for an axis of numbers
    points["place"] = points["hostile_percent"].map(shares.index)
    for column, (kind, name) in enumerate(KINDS.items()):
        for scheme in ["none", *plots.schemes(points)]:
            chosen = curve_of(points, scheme, kind)
            plots.curve(panels[0][column], chosen, "place", "relative_percent", scheme)
            plots.curve(panels[1][column], chosen, "place", "success_percent", scheme)
        for axes in (panels[0][column], panels[1][column]):
            axes.set_xticks(range(len(shares)), ["%g" % share for share in shares])
            axes.set_ylim(bottom=0)
        panels[1][column].set_ylim(top=104)
        plots.label(panels[0][column], "%s peers" % name, "", "")
        plots.label(panels[1][column], "", "%s peers [%% of all]" % name, "")
    panels[0][0].set_ylabel("answers that an honest peer gets\n[% of those in an honest ring]")
    panels[1][0].set_ylabel("right answers\n[% of lookups for keys of honest peers]")
    plots.legend_below(picture, panels[0][0], columns=5)
    picture.suptitle("A hostile ring: %d peers, all joined from the start" % data.runs["peers"].max())
    return picture


def page(data):
    """The same as a table for the documentation."""
    points = table(data)
    shares = sorted(points["hostile_percent"].unique())
    rows = [["Kind", "Scheme", *("%g %%" % share for share in shares)]]
    for kind in KINDS:
        for scheme in ["none", *plots.schemes(points)]:
            chosen = curve_of(points, scheme, kind).set_index("hostile_percent")
            cells = [_cell(chosen.loc[share]) if share in chosen.index else "" for share in shares]
            rows.append([kind, scheme, *cells])
    title = "Answers that an honest peer gets [1/s], and right answers of lookups for keys of honest peers"
    return report.list_table(title, rows, [10, 18] + [18] * len(shares))


def _cell(point):
    return "%.1f; %.1f %%" % (point[ANSWERED], point["success_percent"])
