# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""NSDI04, section 5.2.2: how much too long timers are for RPCs that are lost, and how many are too short."""

import plots

OVER, SPURIOUS = "rpc_waits_over_prediction_s", "spurious_percent"
ALPHAS = "rpc-error-factor"
# by block of runs: those with STP's timers; timers of 1 s have a block of their own
LOOKS = {
    "delays": ("marking", "delays alone"),
    "loaded": ("credit", "access links, load of figure 14"),
}
FIXED = ", 1 s"
# the paper's weight of alpha
WEIGHT = 6


def _points(data):
    data.runs[SPURIOUS] = 100 * data.runs["rpc_waits_spurious"] / data.runs["rpc_waits_sent"]
    return data.points([OVER, SPURIOUS])


def table(data):
    return _points(data)


def draw(data):
    picture, (panels,) = plots.panels(1, 2, width=5.8, height=4.2)
    points = _points(data)
    for block, (look, name) in LOOKS.items():
        fixed = points[points["block"] == block + FIXED].iloc[0]
        own = points[points["block"] == block].copy()
        own["share"] = own[OVER] / fixed[OVER]
        own["share_mean_deviation"] = own[OVER + "_mean_deviation"] / fixed[OVER]
        plots.curve(panels[0], own, ALPHAS, "share", look, name + " (1 s: %.2f s too long)" % fixed[OVER])
        plots.curve(panels[1], own, ALPHAS, SPURIOUS, look, name)
    panels[0].axhline(1 / data.published["nsdi-stp-overshoot"].low, color=plots.PUBLISHED, linestyle="--", label="published, 6 alphas: a third")
    panels[1].axhline(data.published["nsdi-stp-spurious"].high, color=plots.PUBLISHED, linestyle="--", label="published, 6 alphas: below 1 %")
    plots.label(panels[0], "too long, for what was lost", "alphas in the timer", "over-prediction, over that of timers of 1 s")
    plots.label(panels[1], "too short", "alphas in the timer", "spurious timeouts [% of what was sent]")
    for axes in panels:
        axes.axvline(WEIGHT, color="#555555", linestyle=":", linewidth=1)
        axes.set_ylim(0)
        axes.legend(loc="best")
    picture.suptitle("NSDI04, section 5.2.2: STP's timers, v + n alpha + 15 ms, on a globe; 2 % lost")
    return picture


def compare(data):
    def ratio(block):
        own = data.values(OVER, block=block, rpc_error_factor=WEIGHT)
        return data.values(OVER, block=block + FIXED) / own

    return {"nsdi-stp-overshoot": ratio("delays"), "nsdi-stp-overshoot-loaded": ratio("loaded")}
