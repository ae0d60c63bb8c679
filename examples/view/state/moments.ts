/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

import type { RecordedEvent } from "../recording/events";
import type { Recording } from "../recording/recording";

/** What one may jump to: the names of events. */
export type Moment = "drop" | "lock_up" | "starvation";

/** @returns the first such event of some recordings, if there is one. */
export function firstOf(recordings: readonly Recording[], moment: Moment): RecordedEvent | undefined {
    return recordings
        .map((recording) => recording.events.find((event) => event.name === moment))
        .reduce((first, event) => (!first || (event && event.time < first.time) ? event : first), undefined);
}

/** Peers that are starving or locked up, and since when in a recording. */
export class Plights {
    private readonly locked: readonly RecordedEvent[];
    private readonly starved: readonly RecordedEvent[];

    constructor(recording: Recording) {
        this.locked = recording.events.filter(({ name }) => name === "lock_up");
        this.starved = recording.events.filter(({ name }) => name.startsWith("starvation"));
    }

    /** @returns the peers that have no answer at that time although they ask, for as long as the header says. */
    starvingAt(time: number): Set<number> {
        const starving = new Set<number>();
        for (const event of this.starved) {
            if (event.time > time) {
                break;
            }
            if (event.name === "starvation") {
                starving.add(event.peer);
            } else {
                starving.delete(event.peer);
            }
        }
        return starving;
    }

    /** @returns who waits for whom in the circles that have been found by that time. */
    circleAt(time: number): { from: number; to: number }[] {
        return this.locked
            .filter((event) => event.time <= time && event.fields.waits_for! > 0)
            .map(({ peer, fields }) => ({ from: peer, to: fields.waits_for! - 1 }));
    }
}
