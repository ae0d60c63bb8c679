/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

import type { Recording } from "../recording/recording";
import { lastNotAfter } from "./search";

/** A peer's number in a sample. */
export interface PeerValue {
    name: string;
    value: number;
    unit: string;
}

/** @returns all columns of a peer at a time in seconds, in the recording's order; microseconds as seconds. */
export function peerAt(recording: Recording, peer: number, time: number): PeerValue[] {
    const sample = lastNotAfter(recording.times, time);
    return recording.header.columns.map(({ name, unit }) => {
        const value = recording.column(name)!.value(sample, peer);
        return name.endsWith("_us") ? { name: name.slice(0, -3), value: value / 1e6, unit: "s" } : { name, value, unit };
    });
}
