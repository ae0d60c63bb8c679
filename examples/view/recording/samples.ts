/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

import type { ColumnHeader } from "./header";
import { Varints } from "./varints";

/** The narrowest array that holds some integers. */
export type Numbers = Uint8Array | Uint16Array | Int32Array | Float64Array;

/** What one frame of samples holds. */
export interface SampleBlock {
    /** When each was taken, in seconds since the start. */
    times: Float64Array;
    /** For each column, sample after sample, each with all peers. */
    columns: Numbers[];
}

/** @param payload of a frame of samples. @param columns and @param peers, how many, as the header says. */
export function readSamples(payload: Uint8Array, columns: readonly ColumnHeader[], peers: number): SampleBlock {
    const varints = new Varints(payload);
    const times = varints.times();
    return { times, columns: columns.map(() => readColumn(varints, times.length, peers)) };
}

function readColumn(varints: Varints, samples: number, peers: number): Numbers {
    const values = new Float64Array(samples * peers);
    for (let at = 0; at < values.length; ++at) {
        values[at] = varints.signed() + (at < peers ? 0 : values[at - peers]!);
    }
    return narrowed(values);
}

/** 2^14 peers with twelve columns make four million numbers a second; few of them need eight bytes. */
function narrowed(values: Float64Array): Numbers {
    let least = 0;
    let most = 0;
    for (const value of values) {
        least = Math.min(least, value);
        most = Math.max(most, value);
    }
    if (least >= 0 && most < 2 ** 8) {
        return Uint8Array.from(values);
    }
    if (least >= 0 && most < 2 ** 16) {
        return Uint16Array.from(values);
    }
    return least >= -(2 ** 31) && most < 2 ** 31 ? Int32Array.from(values) : values;
}
