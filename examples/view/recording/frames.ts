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

/**
 * @param bytes a whole file.
 * @returns its frames in turn.
 * @throws NoRecording at the first frame, Damage where a frame is not whole or the trailer is missing.
 */
export function* readFrames(bytes: Uint8Array): Generator<Frame> {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    checkPreamble(bytes, view);
    let offset = PREAMBLE;
    let kind = 0;
    while (!isTrailer(bytes, offset)) {
        if (offset === bytes.length) {
            throw new Damage("it was never finished", offset);
        }
        if (kind === FrameKind.Index) {
            throw new Damage("it is cut short", offset);
        }
        const length = checkedLength(bytes, view, offset);
        const payload = bytes.subarray(offset + FRAME_HEAD, offset + FRAME_HEAD + length);
        kind = bytes[offset]!;
        yield { kind, offset, payload: decompress(payload, offset) };
        offset += FRAME_HEAD + length;
    }
}

function checkPreamble(bytes: Uint8Array, view: DataView) {
    if (bytes.length < PREAMBLE || text(bytes, 0, MAGIC.length) !== MAGIC) {
        throw new NoRecording("is no recording: it does not begin as one");
    }
    const version = view.getUint32(MAGIC.length, true);
    if (version !== VERSION) {
        throw new NoRecording(`has version ${version} of the format; this page reads version ${VERSION}`);
    }
}

function isTrailer(bytes: Uint8Array, offset: number): boolean {
    return bytes.length === offset + TRAILER && text(bytes, offset + 8, END_MAGIC.length) === END_MAGIC;
}

/** @returns the length of the payload of the frame there, which is whole. */
function checkedLength(bytes: Uint8Array, view: DataView, offset: number): number {
    const length = offset + FRAME_HEAD <= bytes.length ? view.getUint32(offset + 1, true) : Infinity;
    if (offset + FRAME_HEAD + length > bytes.length) {
        throw new Damage("it is cut short", offset);
    }
    const head = crc32(bytes.subarray(offset, offset + CHECKED_HEAD));
    const sum = crc32(bytes.subarray(offset + FRAME_HEAD, offset + FRAME_HEAD + length), head) >>> 0;
    if (sum !== view.getUint32(offset + CHECKED_HEAD, true)) {
        throw new Damage("a checksum is wrong", offset);
    }
    return length;
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
