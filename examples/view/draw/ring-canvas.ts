/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

import * as twgl from "twgl.js";
import type { Chord } from "../state/journeys";
import type { RingAt } from "../state/ring-at";
import { INNER, REACH, breadthOf, LONGEST } from "./geometry";
import type { Colour, Palette } from "./palette";
import { CHORD_FRAGMENT, CHORD_VERTEX, PEER_FRAGMENT, PEER_VERTEX } from "./shaders";
import { fitted, opened, rampTexture } from "./surface";

/** What of each peer colour and size show, from 0 to 1. */
export interface Look {
    colour: Float32Array;
    size: Float32Array;
    /** A peer's number, or -1. */
    selected: number;
    /** Peers that the selected one forwards to. */
    fingers: readonly number[];
}

/** Pieces of a ribbon, which is bent. */
const PIECES = 24;
/** So many chords at once are as bright as can be. */
const FULL_CHORDS = 60;

/** A ring of peers, with what crosses it. */
export class RingCanvas {
    private readonly gl: WebGL2RenderingContext;
    private readonly peers: Instances;
    private readonly chords: Instances;
    private readonly ramp: WebGLTexture;

    /** @throws Error if the browser has no WebGL2. */
    constructor(
        private readonly canvas: HTMLCanvasElement,
        private readonly places: readonly number[],
    ) {
        this.gl = opened(canvas);
        this.ramp = rampTexture(this.gl);
        this.peers = new Instances(this.gl, [PEER_VERTEX, PEER_FRAGMENT], [-1, -1, 1, -1, -1, 1, 1, 1], PEER_PARTS);
        this.chords = new Instances(this.gl, [CHORD_VERTEX, CHORD_FRAGMENT], ribbon(), CHORD_PARTS);
    }

    draw(at: RingAt, look: Look, palette: Palette) {
        const { gl, canvas } = this;
        const scale = fitted(canvas);
        gl.viewport(0, 0, canvas.width, canvas.height);
        gl.clearColor(0, 0, 0, 0);
        gl.clear(gl.COLOR_BUFFER_BIT);
        gl.enable(gl.BLEND);
        gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
        const half = Math.min(canvas.width, canvas.height) / 2;
        const radius = half * REACH;
        const common = { size: [canvas.width, canvas.height], radius };
        const ribbons = this.ribbons(at, look, palette, scale);
        this.chords.draw(ribbons, ribbons.width!.length, common);
        twgl.setTextureFromArray(gl, this.ramp, palette.ramp, { width: 256, height: 1 });
        const { rim, ink, drop, mark } = palette;
        const breadth = breadthOf(radius, this.places.length, scale);
        const sizes = { breadth, longest: half * LONGEST, unit: scale, margin: 18 * scale };
        const uniforms = { ...common, ...sizes, ramp: this.ramp, rim, ink, drop, mark };
        this.peers.draw(this.stems(at, look), this.places.length, uniforms);
    }

    /** @returns the peer nearest to a point of the page, or -1 if none is near. */
    peerAt(clientX: number, clientY: number): number {
        const box = this.canvas.getBoundingClientRect();
        const x = clientX - box.left - box.width / 2;
        const y = box.top + box.height / 2 - clientY;
        const away = Math.hypot(x, y) / (Math.min(box.width, box.height) / 2);
        if (away < INNER || away > 1) {
            return -1;
        }
        const place = (Math.atan2(x, y) / (2 * Math.PI) + 1) % 1;
        const apart = this.places.map((other) => Math.abs(((other - place + 1.5) % 1) - 0.5));
        return apart.indexOf(Math.min(...apart));
    }

    private stems(at: RingAt, look: Look): Record<string, Float32Array> {
        const badge = Float32Array.from(this.places, (_, peer) => (at.starving.has(peer) ? 1 : 0) + (peer === look.selected ? 2 : 0));
        return {
            place: Float32Array.from(this.places),
            value: look.colour,
            bulk: look.size,
            state: at.state,
            dropped: at.dropped,
            marked: at.marked,
            badge,
        };
    }

    private ribbons(at: RingAt, look: Look, palette: Palette, scale: number): Record<string, Float32Array> {
        // many of them are each fainter
        const share = Math.min(1, Math.sqrt(FULL_CHORDS / at.chords.length));
        const lines = [
            ...look.fingers.map((to) => ({ from: look.selected, to, tint: faded(palette.ink, 0.35), width: scale })),
            ...at.chords.map((chord) => ({ ...chord, tint: faded(tintOf(chord, palette), share), width: 1.4 * scale })),
            ...at.circle.map((wait) => ({ ...wait, tint: palette.circle, width: 3 * scale })),
        ];
        return {
            ends: Float32Array.from(lines.flatMap(({ from, to }) => [this.places[from]!, this.places[to]!])),
            tint: Float32Array.from(lines.flatMap(({ tint }) => tint)),
            width: Float32Array.from(lines, ({ width }) => width),
        };
    }
}

function tintOf({ outcome, strength }: Chord, palette: Palette): Colour {
    const { underWay, answered, drop, rim } = palette;
    return faded({ "under way": underWay, answered, dropped: drop, "given up": rim }[outcome], strength);
}

function faded([red, green, blue, opacity]: Colour, strength: number): Colour {
    return [red, green, blue, opacity * strength];
}

/** @returns corners of a ribbon as a strip of triangles: how far along, from 0 to 1, and on which side, -1 or 1. */
function ribbon(): number[] {
    return Array.from({ length: PIECES + 1 }, (_, piece) => [piece / PIECES, -1, piece / PIECES, 1]).flat();
}

/** How many numbers each instance has of each sort. */
const PEER_PARTS = { place: 1, value: 1, bulk: 1, state: 1, dropped: 1, marked: 1, badge: 1 };
const CHORD_PARTS = { ends: 2, tint: 4, width: 1 };

/** One shape, a strip of triangles, drawn many times. */
class Instances {
    private readonly program: twgl.ProgramInfo;
    private readonly buffers: twgl.BufferInfo;

    constructor(
        private readonly gl: WebGL2RenderingContext,
        shaders: [string, string],
        corners: number[],
        parts: Record<string, number>,
    ) {
        this.program = twgl.createProgramInfo(gl, shaders);
        const arrays: twgl.Arrays = { corner: { numComponents: 2, data: corners } };
        for (const [name, numComponents] of Object.entries(parts)) {
            arrays[name] = { numComponents, data: new Float32Array(numComponents), divisor: 1, drawType: gl.DYNAMIC_DRAW };
        }
        this.buffers = twgl.createBufferInfoFromArrays(gl, arrays);
        // of the shape, not of all instances
        this.buffers.numElements = corners.length / 2;
    }

    draw(parts: Record<string, Float32Array>, count: number, uniforms: Record<string, unknown>) {
        const { gl, program, buffers } = this;
        for (const [name, values] of Object.entries(parts)) {
            gl.bindBuffer(gl.ARRAY_BUFFER, buffers.attribs![name]!.buffer);
            gl.bufferData(gl.ARRAY_BUFFER, values, gl.DYNAMIC_DRAW);
        }
        gl.useProgram(program.program);
        twgl.setBuffersAndAttributes(gl, program, buffers);
        twgl.setUniforms(program, uniforms);
        twgl.drawBufferInfo(gl, buffers, gl.TRIANGLE_STRIP, buffers.numElements, 0, count);
    }
}
