# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""The papers' timer of credits beside one with a floor and a backoff."""

import plots
import report

FLOOR, BACKOFF = "ns3::DhtCredit::MinimumTimeout", "ns3::DhtCredit::Backoff"
CAPACITY = "ns3::DhtPeerApplication::QueueCapacity"
RESULTS = ["achieved", "retransmitted_percent"]
# the end of a block's name: what its timer has
RULES = {"none": "the papers' rule", "both": "floor of 2 s and backoff"}
# all of it is credit: what the papers' rule lacks is pale
COLOURS = {"none": plots.pale(plots.COLOURS["credit"]), "both": plots.COLOURS["credit"]}
UNEVEN = "64 peers, ids of SHA-1, 600-1000 kbit/s"


def table(data):
    return data.points(RESULTS)


def _of(points, name):
    return points[points["block"] == name]


def draw(data):
    picture, (panels,) = plots.panels(1, 2, width=5.5, height=4)
    points = table(data)
    for rule, name in RULES.items():
        for capacity, of_capacity in _of(points, "pauses, " + rule).groupby(CAPACITY):
            style = {} if capacity < 200 else {"linestyle": "--", "fillstyle": "none"}
            label = "%s, buffers of %g" % (name, capacity)
            plots.curve(panels[0], of_capacity, "cross-load", "achieved", "credit", label, color=COLOURS[rule], **style)
    plots.label(panels[0], "16 peers (NCA06, figure 5)", "cross-load [% of the time]", "achieved [requests/s/peer]")
    for backoff, of_backoff in _of(points, "uneven").groupby(BACKOFF):
        rule, label = ("none", "no backoff") if backoff == 1 else ("both", "backoff")
        plots.curve(panels[1], of_backoff.sort_values(FLOOR), FLOOR, "achieved", "credit", label, color=COLOURS[rule])
    none = _of(points, "uneven, no congestion control").iloc[0]
    plots.level(panels[1], none["achieved"], none["achieved_mean_deviation"], "none", "no congestion control, load of 50")
    plots.label(panels[1], UNEVEN, "floor of the timeout [s]", "achieved [requests/s/peer]")
    for axes in panels:
        axes.set_ylim(0)
        axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.15), ncols=2, fontsize=8)
    picture.suptitle("The timer of credits, as the papers have it and by default")
    return picture


def page(data):
    points = table(data)
    rows = [["Set-up", *RULES.values()]]
    rows.append(["NCA06, figure 4: the first 2000 requests of 16 peers", *(_cell(_of(points, "first requests, " + rule)) for rule in RULES)])
    pauses = {rule: _of(points, "pauses, " + rule).set_index([CAPACITY, "cross-load"]) for rule in RULES}
    for capacity, load in pauses["none"].index:
        name = "NCA06, figure 5: buffers of %g, %g %% cross-load" % (capacity, load)
        rows.append([name, *(_cell(pauses[rule].loc[[(capacity, load)]]) for rule in RULES)])
    rows.append(["COMSNETS09, figure 4: 128 peers", *(_cell(_of(points, "128 peers, " + rule)) for rule in RULES)])
    rows.append([UNEVEN + " (packets)", *(_cell(_of(points, "uneven packets, " + rule)) for rule in RULES)])
    title = "Credits: achieved (requests/s/peer) and retransmitted"
    return report.list_table(title, rows, [50, 25, 25]) + "\n" + _uneven(points)


def _uneven(points):
    rows = [["Floor of the timeout", "No backoff", "Backoff"]]
    found = _of(points, "uneven").set_index([FLOOR, BACKOFF])
    for floor in sorted(found.index.get_level_values(FLOOR).unique()):
        rows.append(["%g s" % floor, *(_cell(found.loc[[(floor, backoff)]]) for backoff in (1, 2))])
    none = _of(points, "uneven, no congestion control")
    return report.list_table("%s, by messages; without congestion control: %s" % (UNEVEN, _cell(none)), rows, [40, 30, 30])


def _cell(points):
    point = points.iloc[0]
    rate = report.with_half(point["achieved"], point["achieved_95"], "%.1f")
    return "%s; %.2g %%" % (rate, point["retransmitted_percent"])
