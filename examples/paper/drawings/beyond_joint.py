# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""COMSNETS09, figure 5, as a joint test: which readings of the paper satisfy all four panels together."""

import pandas

import plots
import report
import summaries

PREFIX = "ns3::"
PAUSES = PREFIX + "DhtPeerApplication::Pauses"
# what a reading of the paper is made of: the first two hold for all schemes, the others for marking alone
OF_ALL = ["buffers", PAUSES]
OF_MARKING = [PREFIX + "DhtMarking::" + name for name in ("Decrease", "DecreaseInterval", "MinimumTimeout")]
RESULTS = ["achieved", "retransmitted_percent", "delay_s_mean", "outstanding_mean", "achieved_deviation_percent"]
PRESSURE = "achieved_by_back_pressure"
# published.csv: marking retransmits at most that many, in percent
MOST_RETRANSMITTED = 0.2
CLAIMS = {
    "a": "marking over credits, rate",
    "b": "marking retransmits [%]",
    "c": "back-pressure over the others, delay",
    "d": "the same, outstanding requests",
}
SPREAD = "bars: 95 % intervals"
VERDICTS = {True: "yes", False: "no", None: "undecided"}


def _runs(data):
    return data.runs.assign(buffers=data.runs["block"].str.split(" ").str[0])


def table(data):
    """A line for each reading: a value for each claim with its interval, and whether it holds."""
    runs = _runs(data)
    rows = []
    for of_marking, marking in runs[runs["scheme"] == "marking"].groupby([*OF_ALL, *OF_MARKING], sort=False):
        same = runs[(runs["buffers"] == of_marking[0]) & (runs[PAUSES] == of_marking[1])]
        found = {scheme: same[same["scheme"] == scheme].set_index("run") for scheme in ("credit", "back-pressure")}
        rows.append(dict(zip(OF_ALL + OF_MARKING, of_marking)) | _claims(marking.set_index("run"), **found))
    return pandas.DataFrame(rows)


def _claims(marking, credit, **found):
    pressure = found["back-pressure"]
    values = {"a": marking["achieved"] / credit["achieved"], "b": marking["retransmitted_percent"]}
    if not pressure.empty:
        for claim, result in (("c", "delay_s_mean"), ("d", "outstanding_mean")):
            values[claim] = pressure[result] / pandas.concat([marking[result], credit[result]], axis=1).max(axis=1)
    row = {name: marking[name].mean() for name in RESULTS} | {PRESSURE: pressure["achieved"].mean()}
    for claim in CLAIMS:
        row |= _claim(claim, values.get(claim))
    verdicts = [row[claim + "_holds"] for claim in CLAIMS if claim in values]
    row["joint"] = False if False in verdicts else None if None in verdicts or len(values) < len(CLAIMS) else True
    return row


def _claim(claim, values):
    """Its mean, half its interval, and whether it holds: None if that is undecided."""
    if values is None:
        return {claim: float("nan"), claim + "_95": float("nan"), claim + "_holds": None}
    mean, half = values.mean(), summaries.half_interval(values)
    holds = [end <= MOST_RETRANSMITTED if claim == "b" else end > 1 for end in (mean - half, mean + half)]
    return {claim: mean, claim + "_95": half, claim + "_holds": holds[0] if holds[0] == holds[1] else None}


def draw(data):
    points = table(data)
    names = [_name(point) for point in points.to_dict("records")]
    picture, (panels,) = plots.panels(1, 2, width=4.6, height=0.17 * len(names) + 1.2)
    for axes, claim in zip(panels, "ab"):
        errors = {"capsize": 2, "markersize": 4, "linestyle": "none", "color": plots.COLOURS["marking"]}
        for joint, marker in ((True, "D"), (None, "d"), (False, "x")):
            chosen = [place for place, holds in enumerate(points["joint"]) if holds is joint]
            label = {True: "(a) to (d) hold together", None: "undecided", False: "one of them fails"}[joint]
            of = points.iloc[chosen]
            axes.errorbar(of[claim], chosen, xerr=of[claim + "_95"], marker=marker, label=label, **errors)
        bound = MOST_RETRANSMITTED if claim == "b" else 1
        axes.axvline(bound, color=plots.PUBLISHED, linestyle="--", label="published: a bound of %g" % bound)
        axes.set(xlabel="(%s) %s" % (claim, CLAIMS[claim]), ylim=(len(names) - 0.5, -0.5))
        axes.set_yticks(range(len(names)), names if axes is panels[0] else [], fontsize=7)
    plots.legend_below(picture, *panels, columns=3)
    peers = data.runs["peers"].max()
    picture.suptitle("Readings of COMSNETS09, figure 5: %d peers, cross-load of 30 %%" % peers)
    return picture


def _name(point):
    words = [point[PAUSES], point["buffers"], *("%g" % point[name] for name in OF_MARKING)]
    return "%s, %s buffers, c- %s, %s, %s s" % (*words[:3], "once" if words[3] == "1" else "each", words[4])


def page(data):
    rows = [["A pause stops", "Buffers", "c-", "Decreases", "Floor", "Marking", "Back-pressure", *("(%s)" % claim for claim in CLAIMS), "All"]]
    for point in table(data).to_dict("records"):
        decrease, interval, floor = (point[name] for name in OF_MARKING)
        cells = [point[PAUSES], point["buffers"], "%g" % decrease, "once per RTT" if interval else "each mark"]
        rates = (point["achieved"], point[PRESSURE])
        cells += ["%g s" % floor, *("\\-" if pandas.isna(rate) else "%.1f" % rate for rate in rates)]
        rows.append(cells + [_cell(point, claim) for claim in CLAIMS] + [VERDICTS[_plain(point["joint"])]])
    title = "Rates of marking and back-pressure; (a) marking over credits; (b) retransmitted [%]; (c), (d) delay and outstanding requests of back-pressure over the others"
    return report.list_table(title, rows, [12, 9, 6, 14, 8, 9, 9, 18, 18, 18, 18, 12])


def _cell(point, claim):
    if pandas.isna(point[claim]):
        return "\\-"
    return "%.3g ± %.2g: %s" % (point[claim], point[claim + "_95"], VERDICTS[_plain(point[claim + "_holds"])])


def _plain(holds):
    return None if holds is None else bool(holds)
