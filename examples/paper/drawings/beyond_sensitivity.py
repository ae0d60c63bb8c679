# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""COMSNETS09, figure 5, at one cross-load: how much each parameter matters that the papers leave open."""

import plots
import summaries

PANELS = {
    "achieved": "achieved [requests/s/peer]",
    "retransmitted_percent": "retransmitted [%]",
    "delay_s_mean": "mean delay [s]",
    "outstanding_mean": "outstanding [requests/peer]",
}
DEFAULT = "default"


def table(data):
    runs = data.runs.assign(value=_changes(data.planned))
    return summaries.points(runs, ["block", "value", "scheme"], PANELS)


def _changes(planned):
    """For each run, the values by which it differs from the default."""
    default = next(run.options for run in planned if run.block == DEFAULT)
    changes = []
    for run in planned:
        changed = [value for name, value in run.options.items() if name != "scheme" and default.get(name) != value]
        changes.append(" ".join(str(value).removeprefix("ns3::") for value in changed))
    return changes


def draw(data):
    points = table(data)
    points["name"] = (points["block"] + " " + points["value"]).str.strip()
    names = [DEFAULT, *sorted(set(points["name"]) - {DEFAULT})]
    schemes = plots.schemes(points)
    picture, (panels,) = plots.panels(1, len(PANELS), width=3.4, height=0.26 * len(names) + 1.2)
    for axes, (result, unit) in zip(panels, PANELS.items()):
        for number, scheme in enumerate(schemes):
            offset = 0.4 * number / max(len(schemes) - 1, 1) - 0.2
            of_scheme = points[points["scheme"] == scheme].set_index("name")
            axes.axvline(of_scheme.loc[DEFAULT, result], color=plots.COLOURS[scheme], linewidth=0.8, alpha=0.6)
            places = [names.index(name) + offset for name in of_scheme.index]
            plots.dots(axes, of_scheme, result, places, scheme)
        axes.set(xlabel=unit, ylim=(len(names) - 0.5, -0.5))
        axes.set_yticks(range(len(names)), names if axes is panels[0] else [])
    plots.legend_below(picture, panels[-1])
    load = data.runs["cross-load"].iloc[0]
    peers = data.runs["peers"].iloc[0]
    title = "Set-up of COMSNETS09, figure 5, %d peers, cross-load of %g %%; lines: the default"
    picture.suptitle(title % (peers, load))
    return picture
