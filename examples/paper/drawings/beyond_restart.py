# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""A restart storm: what each scheme makes of a minute of ten times what the ring carries, and of what waits after it."""

import numpy
import pandas

import equations
import plots
import report
import runs
import summaries

# The ring serves normally if what it answers in so many seconds is this share of what is asked for, and what waits at
# the sources was made in this time.
SECONDS = 5
SERVED = 0.9
FRESH = 1
SPREAD = "curves: run 1"
RESULTS = {
    "meanwhile_percent": ("Answered in the storm [% of what was asked then]", "%.0f"),
    "in_the_end_percent": ("Answered until normal [% of what was asked until then]", "%.0f"),
    "normal_after_s": ("Normal again after the storm [s]", "%.0f"),
    "longest_source_wait_s": ("Longest wait at the source [s]", "%.0f"),
    "delay_s_p99": ("p99 of the delay in the ring [s]", "%.1f"),
    "peers_longest_wait_s": ("Longest time of a peer without an answer [s]", "%.1f"),
    "retransmitted_percent": ("Sent again [%]", "%.1f"),
}


def table(data):
    stories = pandas.DataFrame([_story(data, run) for run in data.planned])
    return summaries.points(data.runs.join(stories), ["scheme", "hold"], RESULTS, sort=False)


def _story(data, run):
    """What a run's series says of its storm, in seconds and percent."""
    lines = data.series(run)
    begin = runs.number(run.options["surge-start"])
    end = begin + runs.number(run.options["surge-time"])
    time = lines["time_s"].to_numpy()
    made, issued, answered = (lines[name].to_numpy().cumsum() for name in ("offered", "issued", "achieved"))
    normal = _normal(time, made, issued, answered, end)
    storm = (time > begin) & (time <= end)
    whole = (time > begin) & (time <= (normal or time[-1]))
    # requests leave their source in the order in which they were made
    waits = time - numpy.interp(issued, made, time)
    return {
        "meanwhile_percent": _percent(lines["achieved"][storm], lines["offered"][storm]),
        "in_the_end_percent": _percent(lines["achieved"][whole], lines["offered"][whole]),
        "normal_after_s": normal - end if normal else float("nan"),
        "longest_source_wait_s": max(waits.max(), 0),
    }


def _percent(part, whole):
    return 100 * part.sum() / whole.sum()


def _normal(time, made, issued, answered, end):
    """When the ring serves normally again; None if it does not."""
    for i in range(len(time) - SECONDS):
        last = i + SECONDS
        asked, served = made[last] - made[i], answered[last] - answered[i]
        if time[i] >= end and made[i] - issued[i] <= FRESH * asked / SECONDS and served >= SERVED * asked:
            return time[i]
    return None


def draw(data):
    picture, (panels,) = plots.panels(1, 2, width=6.0, height=4.2)
    for axes, hold in zip(panels, (0, 2)):
        chosen = [run for run in data.planned if run.number == 1 and run.options["hold"] == hold]
        for run in chosen:
            lines = data.series(run)
            scheme = run.options["scheme"]
            smooth = lines.groupby((lines["time_s"] - 1) // SECONDS)[["time_s", "achieved"]].mean()
            name = plots.ALIASES.get(scheme, scheme)
            axes.plot(smooth["time_s"], smooth["achieved"], color=plots.COLOURS[scheme], label=name, linewidth=1.2)
        begin = runs.number(chosen[0].options["surge-start"])
        axes.axvspan(begin, begin + runs.number(chosen[0].options["surge-time"]), color="#cccccc", alpha=0.5, linewidth=0)
        axes.axhline(float(chosen[0].options["load"]), color="black", linestyle=":", linewidth=0.8, label="usual load")
        plots.label(axes, "with hold" if hold else "without hold", "time [s]", "answered [requests/s/peer]")
        axes.set_ylim(0)
    panels[0].legend(loc="lower right")
    title = "Restart storm (grey): %d peers are asked for %d times their usual load"
    picture.suptitle(title % (data.runs["peers"].max(), chosen[0].options["surge"]))
    return picture


def page(data):
    """The same as a table for the documentation."""
    points = table(data)
    rows = [["Scheme", "Hold", *(name for name, _ in RESULTS.values())]]
    points["place"] = points["scheme"].map(["none", *plots.schemes(points)].index)
    for point in points.sort_values(["hold", "place"]).to_dict("records"):
        rows.append([point["scheme"], point["hold"], *(_cell(point, result, form) for result, (_, form) in RESULTS.items())])
    rows.append(["limit", "", *_limit(data.planned[0].options)])
    return report.list_table("A restart storm under each scheme", rows, [16, 6] + [13] * len(RESULTS))


def _limit(options):
    """The cells of a ring whose uplinks carry nothing but full segments, and whose sources wait in order."""
    rate = equations.links_limit(options)
    load, surge = float(options["load"]), float(options["surge"])
    storm = runs.number(options["surge-time"])
    left = (load * surge - rate) * storm
    cells = dict.fromkeys(RESULTS, "")
    cells["meanwhile_percent"] = "%.0f" % (100 * rate / (load * surge))
    cells["in_the_end_percent"] = "100"
    cells["normal_after_s"] = "%.0f" % (left / (rate - load))
    # what is asked for last in the storm waits for all that is left then
    cells["longest_source_wait_s"] = "%.0f" % (left / rate)
    return cells.values()


def _cell(point, result, form):
    return report.with_half(point[result], point[result + "_95"], form) or "not in this run"
