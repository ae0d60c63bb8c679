/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

import { Varints } from "./varints";

/** What one frame of queues holds. */
export interface QueueBlock {
    /** When each sample was taken, in seconds since the start. */
    times: Float64Array;
    /** Three numbers for each change: a peer, a neighbour's number plus one or 0, and how much is queued for it from then on. */
    changes: Int32Array;
    /** For each sample, where its changes end. */
    ends: number[];
}

/** How many numbers a change has. */
export const CHANGE = 3;

/** @param payload of a frame of queues. @throws RangeError if it is malformed. */
export function readQueues(payload: Uint8Array): QueueBlock {
    const varints = new Varints(payload);
    const times = varints.times();
    const changes: number[] = [];
    const ends: number[] = [];
    for (const _ of times) {
        let peer = 0;
        for (let left = varints.unsigned(); left > 0; --left) {
            peer += varints.unsigned();
            changes.push(peer, varints.unsigned(), varints.unsigned());
        }
        ends.push(changes.length);
    }
    return { times, changes: Int32Array.from(changes), ends };
}
