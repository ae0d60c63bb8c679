/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

import { interpolateViridis, interpolateYlGnBu } from "d3-scale-chromatic";

/** Red, green, blue and how opaque, each from 0 to 1. */
export type Colour = [number, number, number, number];

/** The colours of one theme. Those that must be told apart also differ in shape, or are of Okabe and Ito's set. */
export interface Palette {
    /** 256 colours in RGBA for 0 to the most, ever further in brightness from the background. */
    ramp: Uint8Array;
    rim: Colour;
    ink: Colour;
    drop: Colour;
    mark: Colour;
    underWay: Colour;
    answered: Colour;
    circle: Colour;
}

const VERMILION = colour("#d55e00");
const GREEN = colour("#009e73");
const PURPLE = colour("#cc79a7");

export const PALETTES: Record<"light" | "dark", Palette> = {
    light: {
        ramp: ramp((value) => interpolateYlGnBu(0.18 + 0.82 * value)),
        rim: colour("#5b6675", 0.7),
        ink: colour("#1b2430"),
        drop: VERMILION,
        mark: colour("#6a3d9a"),
        underWay: colour("#3c4858", 0.55),
        answered: GREEN,
        circle: PURPLE,
    },
    dark: {
        ramp: ramp((value) => interpolateViridis(0.2 + 0.8 * value)),
        rim: colour("#9aa7b8", 0.55),
        ink: colour("#f2f5f9"),
        drop: colour("#ff7a1a"),
        mark: colour("#56b4e9"),
        underWay: colour("#c3cede", 0.5),
        answered: colour("#2fd3a0"),
        circle: colour("#f19acb"),
    },
};

/** @returns the ramp as what CSS calls a gradient. */
export function gradient({ ramp: colours }: Palette): string {
    const stops = [0, 32, 64, 96, 128, 160, 192, 224, 255].map((at) => `rgb(${colours.slice(4 * at, 4 * at + 3).join(" ")})`);
    return `linear-gradient(to right, ${stops.join(", ")})`;
}

function ramp(at: (value: number) => string): Uint8Array {
    const colours = Array.from({ length: 256 }, (_, index) => colour(at(index / 255)));
    return Uint8Array.from(colours.flat(), (part) => Math.round(part * 255));
}

/** @param css as d3 gives it, rgb(1, 2, 3) or #010203. */
function colour(css: string, opacity = 1): Colour {
    const parts = css.startsWith("#")
        ? [1, 3, 5].map((at) => Number.parseInt(css.slice(at, at + 2), 16))
        : css.match(/\d+/g)!.map(Number);
    return [parts[0]! / 255, parts[1]! / 255, parts[2]! / 255, opacity];
}
