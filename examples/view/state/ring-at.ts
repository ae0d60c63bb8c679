/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

import type { RecordedEvent } from "../recording/events";
import type { Recording } from "../recording/recording";
import { type Chord, type Journey, chordsAt, journeysOf } from "./journeys";
import { Links } from "./links";
import { Plights } from "./moments";
import { between, lastNotAfter } from "./search";

/** For how long a flash is seen, in seconds. */
const FLASH = 0.35;

/** What a ring looks like at a time, but for the quantities that colour and size show. */
export interface RingAt {
    /** Of each peer: 0 not there, 1 without a place in the ring, 2 in its place. */
    state: Float32Array;
    /** Of each peer, how brightly it flashes, from 0 to 1. */
    dropped: Float32Array;
    marked: Float32Array;
    starving: Set<number>;
    chords: Chord[];
    /** Who waits for whom in circles of a lock-up. */
    circle: { from: number; to: number }[];
}

/** A recording, prepared to be looked at at any time. */
export class Ring {
    readonly links: Links;
    private readonly drops: readonly RecordedEvent[];
    private readonly marks: readonly RecordedEvent[];
    private readonly journeys: readonly Journey[];
    private readonly plights: Plights;

    constructor(readonly recording: Recording) {
        this.drops = recording.events.filter(({ name }) => name === "drop");
        this.marks = recording.events.filter(({ name }) => name === "mark");
        this.journeys = journeysOf(recording.events);
        this.links = new Links(recording);
        this.plights = new Plights(recording);
    }

    /** @param time in seconds since the start. */
    at(time: number): RingAt {
        return {
            state: this.stateAt(time),
            dropped: this.flashes(this.drops, time),
            marked: this.flashes(this.marks, time),
            starving: this.starvingAt(time),
            chords: chordsAt(this.journeys, time),
            circle: this.plights.circleAt(time),
        };
    }

    /** @returns the peers that have no answer at a time in seconds although they ask. */
    starvingAt(time: number): Set<number> {
        return this.plights.starvingAt(time);
    }

    private stateAt(time: number): Float32Array {
        const column = this.recording.column("state");
        return column
            ? Float32Array.from(column.integers(lastNotAfter(this.recording.times, time)))
            : new Float32Array(this.recording.peers).fill(2);
    }

    private flashes(events: readonly RecordedEvent[], time: number): Float32Array {
        const strengths = new Float32Array(this.recording.peers);
        for (const event of between(events, time - FLASH, time)) {
            strengths[event.peer] = 1 - (time - event.time) / FLASH;
        }
        return strengths;
    }
}
