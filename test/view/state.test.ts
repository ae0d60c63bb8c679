/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { readRecording } from "../../examples/view/recording/recording";
import { heatOf } from "../../examples/view/state/heat";
import { chordsAt, journeysOf } from "../../examples/view/state/journeys";
import { firstOf } from "../../examples/view/state/moments";
import { Links } from "../../examples/view/state/links";
import { peerAt } from "../../examples/view/state/peer-at";
import { mostOf, QUANTITIES, quantitiesOf, unitOf, valuesAt } from "../../examples/view/state/quantities";
import { queuesOf } from "../../examples/view/state/queues";
import { Ring } from "../../examples/view/state/ring-at";
import { curves, timeline, totalsAt } from "../../examples/view/state/totals";
import { exampleRing } from "./example-ring";
import { written, type WrittenEvent } from "./recording-writer";

const ringOf = (peers: number, seconds: number, events: WrittenEvent[] = []) =>
    readRecording(written(exampleRing(peers, seconds, events))).recording;

test("between two samples the earlier one holds", () => {
    const recording = ringOf(4, 3);
    const queueAt = (time: number) => [...valuesAt(recording, QUANTITIES.queue, time)];
    assert.deepEqual(queueAt(0.999), [19, 20, 21, 22]);
    assert.deepEqual(queueAt(1), [20, 21, 22, 23]);
    assert.deepEqual(queueAt(-1), [0, 1, 2, 3]);
    assert.deepEqual(queueAt(99), [60, 61, 62, 63]);
});

test("rates are over the second before, or what there is of it", () => {
    const recording = ringOf(4, 3);
    for (const time of [0.2, 1, 2.5]) {
        const rates = [...valuesAt(recording, QUANTITIES.answered, time)].map(Math.round);
        assert.deepEqual(rates, [20, 40, 60, 0], `at ${time}`);
    }
    assert.deepEqual([...valuesAt(recording, QUANTITIES.answered, 0)], [0, 0, 0, 0]);
    assert.equal(mostOf([recording], QUANTITIES.queue), 63);
    assert.equal(mostOf([recording], QUANTITIES.marked), 1);
});

test("totals are means over peers, and say how the worst fare", () => {
    const totals = totalsAt(ringOf(4, 3), 2);
    assert.ok(Math.abs(totals.achieved - 30) < 1e-6);
    assert.ok(Math.abs(totals.drops - 60) < 1e-6);
    assert.ok(Math.abs(totals.delay - 0.2) < 1e-9);
    assert.equal(totals.achievedByFew, 0);
    assert.equal(totals.queue, 41.5);
    assert.equal(totals.queueMost, 43);
});

test("curves of a short run end where it ends", () => {
    const recordings = [ringOf(4, 2), ringOf(4, 4)];
    const times = timeline(recordings);
    assert.ok(times.length > 50 && times[0]! >= 1 && times.at(-1)! > 3.9);
    const [short, long] = recordings.map((recording) => curves(recording, times).achieved);
    assert.equal(short!.filter((value) => value !== null).length, times.filter((time) => time <= 2).length);
    assert.ok(long!.every((value) => value !== null && Math.abs(value - 30) < 1e-6));
});

test("a peer has all columns", () => {
    const values = peerAt(ringOf(8, 3), 5, 1.01);
    assert.deepEqual(Object.fromEntries(values.map(({ name, value }) => [name, value])), {
        queue: 25,
        level: 1.25,
        answered: 120,
        dropped: 60,
        "mean delay": 0.2,
    });
});

test("flashes fade, starvation lasts, a circle of a lock-up stays", () => {
    const ring = new Ring(
        ringOf(4, 3, [
            [0.5, "starvation", 3, 0],
            [1, "drop", 2, 0, 1],
            [1, "mark", 1],
            [1.2, "lock_up", 0, 2, 1e9],
            [1.2, "lock_up", 1, 1, 1e9],
            [2, "starvation_end", 3],
        ]),
    );
    assert.deepEqual([...ring.at(0.99).dropped], [0, 0, 0, 0]);
    assert.deepEqual([...ring.at(1).dropped], [0, 0, 1, 0]);
    assert.deepEqual([...ring.at(1).marked], [0, 1, 0, 0]);
    assert.ok(Math.abs(ring.at(1.175).dropped[2]! - 0.5) < 1e-6);
    assert.equal(ring.at(1.5).dropped[2], 0);
    assert.deepEqual([0.4, 0.5, 1.9, 2].map((time) => [...ring.at(time).starving]), [[], [3], [3], []]);
    assert.deepEqual(ring.at(1.1).circle, []);
    assert.deepEqual(ring.at(3).circle, [{ from: 0, to: 1 }, { from: 1, to: 0 }]);
});

test("the first of all recordings is found", () => {
    const recordings = [ringOf(4, 3, [[2, "drop", 2, 0, 1]]), ringOf(4, 3, [[1, "mark", 0], [1.5, "drop", 1, 0, 1]])];
    assert.equal(firstOf(recordings, "drop")!.peer, 1);
    assert.equal(firstOf(recordings, "lock_up"), undefined);
});

test("links are those of the header, or those that peers have made and kept", () => {
    assert.deepEqual(new Links(ringOf(4, 1)).of(3, 0.5), [0, 1]);
    const events: WrittenEvent[] = [
        [0.5, "link", 1, 3],
        [0.6, "link", 1, 4],
        [0.6, "link", 2, 2],
        [0.7, "unlink", 1, 3],
        [0.8, "link", 1, 0],
        [0.9, "crash", 1],
        [0.96, "link", 1, 1],
    ];
    const { recording } = readRecording(written({ ...exampleRing(4, 1, events), neighbours: undefined }));
    const links = new Links(recording);
    const seen = [0.4, 0.5, 0.65, 0.75, 0.85, 0.95, 0.97].map((time) => links.of(1, time));
    assert.deepEqual(seen, [[], [2], [2, 3], [3], [3, -1], [3, -1], [0]]);
    assert.deepEqual(links.of(2, 1), [1]);
    const none = readRecording(written({ ...exampleRing(4, 1), neighbours: undefined })).recording;
    assert.equal(new Links(none).of(1, 0.5), undefined);
});

test("queues by neighbour hold until they change, and begin anew with each frame", () => {
    const content = exampleRing(4, 1);
    const queues: [number, number, number][][] = content.samples.map(() => []);
    queues[2] = [[1, 3, 5], [1, 4, 7], [3, 1, 2]];
    queues[4] = [[1, 3, 0], [3, 1, 300]];
    // the second frame
    queues[10] = [[1, 4, 9], [1, 0, 1]];
    const { recording, problem } = readRecording(written({ ...content, queues, frame: 10 }));
    assert.equal(problem, undefined);
    const of = (peer: number, time: number) => [...queuesOf(recording, peer, time)!];
    assert.deepEqual(of(1, 0.09), []);
    assert.deepEqual(of(1, 0.11), [[2, 5], [3, 7]]);
    assert.deepEqual(of(1, 0.21), [[3, 7]]);
    assert.deepEqual(of(3, 0.49), [[0, 300]]);
    assert.deepEqual(of(1, 0.5), [[3, 9], [-1, 1]]);
    assert.deepEqual(of(3, 9), []);
    assert.equal(queuesOf(ringOf(4, 1), 1, 0.5), undefined);
});

test("quantities are those that a recording has, in its units", () => {
    const recordings = [ringOf(4, 1)];
    assert.deepEqual(quantitiesOf(recordings), ["queue", "level", "answered", "dropped"]);
    assert.equal(unitOf(recordings, "queue"), "requests");
    assert.equal(unitOf(recordings, "answered"), "requests/s");
    assert.equal(unitOf(recordings, "received"), "");
});

test("a followed request is seen where it is", () => {
    const recording = ringOf(8, 6, [
        [1, "request_issued", 0, 77],
        [1, "request_forwarded", 0, 77, 5, 0],
        [1.2, "request_forwarded", 4, 77, 7, 0],
        [1.3, "request_dropped", 6, 77, 0],
        [3, "request_retransmitted", 0, 77],
        [3, "request_forwarded", 0, 77, 5, 0],
        [3.1, "request_delivered", 4, 77],
        [3.2, "request_answered", 0, 77, 1],
    ]);
    const journeys = journeysOf(recording.events);
    assert.deepEqual(journeys.map(({ outcome, start, end }) => [outcome, start, end]), [["dropped", 1, 1.3], ["answered", 3, 3.2]]);
    const seen = (time: number) => chordsAt(journeys, time).map(({ from, to, outcome }) => `${from}-${to} ${outcome}`);
    assert.deepEqual(seen(0.9), []);
    assert.deepEqual(seen(1.1), ["0-4 under way"]);
    assert.deepEqual(seen(1.25), ["0-4 under way", "4-6 under way"]);
    assert.deepEqual(seen(1.4), ["0-4 dropped", "4-6 dropped"]);
    assert.deepEqual(seen(2.5), []);
    assert.deepEqual(seen(3.3), ["0-4 answered"]);
});

test("a peer that a request crosses twice is done with it twice", () => {
    const recording = ringOf(8, 2, [
        [1, "request_issued", 0, 5],
        [1, "request_forwarded", 0, 5, 5, 0],
        [1.1, "request_forwarded", 4, 5, 7, 0],
        [1.2, "request_forwarded", 6, 5, 5, 0],
        [1.3, "request_delivered", 4, 5],
    ]);
    const [journey] = journeysOf(recording.events);
    assert.deepEqual(journey!.hops.map(({ end }) => end), [1.1, 1.2, 1.3]);
    assert.equal(journey!.outcome, "under way");
});

test("heat has the most of neighbouring peers, and nothing after the end", () => {
    const recording = ringOf(2048, 1);
    const { rows, columns, cells, rowOf } = heatOf(recording, QUANTITIES.queue, 2, 100);
    assert.deepEqual([rows, columns], [1024, 40]);
    assert.deepEqual([rowOf[0], rowOf[1], rowOf[2], rowOf[2047]], [0, 0, 1, 1023]);
    // the first two peers, after the first sample; when the run is over
    assert.equal(cells[0], Math.ceil((2 / 100) * 255));
    assert.equal(cells[columns - 1], 0);
    // here the first of the two has more, and most peers less than nothing
    const levels = heatOf(recording, QUANTITIES.level, 2, 5).cells;
    assert.deepEqual([levels[0], levels[5 * columns], levels[500 * columns]], [128, 0, 0]);
});
