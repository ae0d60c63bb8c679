/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

import { NoRecording } from "../recording/frames";
import { type Recording, readRecording } from "../recording/recording";
import { Ring } from "../state/ring-at";

/** A recording as the page shows it. */
export interface Shown {
    /** Its file's name. */
    name: string;
    /** A colour of CSS, by its scheme. */
    colour: string;
    /** Whether another one before it has the same colour. */
    dashed: boolean;
    recording: Recording;
    ring: Ring;
}

declare global {
    interface Uint8ArrayConstructor {
        /** Of browsers from 2025 on. */
        fromBase64?(text: string): Uint8Array;
    }
}

/** What a page was made of. */
export interface Embedded {
    shown: Shown[];
    /** What is wrong with a file, in words that begin with its name. */
    problems: string[];
}

/** What pages.py wrote into the page besides the recordings. */
export interface Settings {
    names: string[];
    colours: Record<string, string>;
    spare: string[];
    /** Whether a server has the recordings, which grow. */
    live: boolean;
    /** What to watch, if anybody has said so: such a page begins to play by itself. */
    captions: Caption[];
}

/** What to watch. */
export interface Caption {
    /** From when on, in seconds. */
    from: number;
    text: string;
}

export function settingsOf(): Settings {
    return JSON.parse(textOf("settings")) as Settings;
}

/** @returns the recordings that are in the document, as far as they can be read. */
export function embedded(settings: Settings): Embedded {
    const read: Read[] = [];
    const problems: string[] = [];
    settings.names.forEach((name, index) => {
        try {
            const { recording, problem } = readRecording(bytesOf(`recording-${index}`));
            if (problem) {
                problems.push(`${name}: ${problem}.`);
            }
            if (recording.times.length === 0) {
                throw new NoRecording("has no samples");
            }
            read.push({ name, recording });
        } catch (error) {
            if (!(error instanceof NoRecording)) {
                throw error;
            }
            problems.push(`${name} ${error.message}.`);
        }
    });
    return { shown: shownOf(read, settings), problems };
}

/** A recording that has samples, and its file's name. */
interface Read {
    name: string;
    recording: Recording;
}

/** @returns some recordings, each with its colour. */
export function shownOf(read: readonly Read[], { colours, spare }: Settings): Shown[] {
    const shown: Shown[] = [];
    for (const { name, recording } of read) {
        const colour = colours[recording.header.scheme] ?? spare[shown.length % spare.length]!;
        const dashed = shown.some((other) => other.colour === colour);
        shown.push({ name, colour, dashed, recording, ring: new Ring(recording) });
    }
    return shown;
}

/** @returns what an element of the document holds, in base64. */
function bytesOf(id: string): Uint8Array {
    const text = textOf(id);
    if (Uint8Array.fromBase64) {
        return Uint8Array.fromBase64(text);
    }
    const binary = atob(text);
    return Uint8Array.from({ length: binary.length }, (_, at) => binary.charCodeAt(at));
}

function textOf(id: string): string {
    return document.getElementById(id)!.textContent!;
}
