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

/** @returns the run in a line. @param others by whose options it differs; none: what matters most of its own. */
export function summary({ program, scheme, options, peers }: Header, others: readonly Header[]): string {
    const differs = (name: string) => others.some((other) => other.options[name] !== options[name]);
    const named = others.length ? Object.keys(options).filter(differs) : ["load", "rate", "overlay"];
    const words = named.filter((name) => name !== "scheme" && options[name]).map((name) => `${name} ${options[name]}`);
    return [`${scheme}: ${program}`, `${peers.count} peers`, ...words].join(", ");
}
