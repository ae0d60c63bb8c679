/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

import type { Header } from "../recording/header";

/** @returns a number with about three digits that matter; a dash if there is none. */
export function short(value: number): string {
    if (!Number.isFinite(value)) {
        return "\u2013";
    }
    const digits = Math.abs(value) >= 100 || Number.isInteger(value) ? 0 : Math.abs(value) >= 10 ? 1 : 2;
    return value.toFixed(digits);
}

/** @returns a number with its thousands marked, or a word as it is; a dash if there is none. */
export function worded(value: number | string | undefined): string {
    if (typeof value === "string") {
        return value;
    }
    const digits = Math.abs(value ?? 0) < 10 ? 2 : 1;
    return Number.isFinite(value) ? value!.toLocaleString("en", { maximumFractionDigits: digits }) : "\u2013";
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
