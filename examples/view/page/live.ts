/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

import { NoRecording } from "../recording/frames";
import { type Recording, RecordingReader } from "../recording/recording";
import { type Settings, shownOf } from "./embedded";
import type { Model } from "./model";

/** Milliseconds from one question for more to the next: all that is shown is made anew for each answer. */
const PAUSE = 700;

/** Show recordings while they grow, as the server of this page (examples/view/live.py) has them. */
export async function watch(model: Model, settings: Settings) {
    const tails = settings.names.map((name, index) => new Tail(name, `recording/${index}`));
    while (tails.some(({ isOver }) => !isOver)) {
        const grown = await Promise.all(tails.map((tail) => tail.grow()));
        const isGrowing = tails.some(({ isOver }) => !isOver);
        if (grown.includes(true) || !isGrowing) {
            const seen = tails.flatMap(({ name, recording }) => (recording?.times.length ? [{ name, recording }] : []));
            model.show(shownOf(seen, settings), isGrowing);
        }
        model.problems.value = [...new Set(tails.flatMap(({ problem }) => problem ?? []))];
        await new Promise((done) => setTimeout(done, PAUSE));
    }
}

/** What has been read of a file that grows. */
class Tail {
    recording?: Recording;
    /** What is wrong, in words. */
    problem?: string;
    isOver = false;
    private readonly reader = new RecordingReader();
    private offset = 0;

    constructor(
        readonly name: string,
        private readonly address: string,
    ) {}

    /** @returns whether there is more to be seen. */
    async grow(): Promise<boolean> {
        if (this.isOver) {
            return false;
        }
        try {
            return await this.ask();
        } catch (error) {
            this.end(error instanceof NoRecording ? `${this.name} ${error.message}.` : `The server of this page has gone; ${this.name}: ${this.reader.until()}.`);
            return false;
        }
    }

    private async ask(): Promise<boolean> {
        const response = await fetch(`${this.address}?from=${this.offset}`);
        if (!response.ok) {
            this.end(`${this.name} is not what it was, or has begun anew: load this page again.`);
            return false;
        }
        const bytes = new Uint8Array(await response.arrayBuffer());
        const grew = this.reader.take(bytes);
        this.offset += bytes.length;
        const state = response.headers.get("X-Recording");
        if (this.reader.problem) {
            this.end(`${this.name}: ${this.reader.problem}.`);
        } else if (state === "ended") {
            this.end(`${this.name}: its program has ended without finishing it, ${this.reader.until()}.`);
        } else if (state === "complete") {
            this.end();
        }
        if (grew) {
            this.recording = this.reader.recording;
        }
        return grew;
    }

    private end(problem?: string) {
        this.problem = problem;
        this.isOver = true;
    }
}
