# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
#
# Dabek, Li, Sit, Robertson, Kaashoek, Morris: Designing a DHT for low latency and high throughput, NSDI 2004.

# the shape of the delays that the runs of this paper have, by run number
DELAYS = ["analyses/globe-%d.json" % run for run in (1, 2, 3)]
ANALYSES["nsdi04-fig3"] = DELAYS
ANALYSES["nsdi04-fig8"] = DELAYS
ANALYSES["nsdi04-fig9"] = ["analyses/blocks.csv"]


rule nsdi04:
    input:
        figures_of("nsdi04"),


rule globe:
    output:
        "analyses/globe-{run_number}.json",
    log:
        "analyses/globe-{run_number}.log",
    wildcard_constraints:
        run_number=r"\d+",
    params:
        program=lambda wildcards: program("delays"),
    shell:
        "{params.program} --delay-model=globe --peers=2048 --RngRun={wildcards.run_number} "
        "--summary={output} >{log} 2>&1"


rule blocks:
    output:
        "analyses/blocks.csv",
    log:
        "analyses/blocks.log",
    params:
        program=lambda wildcards: program("blocks"),
    shell:
        "{params.program} --blocks=1 >{output} 2>{log}"
