/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

import type { Recording } from "../recording/recording";
import { lastNotAfter } from "./search";

/** Something of each peer that can be shown by colour or size. */
export interface Quantity {
    label: string;
    /** The column that it is made of. A counter is shown as what it gains a second. */
    column: string;
}

/** Over how many seconds a rate is taken. */
export const RATE_WINDOW = 1;

export const QUANTITIES = {
    queue: { label: "queue", column: "queue" },
    outstanding: { label: "outstanding", column: "outstanding" },
    level: { label: "rate, credits or window", column: "level" },
    issued: { label: "issued", column: "issued" },
    answered: { label: "answered", column: "answered" },
    dropped: { label: "dropped", column: "dropped" },
    marked: { label: "marked", column: "marked" },
    received: { label: "received", column: "received" },
    priority: { label: "priority", column: "priority" },
    served: { label: "fragments served", column: "fetches_here" },
    held: { label: "fragments taken", column: "stores_kept" },
} satisfies Record<string, Quantity>;

export type QuantityName = keyof typeof QUANTITIES;

/** @returns the names of the quantities that some recordings have. */
export function quantitiesOf(recordings: readonly Recording[]): QuantityName[] {
    const names = Object.keys(QUANTITIES) as QuantityName[];
    return names.filter((name) => hasColumn(recordings, QUANTITIES[name].column));
}

/** @returns whether some recording has a column. */
export function hasColumn(recordings: readonly Recording[], name: string): boolean {
    return recordings.some((recording) => recording.column(name));
}

/** @returns in what a column is counted; of a counter, what it gains is a second. */
export function unitOf(recordings: readonly Recording[], column: string): string {
    const header = recordings.map((recording) => recording.column(column)?.header).find((found) => found);
    return header?.kind === "counter" ? `${header.unit}/s` : (header?.unit ?? "");
}

/** Of a recording without the column, all is 0. @returns the quantity of each peer at a time in seconds. */
export function valuesAt(recording: Recording, { column: name }: Quantity, time: number): Float32Array {
    const values = new Float32Array(recording.peers);
    const column = recording.column(name);
    if (!column || recording.times.length === 0) {
        return values;
    }
    const sample = lastNotAfter(recording.times, time);
    const now = column.integers(sample);
    if (column.header.kind === "level") {
        return values.map((_, peer) => now[peer]! * column.header.scale);
    }
    const { earlier, seconds } = windowBefore(recording, sample);
    if (seconds === 0) {
        return values;
    }
    const before = column.integers(earlier);
    return values.map((_, peer) => ((now[peer]! - before[peer]!) * column.header.scale) / seconds);
}

/** @returns the sample about a window of rates before another, and how many seconds lie between them. */
export function windowBefore(recording: Recording, sample: number): { earlier: number; seconds: number } {
    const { times } = recording;
    const earlier = lastNotAfter(times, times[sample]! - RATE_WINDOW + 1e-6);
    return { earlier, seconds: times[sample]! - times[earlier]! };
}

/** @returns the most that a quantity ever is, in up to @p looks samples of some recordings; 1 if it is always 0. */
export function mostOf(recordings: readonly Recording[], quantity: Quantity, looks = 200): number {
    let most = 0;
    for (const recording of recordings) {
        const step = Math.max(1, Math.floor(recording.times.length / looks));
        for (let sample = recording.times.length - 1; sample >= 0; sample -= step) {
            for (const value of valuesAt(recording, quantity, recording.times[sample]!)) {
                most = Math.max(most, value);
            }
        }
    }
    return most || 1;
}
