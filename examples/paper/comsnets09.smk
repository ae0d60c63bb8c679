# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
#
# Klemm, Le Boudec, Kostic, Aberer: Handling very large numbers of messages in distributed hash tables, 2009.

ANALYSES["comsnets09-fig1"] = ["analyses/routes.csv"]


rule comsnets09:
    input:
        figures_of("comsnets09"),


rule routes:
    output:
        "analyses/routes.csv",
    log:
        "analyses/routes.log",
    params:
        program=lambda wildcards: program("routes"),
    shell:
        "{params.program} --overlay=chord --peers=8 --from=0 >{output} 2>{log}"
