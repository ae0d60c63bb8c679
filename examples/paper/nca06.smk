# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
#
# Klemm, Le Boudec, Aberer: Congestion control for distributed hash tables, 2006.

ANALYSES["nca06-fig1"] = expand("analyses/routes-{way}.csv", way=["chord-0", "chord-4", "chord-6", "tree-2"])
ANALYSES["nca06-fig2"] = ["analyses/request/events.csv"]
ANALYSES["nca06-deadlock"] = expand("analyses/deadlock-{peers}.json", peers=[16, 128])


rule nca06:
    input:
        figures_of("nca06"),


rule deadlock:
    output:
        "analyses/deadlock-{peers}.json",
    log:
        "analyses/deadlock-{peers}.log",
    params:
        program=lambda wildcards: program("deadlock-analysis"),
    shell:
        "{params.program} --table --ids=even --peers={wildcards.peers} --summary={output} >{log} 2>&1"


rule followed_requests:
    output:
        "analyses/request/events.csv",
    log:
        "analyses/request/collapse.log",
    params:
        program=lambda wildcards: program("collapse"),
        tables=HERE.parent / "recording" / "tables.py",
        options="--scheme=credit --peers=8 --rate=1Mbps --load=2 --warmup=1s --duration=1s --quiet --record-requests=1",
    shell:
        "{params.program} {params.options} --record=analyses/request/collapse.rec >{log} 2>&1 && "
        "{PYTHON} {params.tables} csv analyses/request/collapse.rec analyses/request >>{log} 2>&1"
