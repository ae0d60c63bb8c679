/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

import { computed, signal } from "@preact/signals";
import type { RecordedEvent } from "../recording/events";
import type { Recording } from "../recording/recording";
import { type Moment, firstOf } from "../state/moments";
import { type QuantityName, QUANTITIES, mostOf } from "../state/quantities";
import type { Embedded, Shown } from "./embedded";

export type Theme = "light" | "dark";

/** Simulated seconds in a second. */
export const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 5, 10];

/** More peers than that are shown as place by time. */
export const MOST_ON_A_RING = 1000;

/** All that the page shows depends on this. */
export class Model {
    readonly problems;
    readonly time = signal(0);
    readonly playing = signal(false);
    readonly speed = signal(1);
    /** A peer's number, or -1. */
    readonly selected = signal(-1);
    readonly colourBy = signal<QuantityName>("queue");
    readonly sizeBy = signal<QuantityName>("issued");
    readonly theme = signal<Theme>("light");
    readonly helping = signal(false);
    /** Whether the page is a part of another one: without legend, peer panel and strips. */
    readonly onlyRings = signal(false);
    /** Whether the end is followed by the start. */
    looping = false;
    /** Whether recordings are still to come. */
    waiting = false;
    private readonly recorded;
    /** Whether more is to come after the end. */
    private growing = false;
    /** Whether the clock keeps up with an end that moves: until the reader moves the clock elsewhere. */
    private following = false;
    private readonly lastTime = computed(() => Math.max(0, ...this.recordings.map((recording) => recording.end)));
    private readonly moments = computed(() => ({
        drop: firstOf(this.recordings, "drop"),
        lock_up: firstOf(this.recordings, "lock_up"),
        starvation: firstOf(this.recordings, "starvation"),
    }));
    /** What the ends of the scales stand for. */
    readonly colourMost = computed(() => mostOf(this.recordings, QUANTITIES[this.colourBy.value]));
    readonly sizeMost = computed(() => mostOf(this.recordings, QUANTITIES[this.sizeBy.value]));

    constructor({ shown, problems }: Embedded) {
        this.recorded = signal<readonly Shown[]>(shown);
        this.problems = signal<readonly string[]>(problems);
    }

    get shown(): readonly Shown[] {
        return this.recorded.value;
    }

    /** When the last recording ends, in seconds. */
    get end(): number {
        return this.lastTime.value;
    }

    /** The first of each in any recording, if there is one. */
    get firsts(): Readonly<Record<Moment, RecordedEvent | undefined>> {
        return this.moments.value;
    }

    /** Show more of the recordings. @param growing Whether that is not all; the clock then runs on at the end. */
    show(shown: readonly Shown[], growing: boolean) {
        const isFirst = this.shown.length === 0;
        this.growing = growing;
        this.recorded.value = shown;
        if (isFirst && growing) {
            this.seek(this.end);
            this.play(true);
        }
    }

    get recordings(): Recording[] {
        return this.shown.map(({ recording }) => recording);
    }

    /** How many peers the largest recording has. */
    get peers(): number {
        return Math.max(0, ...this.recordings.map((recording) => recording.peers));
    }

    /** @param time in seconds; what is outside of the recordings means their start or end. */
    seek(time: number) {
        this.time.value = Math.min(this.end, Math.max(0, time));
        this.following = this.growing && time >= this.end;
    }

    play(playing: boolean) {
        if (playing && this.time.value >= this.end && !this.growing) {
            this.seek(0);
        }
        this.playing.value = playing;
    }

    /** @param seconds that have passed for the reader. */
    advance(seconds: number) {
        const behind = this.end - this.time.value;
        const speed = this.following ? Math.max(this.speed.value, behind) : this.speed.value;
        this.time.value = Math.min(this.end, this.time.value + seconds * speed);
        if (this.time.value >= this.end && !this.growing) {
            this.play(this.looping);
        }
    }

    /** @param steps to a faster speed, or to a slower one if negative. */
    changeSpeed(steps: number) {
        const index = SPEEDS.indexOf(this.speed.value) + steps;
        this.speed.value = SPEEDS[Math.min(SPEEDS.length - 1, Math.max(0, index))]!;
    }

    /** @param peer a number, or -1 for none. */
    select(peer: number) {
        this.selected.value = peer < this.peers ? peer : -1;
    }

    /** @param step 1 to the next peer on the ring, -1 to the one before. */
    selectNext(step: number) {
        const places = this.recordings[0]!.places;
        const order = places.map((_, peer) => peer).sort((a, b) => places[a]! - places[b]!);
        const rank = this.selected.value < 0 ? (step > 0 ? -1 : 0) : order.indexOf(this.selected.value);
        this.select(order.at((rank + step) % order.length)!);
    }
}
