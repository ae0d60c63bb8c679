# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""Reads the summaries of runs, checks them, and computes means and their errors."""

import json
import pathlib

import pandas

# the two-sided 95 % quantiles of Student's t distribution, for 1, 2, ... degrees of freedom
T_95 = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131]
T_95_NORMAL = 1.960


class BrokenRun(Exception):
    """A summary that must not be drawn."""


def path(run, directory):
    """Where the summary of a run is, in the directory of its workflow."""
    return run.summary(pathlib.Path(directory, "runs"))


def load(runs, directory):
    """A table with a line for each run: its options, results, and how it was made."""
    return pandas.DataFrame([_row(run, read(run, directory)) for run in runs])


def read(run, directory):
    """The summary of a run; BrokenRun if its counters contradict each other."""
    file = path(run, directory)
    summary = json.loads(file.read_text())
    broken = broken_identities(summary["counters"])
    if broken:
        raise BrokenRun("%s is not drawn: its counters break %s" % (file, " and ".join(broken)))
    return summary


def series_path(run, directory):
    """Where the series of a run is: what it did, a line for each simulated second."""
    return path(run, directory).with_suffix(".csv")


def series(run, directory):
    """The same as a table."""
    return pandas.read_csv(series_path(run, directory))


def broken_identities(counters):
    """The identities that the counters of a run do not satisfy, as text."""
    identities = {}
    if "gets" in counters:
        identities = _store_identities(counters)
    elif "issued" in counters:
        identities = _relay_identities(counters)
    identities["the identities of every single peer"] = counters["identities_hold"] is True
    return [name for name, holds in identities.items() if not holds]


def _store_identities(c):
    identities = {
        "gets = complete + failed + under way": c["gets"] == c["complete"] + c["failed"] + c.get("under_way", 0),
        "puts = ok + failed": c["puts"] == c["puts_ok"] + c["puts_failed"],
    }
    if "rpcs" in c:
        rpcs = c["rpcs"]
        ended = rpcs["answered"] + rpcs["timed_out"] + rpcs["cancelled"]
        identities["RPCs issued >= answered + timed out + cancelled"] = rpcs["issued"] >= ended
    return identities


def _relay_identities(c):
    dropped = sum(c["dropped"].values())
    # in iterative routing, a peer may answer with the next hop instead of forwarding
    gone = c["forwarded"] + c["delivered"] + dropped + c["queued"] + c.get("redirected", 0)
    # where peers come and go, some of it ends with a session
    gone += c.get("abandoned_in_queues", 0)
    return {
        "issued = answered + given up + outstanding": c["issued"]
        == c["answered"] + c["given_up"] + c["outstanding"] + c.get("abandoned", 0),
        "accepted = forwarded + delivered + dropped + queued": c["accepted"] == gone,
    }


def _row(run, summary):
    row = run.columns()
    row["scheme"] = summary["options"].get("scheme", "")
    # flows without an overlay have no peers: each has two ends
    row["peers"] = int(summary["options"].get("peers", 2 * len(summary["results"].get("flows", []))))
    row.update(flat(summary["results"]))
    made = summary["run"]
    row["commit"] = made["commit"]
    row["cpu_s"] = made["cpu_s"]
    row["wall_s"] = made["wall_s"]
    row["simulated_s"] = made["simulated_s"]
    if "host" in summary:  # of message by message
        row["bytes_per_peer"] = summary["host"]["bytes_per_peer"]
    row["cpu_us_per_peer_s"] = 1e6 * made["cpu_s"] / (made["simulated_s"] * row["peers"])
    return row


def flat(results):
    """Results without depth: delay_s_p50 is p50 of delay_s, flows_dtl-1_share that of the flow dtl-1."""
    table = {}
    for name, value in results.items():
        if isinstance(value, list):
            value = {one["name"]: one for one in value if isinstance(one, dict) and "name" in one}
        if isinstance(value, dict):
            table.update({"%s_%s" % (name, inner): number for inner, number in flat(value).items()})
        else:
            table[name] = value
    return table


def mean_deviation(values):
    """The mean absolute deviation from the mean, which the papers show as error bars."""
    return (values - values.mean()).abs().mean()


def half_interval(values):
    """Half the width of the mean's 95 % confidence interval; NaN for a single value."""
    freedom = len(values) - 1
    if freedom < 1:
        return float("nan")
    quantile = T_95[freedom - 1] if freedom <= len(T_95) else T_95_NORMAL
    return quantile * values.std() / len(values) ** 0.5


def points(frame, by, values, sort=True):
    """Over the runs with the same `by`: for each of `values` the mean, its mean deviation and interval.

    Without sort, points are in the order of the frame.
    """
    groups = frame.groupby(list(by), sort=sort, dropna=False)
    table = {"runs": groups.size()}
    for value in values:
        table[value] = groups[value].mean()
        table[value + "_mean_deviation"] = groups[value].apply(mean_deviation)
        table[value + "_95"] = groups[value].apply(half_interval)
    return pandas.DataFrame(table).reset_index()
