/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

import type { Moment } from "../state/moments";
import { QUANTITIES, type QuantityName, quantitiesOf } from "../state/quantities";
import { jump } from "./keys";
import { type Model, SPEEDS } from "./model";
import { nameOf } from "./words";

const MOMENTS: { moment: Moment; label: string }[] = [
    { moment: "drop", label: "drop" },
    { moment: "lock_up", label: "lock-up" },
    { moment: "starvation", label: "starvation" },
];

/** Play, speed, the clock, and jumps. */
export function Controls({ model }: { model: Model }) {
    const playing = model.playing.value;
    return (
        <div class="controls">
            <button class="play" onClick={() => model.play(!playing)} aria-label={playing ? "pause" : "play"}>
                {playing ? "\u275a\u275a" : "\u25b6"}
            </button>
            <output class="time">{model.time.value.toFixed(2)} s</output>
            <input
                type="range"
                class="scrub"
                aria-label="time"
                min={0}
                max={model.end}
                step={0.01}
                value={model.time.value}
                onInput={(event) => model.seek(Number(event.currentTarget.value))}
            />
            <label>
                speed{" "}
                <select value={model.speed.value} onChange={(event) => (model.speed.value = Number(event.currentTarget.value))}>
                    {SPEEDS.map((speed) => (
                        <option value={speed}>{speed}&times;</option>
                    ))}
                </select>
            </label>
            <span class="jumps">
                first{" "}
                {MOMENTS.map(({ moment, label }) => (
                    <Jump model={model} moment={moment} label={label} />
                ))}
            </span>
        </div>
    );
}

function Jump({ model, moment, label }: { model: Model; moment: Moment; label: string }) {
    const event = model.firsts[moment];
    const title = event ? `at ${event.time.toFixed(2)} s, ${nameOf(model.recordings[0]!.header, event.peer)}` : `there is no ${label}`;
    return (
        <button class={`jump ${moment}`} disabled={!event} title={title} onClick={() => jump(model, moment)}>
            {label}
        </button>
    );
}

/** What a signal of the model shows, to be chosen. */
export function Choice({ model, label, signal }: { model: Model; label: string; signal: { value: QuantityName } }) {
    return (
        <label>
            {label}{" "}
            <select value={signal.value} onChange={(event) => (signal.value = event.currentTarget.value as QuantityName)}>
                {quantitiesOf(model.recordings).map((name) => (
                    <option value={name}>{QUANTITIES[name].label}</option>
                ))}
            </select>
        </label>
    );
}
