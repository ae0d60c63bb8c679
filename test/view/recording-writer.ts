/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

import { deflateSync } from "node:zlib";

/** Writes recordings as doc/recording.rst has them, with another CRC and another zlib than the page's. */

/** An event: seconds, name, peer, values of the fields in the order of the header's. */
export type WrittenEvent = [number, string, number, ...number[]];

export interface Content {
    scheme?: string;
    ids: string[];
    neighbours?: number[][];
    columns: { name: string; kind: "level" | "counter"; scale?: number }[];
    /** By sample: its time in seconds, and for each column the integers of all peers. */
    samples: { time: number; values: number[][] }[];
    events?: WrittenEvent[];
    /** By sample, what of the queues has changed: a peer, the neighbour's number plus one, and how much is queued for it. */
    queues?: [number, number, number][][];
    counters?: Record<string, number>;
    /** How many samples a frame has. */
    frame?: number;
}

export const EVENT_KINDS = [
    { name: "drop", fields: ["reason", "to"] },
    { name: "mark", fields: [] },
    { name: "lock_up", fields: ["waits_for", "since_ns"] },
    { name: "starvation", fields: ["since_ns"] },
    { name: "starvation_end", fields: [] },
    { name: "request_issued", fields: ["request"] },
    { name: "request_forwarded", fields: ["request", "to", "message"] },
    { name: "request_delivered", fields: ["request"] },
    { name: "request_dropped", fields: ["request", "reason"] },
    { name: "request_retransmitted", fields: ["request"] },
    { name: "request_answered", fields: ["request", "hops"] },
    { name: "link", fields: ["to"] },
    { name: "unlink", fields: ["to"] },
    { name: "crash", fields: [] },
];

/** @returns a complete recording. */
export function written(content: Content): Uint8Array {
    const frames = [frame(1, json(headerOf(content)))];
    const size = content.frame ?? 20;
    for (let from = 0; from < content.samples.length; from += size) {
        const samples = content.samples.slice(from, from + size);
        const until = samples.at(-1)!.time;
        const after = from ? content.samples[from - 1]!.time : -1;
        const events = (content.events ?? []).filter(([time]) => time > after && time <= until);
        frames.push(...(events.length ? [frame(3, eventsOf(events))] : []), frame(2, samplesOf(samples)));
        if (content.queues) {
            frames.push(frame(6, queuesOf(samples, content.queues.slice(from, from + size))));
        }
    }
    frames.push(frame(4, json({ time_ns: 0, counters: content.counters ?? {} })));
    const start = Buffer.concat([Buffer.from("dht-rec\n"), little(1, 4), ...frames]);
    return Buffer.concat([start, frame(5, json({ frames: [] })), little(start.length, 8), Buffer.from("dht-end\n")]);
}

function headerOf({ scheme = "none", ids, neighbours, columns }: Content) {
    return {
        format: "dht-cc recording",
        version: 1,
        program: "collapse",
        run: { seed: 1, run: 1 },
        scheme,
        options: { load: "100", scheme },
        interval_ns: 5e7,
        columns: columns.map((column) => ({ unit: "requests", scale: 1, ...column })),
        events: EVENT_KINDS,
        drop_reasons: ["queue_full"],
        message_kinds: ["request"],
        requests_one_in: 64,
        starvation_ns: 5e9,
        peers: { count: ids.length, ids, endpoints: ids.map((_, peer) => `10.0.0.${peer + 1}:7000`), neighbours },
    };
}

/** @returns how many there are, and their times, each since the one before. */
function timesOf(samples: Content["samples"]): number[] {
    const times = samples.map(({ time }, index) => nanoseconds(time) - (index ? nanoseconds(samples[index - 1]!.time) : 0));
    return [samples.length, ...times];
}

function queuesOf(samples: Content["samples"], queues: NonNullable<Content["queues"]>): Buffer {
    const numbers = queues.map((changes) => changes.flatMap(([peer, to, length], index) => [peer - (index ? changes[index - 1]![0] : 0), to, length]));
    return varints([...timesOf(samples), ...numbers.flatMap((some) => [some.length / 3, ...some])]);
}

function samplesOf(samples: Content["samples"]): Buffer {
    const columns = samples[0]!.values.map((_, column) =>
        samples.map(({ values }, sample) =>
            values[column]!.map((value, peer) => zigzag(value - (sample ? samples[sample - 1]!.values[column]![peer]! : 0))),
        ),
    );
    return varints([...timesOf(samples), ...columns.flat(2)]);
}

function eventsOf(events: WrittenEvent[]): Buffer {
    const numbers = events.flatMap(([time, name, peer, ...fields], index) => [
        nanoseconds(time) - (index ? nanoseconds(events[index - 1]![0]) : 0),
        EVENT_KINDS.findIndex((kind) => kind.name === name),
        peer,
        ...fields,
    ]);
    return varints([events.length, ...numbers]);
}

function nanoseconds(time: number): number {
    return Math.round(time * 1e9);
}

function zigzag(value: number): number {
    return value >= 0 ? 2 * value : -2 * value - 1;
}

function varints(numbers: number[]): Buffer {
    const bytes: number[] = [];
    for (let number of numbers) {
        for (; number >= 128; number = Math.floor(number / 128)) {
            bytes.push(128 + (number % 128));
        }
        bytes.push(number);
    }
    return Buffer.from(bytes);
}

function json(value: unknown): Buffer {
    return Buffer.from(JSON.stringify(value));
}

function little(value: number, length: number): Buffer {
    return Buffer.from(Array.from({ length }, (_, byte) => Math.floor(value / 256 ** byte) % 256));
}

/** @returns a frame around a payload that is not yet compressed. */
export function frame(kind: number, payload: Buffer): Buffer {
    const compressed = deflateSync(payload);
    const head = Buffer.concat([Buffer.from([kind]), little(compressed.length, 4)]);
    return Buffer.concat([head, little(crc(Buffer.concat([head, compressed])), 4), compressed]);
}

function crc(bytes: Uint8Array): number {
    let rest = 0xffffffff;
    for (const byte of bytes) {
        rest ^= byte;
        for (let bit = 0; bit < 8; ++bit) {
            rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
        }
    }
    return ~rest >>> 0;
}
