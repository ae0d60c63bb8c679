/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

import { CHANGE } from "../recording/queues";
import type { Recording } from "../recording/recording";
import { lastNotAfter } from "./search";

/**
 * @param time in seconds since the start.
 * @returns what a peer has queued: by neighbour, -1 for all without a number, and none of them 0; nothing if that is not recorded.
 */
export function queuesOf({ queueBlocks }: Recording, peer: number, time: number): Map<number, number> | undefined {
    if (queueBlocks.length === 0) {
        return undefined;
    }
    const { times, changes, ends } = queueBlocks[lastNotAfter(queueBlocks.map((block) => block.times[0]!), time)]!;
    const end = ends[lastNotAfter(times, time)]!;
    const queues = new Map<number, number>();
    for (let at = 0; at < end; at += CHANGE) {
        if (changes[at] === peer) {
            queues.set(changes[at + 1]! - 1, changes[at + 2]!);
        }
    }
    return new Map([...queues].filter(([, length]) => length > 0));
}
