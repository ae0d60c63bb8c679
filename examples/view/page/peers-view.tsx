/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

import { type Signal, useSignal, useSignalEffect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { HeatCanvas } from "../draw/heat-canvas";
import { PALETTES } from "../draw/palette";
import { RingCanvas } from "../draw/ring-canvas";
import { type Heat, heatOf } from "../state/heat";
import { QUANTITIES, valuesAt } from "../state/quantities";
import { MOST_ON_A_RING, type Model } from "./model";

interface Props {
    model: Model;
    /** Of a recording, which may grow, among those that are shown. */
    index: number;
}

/** The peers of a recording at the model's time: on a ring, or, if they are too many, over place and time. */
export function PeersView(props: Props) {
    return props.model.shown[props.index]!.recording.peers > MOST_ON_A_RING ? <HeatView {...props} /> : <RingView {...props} />;
}

function RingView({ model, index }: Props) {
    const canvas = useRef<HTMLCanvasElement>(null);
    const drawn = useRef<RingCanvas>(null);
    const draw = () => {
        const { ring, recording } = model.shown[index]!;
        const time = model.time.value;
        const shares = (quantity: keyof typeof QUANTITIES, most: number) =>
            valuesAt(recording, QUANTITIES[quantity], time).map((value) => Math.min(1, value / most));
        const selected = model.selected.value < recording.peers ? model.selected.value : -1;
        const look = {
            colour: shares(model.colourBy.value, model.colourMost.value),
            size: shares(model.sizeBy.value, model.sizeMost.value),
            selected,
            fingers: (ring.links.of(selected, time) ?? []).filter((finger) => finger >= 0),
        };
        const palette = PALETTES[model.theme.value];
        drawn.current ??= new RingCanvas(canvas.current!, recording.places);
        drawn.current.draw(ring.at(time), look, palette);
    };
    useSignalEffect(draw);
    useResize(canvas, draw);
    const select = (event: MouseEvent) => model.select(drawn.current!.peerAt(event.clientX, event.clientY));
    return <canvas class="ring" ref={canvas} onClick={select} role="img" aria-label={`ring of ${model.shown[index]!.name}`} />;
}

function HeatView({ model, index }: Props) {
    const canvas = useRef<HTMLCanvasElement>(null);
    const drawn = useRef<HeatCanvas>(null);
    const heat = useSignal<Heat | null>(null);
    useSignalEffect(() => {
        const { recording } = model.shown[index]!;
        const now = heatOf(recording, QUANTITIES[model.colourBy.value], model.end, model.colourMost.value);
        drawn.current ??= new HeatCanvas(canvas.current!);
        drawn.current.show(now);
        heat.value = now;
        drawn.current.draw(PALETTES[model.theme.peek()]);
    });
    const draw = () => drawn.current?.draw(PALETTES[model.theme.value]);
    useSignalEffect(draw);
    useResize(canvas, draw);
    const select = (event: MouseEvent) => {
        const box = canvas.current!.getBoundingClientRect();
        const time = ((event.clientX - box.left) / box.width) * model.end;
        model.seek(time);
        const values = valuesAt(model.shown[index]!.recording, QUANTITIES[model.colourBy.value], time);
        const { rows, rowOf } = heat.value!;
        const row = Math.min(rows - 1, Math.floor(((event.clientY - box.top) / box.height) * rows));
        const inRow = [...values.keys()].filter((peer) => rowOf[peer] === row);
        model.select(inRow.reduce((most, peer) => (values[peer]! > values[most]! ? peer : most), inRow[0]!));
    };
    return (
        <div class="heat">
            <canvas ref={canvas} onClick={select} role="img" aria-label={`place by time of ${model.shown[index]!.name}`} />
            <Playhead model={model} />
            <PeerLine model={model} heat={heat} />
        </div>
    );
}

/** Where the clock is. */
function Playhead({ model }: { model: Model }) {
    return <div class="playhead" style={{ left: `${(100 * model.time.value) / model.end}%` }} />;
}

/** Where the selected peer is. */
function PeerLine({ model, heat }: { model: Model; heat: Signal<Heat | null> }) {
    const row = heat.value?.rowOf[model.selected.value];
    return row === undefined ? null : <div class="peer-line" style={{ top: `${(100 * (row + 0.5)) / heat.value!.rows}%` }} />;
}

function useResize(canvas: { current: HTMLCanvasElement | null }, draw: () => void) {
    useEffect(() => {
        const observer = new ResizeObserver(draw);
        observer.observe(canvas.current!);
        return () => observer.disconnect();
    }, []);
}
