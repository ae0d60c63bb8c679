/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

import crc32 from "crc/calculators/crc32";
import { unzlibSync } from "fflate";

/** What a frame holds, as doc/recording.rst numbers it. */
export const enum FrameKind {
    Header = 1,
    Samples = 2,
    Events = 3,
    End = 4,
    Index = 5,
    Queues = 6,
}

/** One frame, its payload already decompressed. */
export interface Frame {
    kind: number;
    /** Where it begins in the file, in bytes. */
    offset: number;
    payload: Uint8Array;
}

/** The bytes are no recording, or none that this page reads: nothing of them can be shown. */
export class NoRecording extends Error {}

/** From some byte on a recording cannot be read; what is before it can. */
export class Damage extends Error {
    /** @param offset of the first byte that cannot be relied on. */
    constructor(
        what: string,
        readonly offset: number,
    ) {
        super(what);
    }
}

const MAGIC = "dht-rec\n";
const END_MAGIC = "dht-end\n";
const VERSION = 1;
const PREAMBLE = MAGIC.length + 4;
const TRAILER = 8 + END_MAGIC.length;
const FRAME_HEAD = 9;
/** Kind and length, which the checksum covers besides the payload. */
const CHECKED_HEAD = 5;

/** Reads the frames of a file, which may come in parts, as it does while it is written. */
export class FrameReader {
    /** What came, but for the frames that were read. */
    private rest = new Uint8Array(0);
    /** Where that is in the file, in bytes. */
    private offset = 0;
    private kind = 0;

    /**
     * @param bytes what follows in the file.
     * @returns the frames that are whole by now.
     * @throws NoRecording at the first frame, Damage where a frame is not what was written.
     */
    *take(bytes: Uint8Array): Generator<Frame> {
        this.rest = joined(this.rest, bytes);
        if (this.offset === 0 && this.rest.length >= PREAMBLE) {
            checkPreamble(this.rest);
            this.skip(PREAMBLE);
        }
        // behind the index is the trailer
        while (this.offset > 0 && this.kind !== FrameKind.Index) {
            const length = this.wholeLength();
            if (length === undefined) {
                return;
            }
            const { offset } = this;
            const payload = this.rest.subarray(FRAME_HEAD, FRAME_HEAD + length);
            this.kind = this.rest[0]!;
            yield { kind: this.kind, offset, payload: decompress(payload, offset) };
            this.skip(FRAME_HEAD + length);
        }
    }

    /** Nothing follows. @throws NoRecording or Damage if that is too early. */
    finish() {
        const { rest, offset } = this;
        if (offset === 0) {
            checkPreamble(rest);
        }
        if (rest.length === 0 && this.kind !== FrameKind.Index) {
            throw new Damage("it was never finished", offset);
        }
        if (this.kind !== FrameKind.Index || rest.length !== TRAILER || text(rest, 8, END_MAGIC.length) !== END_MAGIC) {
            throw new Damage("it is cut short", offset);
        }
    }

    private skip(length: number) {
        this.rest = this.rest.subarray(length);
        this.offset += length;
    }

    /** @returns the length of the next frame's payload, if all of that is there. */
    private wholeLength(): number | undefined {
        const { rest } = this;
        const length = rest.length < FRAME_HEAD ? Infinity : little(rest, 1);
        if (rest.length < FRAME_HEAD + length) {
            return undefined;
        }
        const head = crc32(rest.subarray(0, CHECKED_HEAD));
        const sum = crc32(rest.subarray(FRAME_HEAD, FRAME_HEAD + length), head) >>> 0;
        if (sum !== little(rest, CHECKED_HEAD)) {
            throw new Damage("a checksum is wrong", this.offset);
        }
        return length;
    }
}

function checkPreamble(bytes: Uint8Array) {
    if (bytes.length < PREAMBLE || text(bytes, 0, MAGIC.length) !== MAGIC) {
        throw new NoRecording("is no recording: it does not begin as one");
    }
    const version = little(bytes, MAGIC.length);
    if (version !== VERSION) {
        throw new NoRecording(`has version ${version} of the format; this page reads version ${VERSION}`);
    }
}

/** @returns the number in four bytes, the lowest first. */
function little(bytes: Uint8Array, at: number): number {
    return new DataView(bytes.buffer, bytes.byteOffset + at, 4).getUint32(0, true);
}

function joined(first: Uint8Array<ArrayBuffer>, second: Uint8Array): Uint8Array<ArrayBuffer> {
    const both = new Uint8Array(first.length + second.length);
    both.set(first);
    both.set(second, first.length);
    return both;
}

function decompress(payload: Uint8Array, offset: number): Uint8Array {
    try {
        return unzlibSync(payload);
    } catch {
        throw new Damage("a frame does not decompress", offset);
    }
}

function text(bytes: Uint8Array, from: number, length: number): string {
    return String.fromCharCode(...bytes.subarray(from, from + length));
}
