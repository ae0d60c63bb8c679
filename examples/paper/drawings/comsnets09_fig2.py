# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""COMSNETS09, figure 2: collapse of a million peers, by the equations and by messages."""

import json

import pandas

import equations
import plots
import report

MODELS = {"m1": "M1: the uplink is the bottleneck", "m2": "M2: the processor is the bottleneck"}
# in the million peers of the paper, and in as many as are simulated
TABLES = {"published": "analyses/million", "equations": "analyses/as-simulated"}
WHAT_DIFFERS = {
    "m1": "equations, but TCP's acknowledgements are never dropped",
    "m2": "equations, but the last peer may drop, too: p A",
}
WHY_ABOVE = "above y = x: answers of a window are to requests of a delay before, when a scheme's rates were higher"
SPREAD = plots.DEVIATIONS
RESULTS = ["issued", "achieved_remote", "delay_s_mean", "dropped_percent", "retransmitted_percent", "hops_mean"]
DEVIATION = "achieved_remote_mean_deviation"
# section IV-4: what marking is to hold of the highest throughput
ETA = 0.8


def table(data):
    curves = [_curves(data, name) for name in TABLES]
    curves.append(_as_implemented(data))
    simulated = data.points(RESULTS).assign(what="simulated")
    simulated["x_opt"] = simulated.apply(equations.highest_rate, axis=1)
    simulated = simulated.rename(columns={"issued": "x", "achieved_remote": "achieved"})
    return pandas.concat([*curves, simulated], ignore_index=True)


def _curves(data, name):
    points = data.read(TABLES[name] + ".csv")
    return points[["model", "x", "p", "final"]].rename(columns={"final": "achieved"}).assign(what=name)


def _found(data, name):
    return json.loads((data.directory / (TABLES[name] + ".json")).read_text())["results"]


def _as_implemented(data):
    """The curves with what the simulation does otherwise; both follow from the same p."""
    points = data.read(TABLES["equations"] + ".csv")
    points = points[points["p"] < 1]
    m1, m2 = (points[points["model"] == model] for model in MODELS)
    charge = _found(data, "equations")["m1"]
    # of the capacity, what comes in takes its part first: p O_out + alpha O_in = c, at another x
    out, incoming = m1["fresh"] + m1["relay"], m1["relay"] + m1["final"]
    scale = charge["capacity"] / (m1["p"] * out + charge["incoming_cost"] * incoming)
    first = m1.assign(x=m1["x"] * scale, achieved=m1["final"] * scale)
    second = m2.assign(achieved=m2["final"] * m2["p"])
    columns = ["model", "x", "p", "achieved"]
    return pandas.concat([first[columns], second[columns]]).assign(what="as implemented")


def draw(data):
    picture, panels = plots.panels(1, 2, width=6.4, height=5.4)
    points = table(data)
    links = _links(data)
    for axes, model in zip(panels.flat, MODELS):
        of_model = points[points["model"] == model]
        _draw_equations(axes, of_model, model, links)
        number = data.published["com-f2-" + model]
        plots.published_x(axes, number, "2^20 peers, highest at %s" % number.text())
        best = _found(data, "equations")[model]["x_opt"]["found"]
        eta = {"color": "#888888", "linewidth": 0.8, "linestyle": "-."}
        axes.axhline(ETA * best, label="%g x_opt, x_opt = %.1f" % (ETA, best), **eta)
        _draw_simulated(axes, of_model[of_model["what"] == "simulated"], best)
        plots.label(axes, MODELS[model], "request rate x [requests/s/peer]", "achieved [requests/s/peer]")
        axes.plot([0, 41], [0, 41], color="#bbbbbb", linewidth=0.8, linestyle=":", label="y = x: all requests are answered")
        axes.set(xlim=(0, 41), ylim=(0, 1.1 * best))
        axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.13), ncols=2, fontsize=7)
    title = "COMSNETS09, figure 2: 120 requests/s per peer, simulated by messages"
    scale = "points of fewer than 2^%d peers are placed by their share of x_opt; " % links
    picture.suptitle("%s\n%s" % (title, scale + WHY_ABOVE), fontsize=10)
    return picture


def _links(data):
    """Of a peer, where there is no congestion control."""
    return _exponent(data.runs["peers"].max())


def _draw_equations(axes, points, model, links):
    names = {"equations": "equations, 2^%d peers" % links, "as implemented": WHAT_DIFFERS[model]}
    styles = {"equations": "-", "as implemented": "--"}
    if links != 20:
        names["published"], styles["published"] = "equations, 2^20 peers", ":"
    for what, name in names.items():
        curve = points[points["what"] == what].sort_values("x")
        axes.plot(curve["x"], curve["achieved"], color="#555555", linewidth=1, linestyle=styles[what], label=name)


def _draw_simulated(axes, points, best):
    """Fewer peers can carry more: what counts of them is the share of x_opt, so their points are scaled by it."""
    none = points[points["scheme"] == "none"]
    for peers, of_size in sorted(none.groupby("peers"), reverse=True):
        is_largest = peers == none["peers"].max()
        name = "simulated, " + plots.ALIASES["none"] + ("" if is_largest else ", 2^%d peers" % _exponent(peers))
        _draw_points(axes, of_size, best, "none", 6 if is_largest else 4, name, fillstyle="full" if is_largest else "none")
    for scheme in plots.schemes(points):
        of_scheme = points[points["scheme"] == scheme]
        point = of_scheme.iloc[0]
        name = "%s: %.2f x_opt, 2^%d peers" % (scheme, point["achieved"] / point["x_opt"], _exponent(point["peers"]))
        _draw_points(axes, of_scheme, best, scheme, 8, name)


def _draw_points(axes, points, best, scheme, size, name, **style):
    style |= {"color": plots.COLOURS[scheme], "marker": plots.MARKERS[scheme], "markersize": size}
    x, y, errors = (points[result] * best / points["x_opt"] for result in ("x", "achieved", DEVIATION))
    axes.errorbar(x, y, yerr=errors, linestyle="none", capsize=3, label=name, **style)


def _exponent(peers):
    return int(peers).bit_length() - 1


def compare(data):
    published = _found(data, "published")
    compared = {}
    for model in MODELS:
        limit = published[model]["overloaded"]
        compared["com-f2-" + model] = [published[model]["x_opt"]["found"]]
        compared["com-f2-limit-" + model] = [limit["found"] / limit["published"]]
        shares = data.runs["achieved_remote"] / data.runs.apply(equations.highest_rate, axis=1)
        runs = data.runs.assign(share=shares)[data.runs["model"] == model]
        none = runs[(runs["scheme"] == "none") & (runs["peers"] == runs["peers"].max())]
        compared["com-f2-peak-" + model] = none.groupby("run")["share"].max()
        compared["com-iv-eta-" + model] = runs[runs["scheme"] == "marking"].groupby("run")["share"].max()
    return compared


def page(data):
    """Shares of x_opt, and how far the windows of schemes drift, as a table for the documentation."""
    data.runs["drift"] = data.drifts()
    points = data.points([*RESULTS, "drift"])
    points["share"] = points["achieved_remote"] / points.apply(equations.highest_rate, axis=1)
    names = [model.upper() for model in MODELS]
    rows = [["Scheme", "Peers", *names, *("Drift, " + name for name in names)]]
    for scheme in ["none", *plots.schemes(points)]:
        for peers, chosen in points[points["scheme"] == scheme].groupby("peers"):
            shares = chosen.groupby("model")["share"].max()
            name = scheme if scheme != "none" else "none, highest"
            drifts = chosen.set_index("model")["drift"]
            cells = ["\\-" if scheme == "none" else report.drift(drifts[model]) for model in MODELS]
            rows.append([name, "%d" % peers, *("%.2f" % shares[model] for model in MODELS), *cells])
    return report.list_table("Achieved / x_opt, as in figure 2", rows, [24, 12, 12, 12, 16, 16])
