# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
#
# Klemm, Le Boudec, Aberer: Congestion control for distributed hash tables, 2006.

ANALYSES["nca06-fig1"] = expand("analyses/routes-{way}.csv", way=["chord-0", "chord-4", "chord-6", "tree-2"])
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
