/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

import * as twgl from "twgl.js";

/** @returns the canvas's context. @throws Error if the browser has none. */
export function opened(canvas: HTMLCanvasElement): WebGL2RenderingContext {
    // the shaders smooth edges themselves, at a fraction of the cost
    const gl = canvas.getContext("webgl2", { antialias: false, preserveDrawingBuffer: true });
    if (!gl) {
        throw new Error("this browser has no WebGL2, by which the ring is drawn: try another, or allow it hardware acceleration");
    }
    return gl;
}

/** Make the canvas have as many pixels as the screen shows of it. @returns pixels of the screen for one of CSS. */
export function fitted(canvas: HTMLCanvasElement): number {
    const scale = window.devicePixelRatio;
    twgl.resizeCanvasToDisplaySize(canvas, scale);
    return scale;
}

/** @returns a texture for the colours of a ramp. */
export function rampTexture(gl: WebGL2RenderingContext): WebGLTexture {
    return twgl.createTexture(gl, { width: 256, height: 1, minMag: gl.LINEAR, wrap: gl.CLAMP_TO_EDGE, auto: false });
}
