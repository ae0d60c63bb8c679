/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/** Reads the integers of a payload, one after the other: seven bits a byte, the lowest first (doc/recording.rst). */
export class Varints {
    private at = 0;

    constructor(private readonly bytes: Uint8Array) {}

    /** @returns the next integer, from 0 to 2^53. @throws RangeError where the payload ends in the middle of one. */
    unsigned(): number {
        let byte = this.byte();
        let value = byte & 0x7f;
        // above 2^31, operators on bits would lose the high ones
        for (let factor = 0x80; byte & 0x80; factor *= 0x80) {
            byte = this.byte();
            value += (byte & 0x7f) * factor;
        }
        return value;
    }

    /** @returns the next integer, which may be negative: 2n stands for n, 2n + 1 for -n - 1. */
    signed(): number {
        const coded = this.unsigned();
        return coded % 2 ? -(coded + 1) / 2 : coded / 2;
    }

    /** @returns the times that a frame of samples or queues begins with, in seconds. */
    times(): Float64Array {
        const times = new Float64Array(this.unsigned());
        let now = 0;
        for (let sample = 0; sample < times.length; ++sample) {
            now += this.unsigned();
            times[sample] = now / 1e9;
        }
        return times;
    }

    private byte(): number {
        if (this.at >= this.bytes.length) {
            throw new RangeError("a payload ends too early");
        }
        return this.bytes[this.at++]!;
    }
}
