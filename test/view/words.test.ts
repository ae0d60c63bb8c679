/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { marked, short, unitOfDurations, worded } from "../../examples/view/page/words";

test("the marks of an axis differ, and say what they stand for, whatever its unit", () => {
    for (let power = -9; power <= 5; ++power) {
        for (const step of [1, 2, 2.5, 5]) {
            const marks = [0, 1, 2, 3].map((mark) => mark * step * 10 ** power);
            const texts = marked(marks);
            assert.equal(new Set(texts).size, marks.length, texts.join(" "));
            texts.forEach((text, index) => {
                assert.ok(Math.abs(Number(text.replaceAll(",", "")) - marks[index]!) <= 1e-6 * marks[3]! + 0.05 * marks[index]!, text);
                assert.ok(text.length <= 9, `${text} has no room beside an axis`);
            });
        }
    }
    assert.deepEqual(marked([0, 0.25, 0.5]), ["0.00", "0.25", "0.50"]);
    assert.deepEqual(marked([0, 500, 1000]), ["0", "500", "1,000"]);
});

test("no number that is there is shown as none", () => {
    for (let value = 1e-9; value < 1e6; value *= 3.3) {
        for (const [text, exact] of [[short(value), 0.1], [worded(value), 0.05]] as const) {
            assert.ok(Math.abs(Number(text.replaceAll(",", "")) / value - 1) <= exact, `${text} is not ${value}`);
        }
    }
    assert.deepEqual([short(0), short(NaN), short(0.05), short(0.312), short(62.94), short(1234.5)], ["0", "\u2013", "0.05", "0.31", "62.9", "1235"]);
});

test("durations have the unit in which they are read with ease", () => {
    const units = [2, 0.1, 0.099, 2e-4, 9e-5, 3e-7, 0, NaN].map((most) => unitOfDurations(most).unit);
    assert.deepEqual(units, ["s", "s", "ms", "ms", "\u00b5s", "\u00b5s", "s", "s"]);
    assert.equal(0.0123 * unitOfDurations(0.0123).perSecond, 12.3);
});
