/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

import { useComputed } from "@preact/signals";
import { gradient, PALETTES } from "../draw/palette";
import { peerAt } from "../state/peer-at";
import { hasColumn, QUANTITIES, unitOf } from "../state/quantities";
import { lastNotAfter } from "../state/search";
import { totalsAt } from "../state/totals";
import { Choice } from "./controls";
import type { Shown } from "./embedded";
import { KEYS } from "./keys";
import { MOST_ON_A_RING, type Model } from "./model";
import { Neighbours } from "./neighbours";
import { capitalised, nameOf, short, unitOfDurations, worded } from "./words";

/** The ring as a whole at the model's time. */
export function Totals({ model, shown: { recording, ring } }: { model: Model; shown: Shown }) {
    // they change from sample to sample, not from picture to picture
    const sample = useComputed(() => lastNotAfter(recording.times, model.time.value));
    const time = recording.times[sample.value]!;
    const totals = totalsAt(recording, time);
    const { unit: unitOfDelay, perSecond } = unitOfDurations(totals.delay);
    const all: [string, string, number, string, string][] = [
        ["achieved", "achieved", totals.achieved, "/s", "answered"],
        ["worst-twentieth", "worst 5 %", totals.achievedByFew, "/s", "answered"],
        ["delay", "delay", totals.delay * perSecond, unitOfDelay, "delay_us"],
        ["drops", "drops", totals.drops, "/s", "dropped"],
        ["queue", "queue", totals.queue, "", "queue"],
        ["starving", "starving", ring.starvingAt(time).size, "", "outstanding"],
    ];
    const rows = all.filter(([, , , , column]) => recording.column(column));
    return (
        <dl class="totals">
            {rows.map(([id, label, value, unit]) => (
                <div data-total={id}>
                    <dt>{label}</dt>
                    <dd>
                        {short(value)} <small>{Number.isFinite(value) && unit}</small>
                    </dd>
                </div>
            ))}
        </dl>
    );
}

/** The selected peer, in each recording. */
export function PeerPanel({ model }: { model: Model }) {
    const peer = model.selected.value;
    if (peer < 0) {
        return <p class="hint">Click a peer, or press n, for its counters, neighbours and queues.</p>;
    }
    const shown = model.shown.filter(({ recording }) => peer < recording.peers);
    const columns = shown.map(({ recording }) => peerAt(recording, peer, model.time.value));
    const { header } = shown[0]!.recording;
    return (
        <section class="peer">
            <h2>
                {capitalised(nameOf(header, peer))} <small>{header.peers.endpoints?.[peer]}</small>
            </h2>
            {header.what !== "flows" && <p class="id">id {header.peers.ids[peer]!.slice(0, 12)}&hellip;</p>}
            <table>
                {shown.length > 1 && (
                    <thead>
                        <tr>
                            <th />
                            {shown.map(({ recording, colour }) => (
                                <th style={{ color: colour }}>{recording.header.scheme}</th>
                            ))}
                        </tr>
                    </thead>
                )}
                <tbody>
                    {columns[0]!.map(({ name, unit }, row) => (
                        <tr data-column={name}>
                            <th>
                                {name.replace(/_/g, " ")}
                                {unit === "s" && ", s"}
                            </th>
                            {columns.map((values) => (
                                <td>{worded(values[row]?.value)}</td>
                            ))}
                        </tr>
                    ))}
                </tbody>
            </table>
            <Neighbours model={model} shown={shown} />
        </section>
    );
}

/** What is drawn besides the peers, and the column that a recording has if that may happen in it. */
const SIGNS = [
    { kind: "drop", label: "drops", of: "dropped" },
    { kind: "mark", label: "marks", of: "marked" },
    { kind: "starving", label: "starves", of: "outstanding" },
    { kind: "under-way", label: "request", of: "marked" },
    { kind: "answered", label: "answered", of: "marked" },
    { kind: "circle", label: "locked up", of: "marked" },
];

/** What colours and shapes mean. */
export function Legend({ model }: { model: Model }) {
    const quantity = QUANTITIES[model.colourBy.value];
    const heat = model.peers > MOST_ON_A_RING;
    return (
        <div class="legend">
            <Choice model={model} label="colour" signal={model.colourBy} />
            <span class="scale">
                0 <i style={{ background: gradient(PALETTES[model.theme.value]) }} /> {short(model.colourMost.value)} {unitOf(model.recordings, quantity.column)}
            </span>
            {heat ? (
                <span>up: place on the ring, across: time; of neighbouring peers, the one with most</span>
            ) : (
                <>
                    <Choice model={model} label="size" signal={model.sizeBy} />
                    {SIGNS.filter(({ of }) => hasColumn(model.recordings, of)).map(({ kind, label }) => (
                        <Sign kind={kind}>{label}</Sign>
                    ))}
                </>
            )}
        </div>
    );
}

function Sign({ kind, children }: { kind: string; children: string }) {
    return (
        <span class="sign">
            <i class={kind} /> {children}
        </span>
    );
}

function keyName(key: string): string {
    return key === " " ? "space" : key.replace("ArrowLeft", "\u2190").replace("ArrowRight", "\u2192");
}

/** What the keys do. */
export function Help({ model }: { model: Model }) {
    const close = () => (model.helping.value = false);
    return (
        <div class="help" role="dialog" aria-label="keys" onClick={close}>
            <dl>
                {KEYS.map(({ keys, label }) => (
                    <div>
                        <dt>
                            {keys.map((key) => (
                                <kbd>{keyName(key)}</kbd>
                            ))}
                        </dt>
                        <dd>{label}</dd>
                    </div>
                ))}
            </dl>
        </div>
    );
}
