# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
#
# Klemm, Le Boudec, Kostic, Aberer: Handling very large numbers of messages in distributed hash tables, 2009.

ANALYSES["comsnets09-fig1"] = ["analyses/routes-chord-0.csv"]
ANALYSES["comsnets09-fig2"] = expand("analyses/{name}.{kind}", name=["million", "as-simulated"], kind=["csv", "json"])
ANALYSES["comsnets09-fig4"] = ["analyses/uplink.csv"]

# as many peers as figure 2 has simulated: 2^l
SIMULATED_PEERS = plan.figure_runs("comsnets09-fig2", PROFILE)[0].options["peers"]
EQUATIONS = "--model=both --links=%d --capacity=120 --alpha=0.05 --x=0.1..40 --points=400 --spacing=linear"

# what collapse-analysis computes
COLLAPSE_ANALYSES = {
    # section III-E
    "million": EQUATIONS % 20,
    "as-simulated": EQUATIONS % (SIMULATED_PEERS.bit_length() - 1),
    # section V-B, for the links that are simulated
    "uplink": "--model=link --overlay=chord --peers=128 --rate=600kbps --x=1..80 --points=80 --spacing=linear",
}


rule comsnets09:
    input:
        figures_of("comsnets09"),


rule routes:
    output:
        "analyses/routes-{overlay}-{peer}.csv",
    log:
        "analyses/routes-{overlay}-{peer}.log",
    params:
        program=lambda wildcards: program("routes"),
    shell:
        "{params.program} --overlay={wildcards.overlay} --peers=8 --from={wildcards.peer} >{output} 2>{log}"


rule collapse_analysis:
    output:
        table="analyses/{name}.csv",
        summary="analyses/{name}.json",
    log:
        "analyses/{name}.log",
    wildcard_constraints:
        name="|".join(COLLAPSE_ANALYSES),
    params:
        command=lambda wildcards: "%s %s" % (program("collapse-analysis"), COLLAPSE_ANALYSES[wildcards.name]),
    shell:
        "{params.command} --output={output.table} --summary={output.summary} >{log} 2>&1"
