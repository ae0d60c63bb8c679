# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""All schemes, with hold and without, in one scenario after the other."""

import pandas

import equations
import plots
import report
import summaries

PACKETS_HOLD = "ns3::DhtPeerApplication::Hold"
# of a scenario's blocks: without congestion control it has another load, and marking another warm-up
SUFFIX = r" (?:none|marking)$"
# where the uplinks of all peers are the bottleneck, and carry as much as each other
EVEN_UPLINKS = [
    "even",
    "downlinks 4 times as fast",
    "delays 10..200 ms",
    "requests of 1400 bytes",
    "packets, even",
    "packets, pauses of 30 %",
]
# A peer that has no answer for so long stands still; windows of the packet level are too short to see it.
STANDS_STILL = 9
# A ring whose peers have fewer answers in a second has collapsed.
COLLAPSED = 1
RESULTS = {
    "achieved": ("Answered [1/s/peer]", "%.1f"),
    "limit_percent": ("Of the limit [%]", "%.0f"),
    "delay_s_mean": ("Delay, mean [s]", "%.2f"),
    "delay_s_p99": ("p99 [s]", "%.1f"),
    "peers_least": ("Lowest peer [1/s]", "%.1f"),
    "peers_jain": ("Jain", "%.2f"),
    "dropped_percent": ("Dropped [%]", "%.1f"),
    "retransmitted_percent": ("Sent again [%]", "%.1f"),
    "still": ("Runs in which a peer stood still", "%.0f"),
    "collapsed": ("Runs in which the ring did", "%.0f"),
}
COUNTS = ["still", "collapsed"]
PANELS = {
    "achieved": "answered [requests/s/peer]",
    "delay_s_mean": "mean delay [s]",
    "delay_s_p99": "99th percentile of the delay [s]",
    "peers_least": "lowest peer [requests/s]",
}


def table(data):
    frame = data.runs.copy()
    frame["scenario"] = frame["block"].str.replace(SUFFIX, "", regex=True)
    if PACKETS_HOLD in frame:
        frame["hold"] = frame["hold"].fillna(frame[PACKETS_HOLD]).astype(int)
    frame["limit_percent"] = 100 * frame["achieved"] / frame.apply(_limit, axis=1)
    frame["still"] = 1.0 * (frame["peers_longest_wait_s"] > STANDS_STILL)
    frame["collapsed"] = 1.0 * (frame["achieved"] < COLLAPSED)
    points = summaries.points(frame, ["scenario", "scheme", "hold"], RESULTS, sort=False)
    points[COUNTS] = points[COUNTS].mul(points["runs"], axis=0)
    return points


def _limit(run):
    """What the uplinks carry in full segments, in requests/s/peer; none where peers are not alike."""
    if run["scenario"] not in EVEN_UPLINKS:
        return float("nan")
    pauses = run.get("cross-load")
    share = 1 if pandas.isna(pauses) else 1 - float(pauses) / 100
    return share * equations.links_limit(run)


def draw(data):
    points = table(data)
    points["alpha"] = points["hold"].map({0: 0.35, 2: 1.0})
    picture, panels = plots.by_scenario(points, PANELS, ["none", *plots.schemes(points)])
    for axes, result in zip(panels, PANELS):
        axes.set_xscale("log" if result.startswith("delay") else "linear")
    picture.suptitle("All schemes with hold, and without (pale)")
    return picture


def page(data):
    """The same as a table for the documentation."""
    points = table(data)
    rows = [["Scenario", "Scheme", "Hold", "Runs", *(name for name, _ in RESULTS.values())]]
    for scenario in dict.fromkeys(points["scenario"]):
        chosen = points[points["scenario"] == scenario].copy()
        chosen["place"] = chosen["scheme"].map(["none", *plots.schemes(points)].index)
        for point in chosen.sort_values(["place", "hold"]).to_dict("records"):
            cells = [_cell(point, result, form) for result, (_, form) in RESULTS.items()]
            rows.append([scenario, point["scheme"], point["hold"], point["runs"], *cells])
    title = "All schemes: means over the runs, with half their 95 % confidence intervals"
    return report.list_table(title, rows, [22, 14, 6, 6] + [12] * len(RESULTS))


def _cell(point, result, form):
    half = float("nan") if result in COUNTS else point[result + "_95"]
    return report.with_half(point[result], half, form)
