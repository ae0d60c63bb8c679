/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

import type { Content, WrittenEvent } from "./recording-writer";

/**
 * @returns a ring of @p peers for @p seconds, evenly placed. After sample s, which is taken at 50 ms times s, peer p has s + p
 * in its queue, up to 100, and (p + 1) s answers, but the last peer none; each took 200 ms.
 */
export function exampleRing(peers: number, seconds: number, events: WrittenEvent[] = [], scheme = "none"): Content {
    const numbers = Array.from({ length: peers }, (_, peer) => peer);
    const samples = Array.from({ length: seconds * 20 + 1 }, (_, sample) => {
        const answered = numbers.map((peer) => ((peer + 1) % peers) * sample);
        return {
            time: sample / 20,
            values: [
                numbers.map((peer) => Math.min(100, sample + peer)),
                numbers.map((peer) => 2500 - 250 * peer),
                answered,
                numbers.map(() => 3 * sample),
                answered.map((count) => count * 200_000),
            ],
        };
    });
    return {
        scheme,
        ids: numbers.map((peer) => Math.floor((peer / peers) * 65536).toString(16).padStart(4, "0").padEnd(40, "0")),
        neighbours: numbers.map((peer) => [(peer + 1) % peers, (peer + 2) % peers]),
        columns: [
            { name: "queue", kind: "level" },
            { name: "level", kind: "level", scale: 0.001 },
            { name: "answered", kind: "counter" },
            { name: "dropped", kind: "counter" },
            { name: "delay_us", kind: "counter" },
        ],
        samples,
        events,
        counters: { answered: 1 },
    };
}
