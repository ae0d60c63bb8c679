/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

import { effect } from "@preact/signals";
import { render } from "preact";
import "uplot/dist/uPlot.min.css";
import { follow } from "./address";
import { Captions } from "./captions";
import { run } from "./clock";
import { Controls } from "./controls";
import { type Caption, embedded, settingsOf } from "./embedded";
import { listen, toggleTheme } from "./keys";
import { watch } from "./live";
import { Model } from "./model";
import { Help, Legend, PeerPanel, Totals } from "./panels";
import { PeersView } from "./peers-view";
import "./style.css";
import { Strips } from "./strips";
import { noteOf, summary } from "./words";

interface Props {
    model: Model;
    captions: readonly Caption[];
}

function Page({ model, captions }: Props) {
    return (
        <>
            <header hidden={model.onlyRings.value}>
                <h1>Ring view</h1>
                {model.shown.length > 0 && <Legend model={model} />}
                <span class="tools">
                    <button onClick={() => toggleTheme(model)} title="light or dark (t)" aria-label="light or dark">
                        {"\u25d0"}
                    </button>
                    <button onClick={() => (model.helping.value = true)} title="keys (?)" aria-label="keys">
                        ?
                    </button>
                </span>
            </header>
            {model.problems.value.map((problem) => (
                <p class="problem" role="alert">
                    {problem}
                </p>
            ))}
            {model.shown.length > 0 && <Recordings model={model} captions={captions} />}
            {model.waiting && model.shown.length + model.problems.value.length === 0 && <p>Waiting for the first samples.</p>}
            {model.helping.value && <Help model={model} />}
        </>
    );
}

function Recordings({ model, captions }: Props) {
    const headers = model.recordings.map((recording) => recording.header);
    return (
        <>
            <main style={{ "--recordings": model.shown.length }}>
                {model.shown.map((shown, index) => (
                    <article>
                        <h2 title={shown.name}>
                            <i class={shown.dashed ? "line dashed" : "line"} style={{ borderColor: shown.colour }} />
                            {model.onlyRings.value
                                ? shown.recording.header.scheme
                                : summary(shown.recording.header, headers.filter((header) => header !== shown.recording.header))}
                        </h2>
                        {noteOf(shown.recording.header) && <p class="hint">{noteOf(shown.recording.header)}</p>}
                        <PeersView model={model} index={index} />
                        <Totals model={model} shown={shown} />
                    </article>
                ))}
                {!model.onlyRings.value && (
                    <aside>
                        <PeerPanel model={model} />
                    </aside>
                )}
            </main>
            {captions.length > 0 && !model.onlyRings.value && <Captions model={model} captions={captions} />}
            <Controls model={model} />
            {!model.onlyRings.value && <Strips model={model} />}
        </>
    );
}

function start() {
    const settings = settingsOf();
    const model = new Model(settings.live ? { shown: [], problems: [] } : embedded(settings));
    model.waiting = settings.live;
    model.theme.value = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
    follow(model, settings.captions.length > 0);
    effect(() => {
        const { dataset } = document.documentElement;
        dataset.theme = model.theme.value;
        dataset.only = model.onlyRings.value ? "rings" : "";
    });
    window.addEventListener("hashchange", () => follow(model));
    if (model.shown.length > 0 || settings.live) {
        listen(model);
        run(model);
    }
    render(<Page model={model} captions={settings.captions} />, document.body);
    if (settings.live) {
        void watch(model, settings);
    }
}

start();
