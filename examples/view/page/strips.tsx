/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

import { useSignalEffect } from "@preact/signals";
import { useRef } from "preact/hooks";
import uPlot from "uplot";
import type { Recording } from "../recording/recording";
import { hasColumn, unitOf } from "../state/quantities";
import { type Curves, curves, timeline } from "../state/totals";
import type { Shown } from "./embedded";
import type { Model } from "./model";
import { marked, unitOfDurations } from "./words";

/** A strip: a line for each recording, and a thin one for the peers that fare worst. */
interface Strip {
    title: string;
    /** The column that gives it a unit. */
    of: string;
    mean: keyof Curves;
    worst?: keyof Curves;
    /** What the thin line is. */
    thin?: string;
}

const HEIGHT = 66;
/** The last one has room for the times below it. */
const AXIS = 22;

const STRIPS: Strip[] = [
    { title: "achieved", of: "answered", mean: "achieved", worst: "achievedByFew", thin: "what the worst twentieth gets at most" },
    { title: "mean delay", of: "delay_us", mean: "delay" },
    { title: "drops", of: "dropped", mean: "drops" },
    { title: "queue", of: "queue", mean: "queue", worst: "queueMost", thin: "the longest" },
];

/** Achieved, delay, drops and queue on one timeline; a click or a drag moves the clock. */
export function Strips({ model }: { model: Model }) {
    const box = useRef<HTMLDivElement>(null);
    const data = useRef<Timeline>(null);
    useSignalEffect(() => {
        // axes take their colours from the theme
        model.theme.value;
        if (data.current?.shown !== model.shown) {
            data.current = new Timeline(model.shown);
        }
        const drawn = data.current;
        // the observer may still be called when the page has let go of it
        const element = box.current!;
        const strips = STRIPS.filter(({ of }) => hasColumn(model.recordings, of));
        const plots = strips.map((strip) => plotted(element, model, strip, drawn));
        const observer = new ResizeObserver(() => plots.forEach((plot, index) => plot.setSize(sizeOf(element, strips[index]!))));
        observer.observe(element);
        return () => {
            observer.disconnect();
            plots.forEach((plot) => plot.destroy());
        };
    });
    return <div class="strips" ref={box} />;
}

/** The curves of all recordings on one clock. */
class Timeline {
    readonly times: number[];
    readonly curves: Curves[];

    constructor(readonly shown: readonly Shown[]) {
        const recordings = shown.map(({ recording }) => recording);
        this.times = timeline(recordings);
        this.curves = recordings.map((recording) => curves(recording, this.times));
    }
}

function plotted(box: HTMLElement, model: Model, strip: Strip, { times, curves: all, shown }: Timeline): uPlot {
    const style = getComputedStyle(document.documentElement);
    const grid = { stroke: style.getPropertyValue("--line"), width: 1 };
    const axis = { stroke: style.getPropertyValue("--quiet"), grid, ticks: { show: false } };
    const names = [strip.mean, ...(strip.worst ? [strip.worst] : [])];
    const series = shown.flatMap(({ colour, dashed, name }) =>
        names.map((_, index) => ({
            label: name,
            stroke: colour,
            width: index ? 1 : 2,
            dash: dashed ? [6, 4] : [],
            alpha: index ? 0.75 : 1,
            points: { show: false },
        })),
    );
    const values = all.flatMap((one) => names.map((name) => one[name]));
    const isDelay = strip.mean === "delay";
    const { unit, perSecond } = unitOfDurations(isDelay ? Math.max(...values.flat().map((value) => value ?? 0)) : 1);
    const options: uPlot.Options = {
        ...sizeOf(box, strip),
        title: titleOf(strip, model.recordings, isDelay ? unit : undefined),
        padding: [5, 16, isLast(strip) ? 0 : 7, 0],
        legend: { show: false },
        cursor: { drag: { x: false, y: false }, y: false, points: { show: false }, sync: { key: "clock" } },
        scales: { x: { time: false, range: [0, model.end] }, y: { range: (_, _low, high) => [0, high > 0 ? high * 1.1 : 1] } },
        axes: [
            { ...axis, size: isLast(strip) ? AXIS : 0, values: (_, splits) => (isLast(strip) ? splits.map((time) => `${time} s`) : []) },
            { ...axis, size: 44, space: 20, values: (_, splits) => marked(splits) },
        ],
        series: [{}, ...series],
        hooks: { ready: [(plot) => scrubbing(plot, model)] },
    };
    return new uPlot(options, [times, ...values.map((curve) => curve.map((value) => value && value * perSecond))], box);
}

/** @returns what a strip shows, in its unit; that of its column per peer, unless another one is given. */
function titleOf({ title, of, thin }: Strip, recordings: readonly Recording[], unit?: string): string {
    const noun = recordings[0]!.header.what === "flows" ? "flow" : "peer";
    return `${title}, ${unit ?? `${unitOf(recordings, of)} per ${noun}`}${thin ? `; thin: ${thin}` : ""}`;
}

/** Let a plot show where the clock is, and move it. */
function scrubbing(plot: uPlot, model: Model) {
    const playhead = document.createElement("div");
    playhead.className = "playhead";
    plot.over.append(playhead);
    const stop = model.time.subscribe((time) => (playhead.style.left = `${(100 * time) / model.end}%`));
    plot.hooks.destroy = [...(plot.hooks.destroy ?? []), stop];
    const seek = (event: PointerEvent) => {
        if (event.buttons & 1) {
            model.seek(plot.posToVal(event.clientX - plot.over.getBoundingClientRect().left, "x"));
        }
    };
    plot.over.addEventListener("pointerdown", seek);
    plot.over.addEventListener("pointermove", seek);
}

function isLast(strip: Strip): boolean {
    return strip === STRIPS.at(-1);
}

function sizeOf(box: HTMLElement, strip: Strip) {
    const { paddingLeft, paddingRight } = getComputedStyle(box);
    const width = box.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    return { width, height: HEIGHT + (isLast(strip) ? AXIS : 0) };
}
