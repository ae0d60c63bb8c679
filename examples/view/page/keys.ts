/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

import type { Moment } from "../state/moments";
import type { Model } from "./model";

/** What keys do, in the order of the help. */
export const KEYS: { keys: string[]; label: string; does: (model: Model) => void }[] = [
    { keys: [" "], label: "play or pause", does: (model) => model.play(!model.playing.value) },
    { keys: ["ArrowLeft"], label: "a sample back", does: (model) => step(model, -sampleInterval(model)) },
    { keys: ["ArrowRight"], label: "a sample on", does: (model) => step(model, sampleInterval(model)) },
    { keys: ["PageUp", "Shift+ArrowLeft"], label: "a second back", does: (model) => step(model, -1) },
    { keys: ["PageDown", "Shift+ArrowRight"], label: "a second on", does: (model) => step(model, 1) },
    { keys: ["Home"], label: "to the start", does: (model) => model.seek(0) },
    { keys: ["End"], label: "to the end", does: (model) => model.seek(model.end) },
    { keys: ["-"], label: "slower", does: (model) => model.changeSpeed(-1) },
    { keys: ["+", "="], label: "faster", does: (model) => model.changeSpeed(1) },
    { keys: ["d"], label: "to the first drop", does: (model) => jump(model, "drop") },
    { keys: ["l"], label: "to the first lock-up", does: (model) => jump(model, "lock_up") },
    { keys: ["s"], label: "to the first starvation", does: (model) => jump(model, "starvation") },
    { keys: ["n"], label: "next peer", does: (model) => model.selectNext(1) },
    { keys: ["p"], label: "previous peer", does: (model) => model.selectNext(-1) },
    { keys: ["Escape"], label: "no peer", does: escape },
    { keys: ["t"], label: "light or dark", does: toggleTheme },
    { keys: ["?"], label: "this help", does: (model) => (model.helping.value = !model.helping.value) },
];

/** Go to the first such event, and select the peer that it happened to. */
export function jump(model: Model, moment: Moment) {
    const event = model.firsts[moment];
    if (event) {
        model.playing.value = false;
        model.seek(event.time);
        model.select(event.peer);
    }
}

export function toggleTheme(model: Model) {
    model.theme.value = model.theme.value === "light" ? "dark" : "light";
}

/** Listen to the keyboard; a key that means something to a list or a slider stays theirs. */
export function listen(model: Model) {
    // after a click on a button, the space bar plays again
    window.addEventListener("pointerup", () => {
        if (document.activeElement instanceof HTMLButtonElement) {
            document.activeElement.blur();
        }
    });
    window.addEventListener("keydown", (event) => {
        const name = (event.shiftKey && event.key.length > 1 ? "Shift+" : "") + event.key;
        const found = KEYS.find(({ keys }) => keys.includes(name));
        if (found && model.shown.length > 0 && !event.ctrlKey && !event.metaKey && !event.altKey && !isTaken(event)) {
            event.preventDefault();
            found.does(model);
        }
    });
}

function isTaken({ target, key }: KeyboardEvent): boolean {
    return target instanceof HTMLSelectElement || (target instanceof HTMLButtonElement && key === " ");
}

function step(model: Model, seconds: number) {
    model.playing.value = false;
    model.seek(model.time.value + seconds);
}

function sampleInterval(model: Model): number {
    return model.recordings[0]!.header.interval_ns / 1e9;
}

function escape(model: Model) {
    model.helping.value = false;
    model.select(-1);
}
