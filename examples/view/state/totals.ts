/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

import type { Recording } from "../recording/recording";
import type { Numbers } from "../recording/samples";
import { RATE_WINDOW, windowBefore } from "./quantities";
import { lastNotAfter } from "./search";

/** The ring as a whole at a time: means over its peers, and the peer that fares worst. */
export interface Totals {
    /** Answered requests of a peer, per second. */
    achieved: number;
    /** The 5 % of peers that achieve least get no more than this. */
    achievedByFew: number;
    /** Mean delay of what was answered, in seconds; NaN if nothing was. */
    delay: number;
    /** Messages that a peer drops, per second. */
    drops: number;
    /** Requests in a peer's relay queues. */
    queue: number;
    /** The longest of them. */
    queueMost: number;
}

/** @returns what holds at a time in seconds. Rates are over the second before it, or what there is of it. */
export function totalsAt(recording: Recording, time: number): Totals {
    const sample = lastNotAfter(recording.times, time);
    const { earlier, seconds } = windowBefore(recording, sample);
    const answered = gains(recording, "answered", earlier, sample);
    const answers = sum(answered);
    const queues = integersOf(recording, "queue", sample);
    return {
        achieved: answers / recording.peers / seconds,
        achievedByFew: answered.sort()[Math.floor(recording.peers * 0.05)]! / seconds,
        delay: sum(gains(recording, "delay_us", earlier, sample)) / 1e6 / answers,
        drops: sum(gains(recording, "dropped", earlier, sample)) / recording.peers / seconds,
        queue: sum(queues) / recording.peers,
        queueMost: mostOfAll(queues),
    };
}

/** Curves of the same quantities: an array for each, with null where there is no value. */
export type Curves = { [Name in keyof Totals]: (number | null)[] };

/** @param times in seconds; what is later than a recording's end has no value. */
export function curves(recording: Recording, times: readonly number[]): Curves {
    const all = times.map((time) => (time > recording.end ? undefined : totalsAt(recording, time)));
    const curve = (name: keyof Totals) =>
        all.map((totals) => (totals && Number.isFinite(totals[name]) ? totals[name] : null));
    return {
        achieved: curve("achieved"),
        achievedByFew: curve("achievedByFew"),
        delay: curve("delay"),
        drops: curve("drops"),
        queue: curve("queue"),
        queueMost: curve("queueMost"),
    };
}

/** @returns up to @p most times of one clock for all recordings, from the first full window on, in seconds. */
export function timeline(recordings: readonly Recording[], most = 600): number[] {
    const end = Math.max(...recordings.map((recording) => recording.end));
    const interval = Math.min(...recordings.map((recording) => recording.header.interval_ns / 1e9));
    const step = Math.max(interval, end / most);
    return Array.from({ length: Math.floor(end / step) + 1 }, (_, index) => index * step).filter(
        (time) => time >= Math.min(RATE_WINDOW, end / 2),
    );
}

function integersOf(recording: Recording, name: string, sample: number): Numbers {
    return recording.column(name)?.integers(sample) ?? new Uint8Array(recording.peers);
}

function gains(recording: Recording, name: string, earlier: number, sample: number): Float64Array {
    const before = integersOf(recording, name, earlier);
    const now = integersOf(recording, name, sample);
    const all = new Float64Array(recording.peers);
    // a loop: of many peers, once for every sample of a curve
    for (let peer = 0; peer < all.length; ++peer) {
        all[peer] = now[peer]! - before[peer]!;
    }
    return all;
}

function mostOfAll(values: Iterable<number>): number {
    let most = 0;
    for (const value of values) {
        most = Math.max(most, value);
    }
    return most;
}

function sum(values: Iterable<number>): number {
    let all = 0;
    for (const value of values) {
        all += value;
    }
    return all;
}
