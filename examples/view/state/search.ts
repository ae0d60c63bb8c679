/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @param length of what is sorted. @param isBefore whether what has that index belongs before what is sought.
 * @returns the index of the first that does not.
 */
export function partitionPoint(length: number, isBefore: (index: number) => boolean): number {
    let low = 0;
    let high = length;
    while (low < high) {
        const middle = (low + high) >>> 1;
        if (isBefore(middle)) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/** @returns the index of the last of ascending @p times that is not after @p time; 0 if all are. */
export function lastNotAfter(times: ArrayLike<number>, time: number): number {
    return Math.max(0, partitionPoint(times.length, (index) => times[index]! <= time) - 1);
}

/** @returns those of some events, which are in the order of time, with from < time <= to. */
export function between<Event extends { time: number }>(events: readonly Event[], from: number, to: number): Event[] {
    const first = partitionPoint(events.length, (index) => events[index]!.time <= from);
    const end = partitionPoint(events.length, (index) => events[index]!.time <= to);
    return events.slice(first, end);
}
