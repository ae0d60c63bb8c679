/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

import type { Recording } from "../recording/recording";
import { windowBefore } from "./quantities";
import { lastNotAfter } from "./search";

/** What a peer has in a sample: a number, or a word for it. */
export interface PeerValue {
    name: string;
    value: number | string;
    unit: string;
}

/** By the numbers of the column `state`, of peers and of flows. */
const STATES = ["not there", "no place yet", "in place"];
const FLOW_STATES = ["not there", "", "running"];

/** @returns all columns of a peer at a time in seconds, in the recording's order; of its delays, the mean of the last second. */
export function peerAt(recording: Recording, peer: number, time: number): PeerValue[] {
    const sample = lastNotAfter(recording.times, time);
    const states = recording.header.what === "flows" ? FLOW_STATES : STATES;
    return recording.header.columns.map(({ name, unit }) => {
        const value = recording.column(name)!.value(sample, peer);
        if (name === "delay_us") {
            return { name: "mean delay", value: delayBefore(recording, peer, sample), unit: "s" };
        }
        return { name, value: name === "state" ? (states[value] ?? value) : value, unit };
    });
}

/** @returns the mean delay of what a peer was answered in the window before a sample, in seconds; NaN if that is nothing. */
function delayBefore(recording: Recording, peer: number, sample: number): number {
    const { earlier } = windowBefore(recording, sample);
    const gain = (name: string) => {
        const column = recording.column(name)!;
        return column.value(sample, peer) - column.value(earlier, peer);
    };
    return gain("delay_us") / 1e6 / gain("answered");
}
