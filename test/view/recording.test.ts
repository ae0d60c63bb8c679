/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { NoRecording } from "../../examples/view/recording/frames";
import { readRecording } from "../../examples/view/recording/recording";
import { Varints } from "../../examples/view/recording/varints";
import { exampleRing } from "./example-ring";
import { written } from "./recording-writer";

const EVENTS: [number, string, number, ...number[]][] = [
    [0.01, "mark", 3],
    [1.5, "drop", 2, 0, 1],
    [1.5, "drop", 1, 0, 0],
];

test("varints of up to 53 bits, and negative ones", () => {
    const bytes = [0x7f, 0x80, 0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x0f, 0x03, 0x04];
    const varints = new Varints(Uint8Array.from(bytes));
    assert.deepEqual([varints.unsigned(), varints.unsigned(), varints.unsigned()], [127, 128, 2 ** 53 - 1]);
    assert.deepEqual([varints.signed(), varints.signed()], [-2, 2]);
    assert.throws(() => varints.unsigned(), RangeError);
});

test("a recording has what was written", () => {
    const content = exampleRing(8, 3, EVENTS);
    const { recording, problem } = readRecording(written(content));
    assert.equal(problem, undefined);
    assert.equal(recording.times.length, content.samples.length);
    content.samples.forEach(({ time, values }, sample) => {
        assert.ok(Math.abs(recording.times[sample]! - time) < 1e-9);
        content.columns.forEach(({ name }, column) => {
            assert.deepEqual([...recording.column(name)!.integers(sample)], values[column]);
        });
    });
    assert.equal(recording.column("level")!.value(4, 3), 1.75);
    assert.equal(recording.column("no such"), undefined);
    assert.deepEqual(
        recording.events.map(({ time, name, peer, fields }) => [time, name, peer, ...Object.values(fields)]),
        EVENTS,
    );
    assert.equal(recording.places[2], 0.25);
    assert.deepEqual(recording.counters, { answered: 1 });
});

test("integers keep their values, however large", () => {
    const integers = [0, 255, 256, 65535, 65536, 2 ** 31 - 1, 2 ** 31, 2 ** 52, -1, -129, -(2 ** 31), -(2 ** 31) - 1];
    for (const integer of integers) {
        const columns = [{ name: "level", kind: "level" as const }];
        const samples = [{ time: 0, values: [[1, integer]] }, { time: 0.05, values: [[2, integer]] }];
        const { recording } = readRecording(written({ ids: ["0", "8"], columns, samples }));
        assert.deepEqual([...recording.column("level")!.integers(1)], [2, integer]);
    }
});

test("a file cut anywhere shows what is before", () => {
    const whole = written(exampleRing(8, 3, EVENTS));
    const last = readRecording(whole).recording.end;
    let end = 0;
    for (let length = 0; length < whole.length; length += 7) {
        const cut = whole.subarray(0, length);
        try {
            const { recording, problem } = readRecording(cut);
            assert.match(problem!, /it is cut short|it was never finished/);
            assert.ok(recording.end >= end, "more bytes, less to see");
            end = recording.end;
        } catch (error) {
            assert.ok(error instanceof NoRecording && end === 0, String(error));
        }
    }
    assert.equal(end, last);
});

test("one wrong byte is found wherever it is", () => {
    const whole = written(exampleRing(8, 3, EVENTS));
    for (let at = 0; at < whole.length - 16; at += 11) {
        const damaged = Uint8Array.from(whole);
        damaged[at]! ^= 0x10;
        try {
            const { recording, problem } = readRecording(damaged);
            assert.match(problem!, /checksum is wrong|cut short/, `byte ${at}`);
            const name = recording.column("answered")!;
            recording.times.forEach((_, sample) => assert.equal(name.value(sample, 6), 7 * sample));
        } catch (error) {
            assert.ok(error instanceof NoRecording, `byte ${at}: ${String(error)}`);
        }
    }
});

test("what is no recording says why", () => {
    const whole = Uint8Array.from(written(exampleRing(2, 1)));
    whole[8] = 7;
    assert.throws(() => readRecording(whole), /version 7 .* reads version 1/);
    assert.throws(() => readRecording(new Uint8Array(0)), /does not begin as one/);
    assert.throws(() => readRecording(new TextEncoder().encode("{\"results\": 1}")), /does not begin as one/);
});
