/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

import type { Header } from "../recording/header";

/** @returns a number with two or three digits that matter, however small it is; a dash if there is none. */
export function short(value: number): string {
    if (!Number.isFinite(value)) {
        return "\u2013";
    }
    const size = Math.abs(value);
    if (size < 0.1) {
        return String(Number(value.toPrecision(2)));
    }
    return value.toFixed(size >= 100 || Number.isInteger(value) ? 0 : size >= 10 ? 1 : 2);
}

/** @returns the unit in which durations up to @p most seconds are read with ease, and how many of it a second has. */
export function unitOfDurations(most: number): { unit: string; perSecond: number } {
    if (!(most > 0 && most < 0.1)) {
        return { unit: "s", perSecond: 1 };
    }
    return most >= 1e-4 ? { unit: "ms", perSecond: 1e3 } : { unit: "\u00b5s", perSecond: 1e6 };
}

/** @returns the numbers at an axis' marks, with as many digits as tell them apart. */
export function marked(marks: readonly number[]): string[] {
    const step = marks.length > 1 ? marks[1]! - marks[0]! : 1;
    let digits = 0;
    const isWhole = (number: number) => Math.abs(number - Math.round(number)) <= 1e-6 * number;
    while (digits < MOST_DIGITS && !isWhole(step * 10 ** digits)) {
        ++digits;
    }
    const format = { minimumFractionDigits: digits, maximumFractionDigits: digits };
    const tiny = digits === MOST_DIGITS;
    return marks.map((mark) => (tiny && mark !== 0 ? mark.toExponential(1) : mark.toLocaleString("en", format)));
}

/** More of them would not fit beside an axis. */
const MOST_DIGITS = 5;

/** @returns a number with its thousands marked, or a word as it is; a dash if there is none. */
export function worded(value: number | string | undefined): string {
    if (typeof value === "string") {
        return value;
    }
    const size = Math.abs(value ?? 0);
    const format = size < 1 ? { maximumSignificantDigits: 3 } : { maximumFractionDigits: size < 10 ? 2 : 1 };
    return Number.isFinite(value) ? value!.toLocaleString("en", format) : "\u2013";
}

/** @returns a text that begins a line. */
export function capitalised(text: string): string {
    return text.charAt(0).toUpperCase() + text.slice(1);
}

/** @returns what a peer or a flow is called in a sentence. */
export function nameOf({ peers }: Header, peer: number): string {
    return peers.names ? `flow ${peers.names[peer]}` : `peer ${peer}`;
}

/** @returns what readers have to know of recordings that are not of peers that look up keys. */
export function noteOf({ what, peers, columns }: Header): string | undefined {
    if (what === "flows") {
        return "Flows that share a bottleneck: a place on the circle means nothing. The queue is that of the bottleneck, the delay a packet's wait there.";
    }
    if (what === "store") {
        const isCarried = columns.some(({ name }) => name === "marked");
        return isCarried ? "A store: requests of the overlay carry its blocks." : `A store of ${peers.count} peers: a request is a get or a put, the queue what waits for room in a window.`;
    }
    return undefined;
}

/** Options that the line has in other words, and where outputs go. */
const NAMED_ANYWAY = ["scheme", "peers", "record", "summary", "series"];

/** @returns the run in a line: what matters most, and whatever it has other options in than @p others. */
export function summary({ program, what, scheme, options, peers }: Header, others: readonly Header[]): string {
    const matters = (name: string) =>
        ["load", "rate"].includes(name) || others.some((other) => other.options[name] !== options[name]);
    const named = Object.keys(options).filter((name) => !NAMED_ANYWAY.includes(name) && options[name] && matters(name));
    const words = named.map((name) => `${name} ${options[name]}`);
    return [`${scheme}: ${program}`, `${peers.count} ${what === "flows" ? "flows" : "peers"}`, ...words].join(", ");
}
