/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

import * as twgl from "twgl.js";
import type { Heat } from "../state/heat";
import type { Palette } from "./palette";
import { HEAT_FRAGMENT, HEAT_VERTEX } from "./shaders";
import { fitted, opened, rampTexture } from "./surface";

/** Place by time: where a ring of more peers than can be told apart is hot, and when. */
export class HeatCanvas {
    private readonly gl: WebGL2RenderingContext;
    private readonly program: twgl.ProgramInfo;
    private readonly corners: twgl.BufferInfo;
    private readonly ramp: WebGLTexture;
    private cells?: WebGLTexture;

    /** @throws Error if the browser has no WebGL2. */
    constructor(private readonly canvas: HTMLCanvasElement) {
        this.gl = opened(canvas);
        this.program = twgl.createProgramInfo(this.gl, [HEAT_VERTEX, HEAT_FRAGMENT]);
        this.corners = twgl.createBufferInfoFromArrays(this.gl, {
            corner: { numComponents: 2, data: [-1, -1, 1, -1, -1, 1, 1, 1] },
        });
        this.ramp = rampTexture(this.gl);
    }

    /** What to show from now on. */
    show({ cells, rows, columns }: Heat) {
        const { gl } = this;
        if (this.cells) {
            gl.deleteTexture(this.cells);
        }
        const format = { internalFormat: gl.R8, format: gl.RED, type: gl.UNSIGNED_BYTE, unpackAlignment: 1 };
        const sampling = { min: gl.LINEAR, mag: gl.NEAREST, wrap: gl.CLAMP_TO_EDGE, auto: false };
        this.cells = twgl.createTexture(gl, { src: cells, width: columns, height: rows, ...format, ...sampling });
    }

    draw(palette: Palette) {
        const { gl, program } = this;
        if (!this.cells) {
            return;
        }
        fitted(this.canvas);
        gl.viewport(0, 0, this.canvas.width, this.canvas.height);
        twgl.setTextureFromArray(gl, this.ramp, palette.ramp, { width: 256, height: 1 });
        gl.useProgram(program.program);
        twgl.setBuffersAndAttributes(gl, program, this.corners);
        twgl.setUniforms(program, { cells: this.cells, ramp: this.ramp });
        twgl.drawBufferInfo(gl, this.corners, gl.TRIANGLE_STRIP);
    }
}
