/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, afterEach, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { REACH } from "../../examples/view/draw/geometry";
import { PALETTES } from "../../examples/view/draw/palette";
import { type Recording, readRecording } from "../../examples/view/recording/recording";
import { Links } from "../../examples/view/state/links";
import { mostOf, QUANTITIES, valuesAt } from "../../examples/view/state/quantities";
import { queuesOf } from "../../examples/view/state/queues";
import { lastNotAfter } from "../../examples/view/state/search";
import { assertFits, coloursOf, launched, painted, PATIENCE, PHONE, picturesIn, pixelsOf, WIDE, withoutCard } from "./looking";

/** Looks at pages that test/view/views.py has made: `node page.test.mjs CHROMIUM DIRECTORY PICTURES`. */

const [executablePath, directory, pictures] = process.argv.slice(2) as [string, string, string];
const photograph = picturesIn(pictures);

/** Columns of a peer, and what the summary calls their sums. */
const COUNTERS = ["issued", "answered", "given_up", "retransmitted", "dropped", "marked", "outstanding"];
const PEERS = 8;
/** When there is something to see, in seconds. */
const TIME = 9;

interface Summary {
    counters: Record<string, number | Record<string, number>>;
}

let browser: Browser;
/** Two recordings side by side, which several checks look at in turn. */
let pair: Page;
/** What went wrong in any page so far. */
const errors: string[] = [];

before(async () => {
    browser = await launched(executablePath);
    pair = await opened("none-marking");
});

after(() => browser.close());

afterEach(() => assert.deepEqual(errors, []));

async function opened(name: string, from = browser): Promise<Page> {
    const page = await from.newPage({ viewport: WIDE });
    page.setDefaultTimeout(PATIENCE);
    page.on("pageerror", (error) => errors.push(String(error)));
    page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
    page.on("request", (request) => request.url().startsWith("file:") || errors.push(`asks for ${request.url()}`));
    await page.goto(address(name));
    return page;
}

/** @param begin what the page begins with, as in `t=2`. */
function address(name: string, begin = ""): string {
    return `file://${join(directory, name)}.html#${begin}`;
}

/** @returns when the longer one of the two recordings side by side ends, in seconds. */
function endOfPair(): number {
    return Math.max(...["none", "marking"].map((scheme) => readRecording(readFileSync(join(directory, `${scheme}.rec`))).recording.end));
}

/** Whether a page's clock is beyond a time: for the page itself. */
function isLater(since: number): boolean {
    return Number.parseFloat(document.querySelector(".time")!.textContent!) > since;
}

/** @returns what a page's clock shows, in seconds. */
async function timeOf(page: Page): Promise<number> {
    return Number.parseFloat((await page.locator(".time").textContent())!);
}

/** @returns the selected peer's columns, a number for each recording. */
function peerColumns(page: Page): Promise<Map<string, number[]>> {
    return numbersIn(page, ".peer tr[data-column]", "column");
}

/** @returns the numbers in some rows of a table, by what the row has in its data. */
async function numbersIn(page: Page, rows: string, key: string): Promise<Map<string, number[]>> {
    const found = await page.locator(rows).evaluateAll(
        (all, by) =>
            all.map((row) => ({
                name: (row as HTMLElement).dataset[by]!,
                values: [...row.querySelectorAll("td")].map((cell) => Number(cell.textContent!.replaceAll(",", ""))),
            })),
        key,
    );
    return new Map(found.map(({ name, values }) => [name, values]));
}

/** @returns the colour in the middle of each peer of the first ring, in red, green and blue. */
function discs(page: Page, places: readonly number[]): Promise<number[][]> {
    const find = (canvas: SVGElement | HTMLElement, [at, reach]: [readonly number[], number]) => {
        const { width, height } = canvas as HTMLCanvasElement;
        const copy = new OffscreenCanvas(width, height).getContext("2d")!;
        copy.drawImage(canvas as HTMLCanvasElement, 0, 0);
        const radius = (Math.min(width, height) / 2) * reach;
        return at.map((place) => {
            const [x, y] = [Math.sin(2 * Math.PI * place), -Math.cos(2 * Math.PI * place)];
            return [...copy.getImageData(width / 2 + radius * x, height / 2 + radius * y, 1, 1).data.slice(0, 3)];
        });
    };
    return page.locator("canvas.ring").first().evaluate(find, [places, REACH] as [readonly number[], number]);
}

/** @returns what discs() has to find. */
function expectedDiscs(recording: Recording, theme: "light" | "dark", most: number): number[][] {
    const { ramp } = PALETTES[theme];
    return [...valuesAt(recording, QUANTITIES.queue, TIME)].map((value) => {
        const at = Math.floor((value / most) * 255.999);
        return [...ramp.slice(4 * at, 4 * at + 3)];
    });
}

test("at the end, the peers' counters add up to the summary's", async () => {
    await pair.keyboard.press("End");
    const sums = new Map(COUNTERS.map((name) => [name, [0, 0]]));
    for (let peer = 0; peer < PEERS; ++peer) {
        await pair.keyboard.press("n");
        const columns = await peerColumns(pair);
        for (const [name, sum] of sums) {
            columns.get(name)!.forEach((value, recording) => (sum[recording]! += value));
        }
    }
    ["none", "marking"].forEach((scheme, recording) => {
        const { counters } = JSON.parse(readFileSync(join(directory, `${scheme}.json`), "utf8")) as Summary;
        for (const [name, sum] of sums) {
            const expected = counters[name]!;
            const total = typeof expected === "number" ? expected : Object.values(expected).reduce((a, b) => a + b);
            assert.equal(sum[recording], total, `${scheme}: ${name}`);
        }
    });
    assert.ok(sums.get("dropped")![0]! > 0, "a run without drops shows nothing");
});

test("the address and keys move the clock, and the page shows what the file has then", async () => {
    const { recording } = readRecording(readFileSync(join(directory, "none.rec")));
    await pair.goto(address("none-marking", "t=10.51&peer=3"));
    await pair.locator(".time", { hasText: "10.51 s" }).waitFor();
    const answered = recording.column("answered")!;
    assert.equal((await peerColumns(pair)).get("answered")![0], answered.value(210, 3));
    await pair.keyboard.press("ArrowLeft");
    assert.equal((await peerColumns(pair)).get("answered")![0], answered.value(209, 3));
    await pair.keyboard.press("d");
    const drop = recording.events.find(({ name }) => name === "drop")!;
    assert.equal(await pair.locator(".time").textContent(), `${drop.time.toFixed(2)} s`);
    assert.match((await pair.locator(".peer h2").textContent())!, new RegExp(`^Peer ${drop.peer} `));
    // as the key does, and the space bar is not the button's afterwards
    await pair.keyboard.press("Home");
    await pair.locator("button.drop").click();
    await pair.keyboard.press("Space");
    await pair.waitForFunction(isLater, drop.time + 0.1);
    await pair.keyboard.press("Space");
    const stopped = await timeOf(pair);
    await painted(pair);
    assert.equal(await timeOf(pair), stopped);
});

test("the slider and the strips move the clock, and the ring follows", async () => {
    const { recording } = readRecording(readFileSync(join(directory, "none.rec")));
    await pair.goto(address("none-marking", `peer=3&theme=light`));
    await pair.locator(".scrub").fill("7");
    assert.equal(await timeOf(pair), 7);
    const strip = (await pair.locator(".strips .u-over").first().boundingBox())!;
    await pair.mouse.click(strip.x + strip.width / 2, strip.y + strip.height / 2);
    const half = endOfPair() / 2;
    assert.ok(Math.abs((await timeOf(pair)) - half) < 0.05, `${await timeOf(pair)} is not ${half}`);
    const answered = recording.column("answered")!;
    const sample = lastNotAfter(recording.times, half);
    assert.equal((await peerColumns(pair)).get("answered")![0], answered.value(sample, 3));
});

test("a lock-up and a starvation can be jumped to, and the circle is drawn from then on", async () => {
    const { recording } = readRecording(readFileSync(join(directory, "locked.rec")));
    const page = await opened("locked");
    await page.goto(address("locked", "theme=light"));
    const circle = PALETTES.light.circle.slice(0, 3).map((part) => Math.round(part * 255));
    const isOfTheCircle = (pixel: number) => pixel >>> 24 > 100 && circle.every((part, byte) => Math.abs(part - ((pixel >>> (8 * byte)) & 255)) < 10);
    const ofTheCircle = async () =>
        [...(await pixelsOf(page.locator("canvas.ring")))].reduce((sum, [pixel, count]) => sum + (isOfTheCircle(pixel) ? count : 0), 0);
    for (const [key, name] of [["l", "lock_up"], ["s", "starvation"]] as const) {
        const event = recording.events.find((one) => one.name === name)!;
        await page.keyboard.press(key);
        assert.ok(Math.abs((await timeOf(page)) - event.time) < 0.01, name);
        assert.match((await page.locator(".peer h2").textContent())!, new RegExp(`^Peer ${event.peer} `));
    }
    assert.match((await page.locator("[data-total=starving] dd").textContent())!, /^[1-9]/);
    const found = recording.events.find(({ name }) => name === "lock_up")!.time;
    await page.goto(address("locked", `t=${found - 0.2}`));
    await painted(page);
    assert.equal(await ofTheCircle(), 0);
    await page.goto(address("locked", `t=${found + 0.2}`));
    await painted(page);
    assert.ok((await ofTheCircle()) > 200, `${await ofTheCircle()} pixels of the circle`);
    await photograph(page, "locked");
});

test("more peers than fit on a ring are place by time", async () => {
    const { recording } = readRecording(readFileSync(join(directory, "many.rec")));
    const page = await opened("many");
    assert.equal(await page.locator("canvas.ring").count(), 0);
    const strip = page.locator(".heat canvas");
    await painted(page);
    assert.ok((await coloursOf(strip)) > 5, "the strip is blank");
    const box = (await strip.boundingBox())!;
    await page.mouse.click(box.x + box.width * 0.75, box.y + box.height * 0.3);
    const time = await timeOf(page);
    assert.ok(Math.abs(time - recording.end * 0.75) < 0.05, `${time}`);
    const peer = Number(/^Peer (\d+) /.exec((await page.locator(".peer h2").textContent())!)![1]);
    assert.ok(Math.abs(recording.places[peer]! - 0.3) < 0.01, `peer ${peer} at ${recording.places[peer]}`);
    const line = (await page.locator(".peer-line").boundingBox())!;
    assert.ok(Math.abs(line.y - box.y - box.height * 0.3) < 3, "the selected peer is not where it was clicked");
    await photograph(page, "many");
    await playSlowly(page);
    const { milliseconds, drawings } = await costOfPictures(page);
    console.log(`# ${recording.peers} peers: ${milliseconds.toFixed(1)} ms of the page's processor time for a picture`);
    assert.ok(milliseconds < 1000 / 30, `${milliseconds} ms for a picture leave no time for 30 in a second`);
    assert.equal(drawings, 0, "the strip is drawn again though it is the same");
});

test("so many peers play at 30 pictures a second and more without a graphics card", async () => {
    const plain = await withoutCard(executablePath);
    try {
        const page = await opened("many", plain);
        await playSlowly(page);
        assert.ok((await coloursOf(page.locator(".heat canvas"))) > 5, "the strip is blank");
        // others may keep the machine busy: some second shows what the page can do
        let most = 0;
        for (let tries = 10; tries > 0 && most < 30; --tries) {
            await page.keyboard.press("Home");
            most = Math.max(most, await picturesInASecond(page));
        }
        console.log(`# ${most.toFixed(0)} pictures a second`);
        assert.ok(most >= 30, `${most} pictures a second`);
    } finally {
        await plain.close();
    }
});

/** Play from the start, at a quarter of the simulation's speed. */
async function playSlowly(page: Page) {
    await page.keyboard.press("Home");
    await page.keyboard.press("-");
    await page.keyboard.press("-");
    await page.keyboard.press("Space");
    await page.waitForFunction(isLater, 0.05);
}

/** @returns how many pictures a browser makes in a second of the clock on the wall. */
function picturesInASecond(page: Page): Promise<number> {
    return page.evaluate(async () => {
        const begin = performance.now();
        let pictures = 0;
        while (performance.now() - begin < 1000) {
            await new Promise(requestAnimationFrame);
            ++pictures;
        }
        return (1000 * pictures) / (performance.now() - begin);
    });
}

/** @returns what a picture takes of the page's own thread while it plays, and how often something is drawn by WebGL meanwhile. */
async function costOfPictures(page: Page) {
    const pictures = 30;
    const devtools = await page.context().newCDPSession(page);
    // processor time: others may be busy, too
    await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
    const seconds = async () => (await devtools.send("Performance.getMetrics")).metrics.find(({ name }) => name === "TaskDuration")!.value;
    const before = await seconds();
    const drawings = await page.evaluate(async (count) => {
        let found = 0;
        for (const name of ["drawArrays", "drawArraysInstanced"] as const) {
            const draw = WebGL2RenderingContext.prototype[name] as (...values: number[]) => void;
            WebGL2RenderingContext.prototype[name] = function (this: WebGL2RenderingContext, ...values: number[]) {
                ++found;
                draw.apply(this, values);
            };
        }
        for (let picture = 0; picture < count; ++picture) {
            await new Promise(requestAnimationFrame);
        }
        return found;
    }, pictures);
    return { milliseconds: ((await seconds()) - before) / pictures * 1000, drawings };
}

test("as a part of another page it plays by itself, again and again", async () => {
    const page = await opened("none-marking");
    await page.goto(address("none-marking", `t=${endOfPair() - 0.3}&only=rings&play=on`));
    // a page that has not heard of its address yet is at 0 s, too
    await page.waitForFunction(isLater, endOfPair() - 0.35);
    await page.waitForFunction(() => Number.parseFloat(document.querySelector(".time")!.textContent!) < 5);
    assert.equal(await page.locator(".strips, aside, h1:visible").count(), 0);
    assert.ok((await coloursOf(page.locator("canvas.ring").first())) > 20);
});

test("the collapse and its cure play by themselves, and say what to watch", async () => {
    const page = await opened("showcase");
    const captions = page.locator(".captions li");
    assert.equal(await captions.count(), 3);
    await page.waitForFunction(isLater, 0.5);
    for (const [time, index] of [[0.5, 0], [4, 1], [8, 2]] as const) {
        await page.goto(address("showcase", `t=${time}&play=off&theme=light`));
        await page.locator(".time", { hasText: `${time.toFixed(2)} s` }).waitFor();
        await page.locator(`.captions li:nth-child(${index + 1})[aria-current]`).waitFor();
        assert.equal(await page.locator(".captions [aria-current]").count(), 1);
    }
    await assertFits(page, "showcase");
    await photograph(page, "showcase");
    // as a part of another page it has no room for words
    await page.goto(address("showcase", "only=rings&play=off"));
    await captions.first().waitFor({ state: "detached" });
});

test("delays of less than a millisecond are told apart on their axis", async () => {
    const page = await opened("near");
    assert.match((await page.locator(".u-title").nth(1).textContent())!, /^mean delay, (ms|\u00b5s)$/);
    await page.keyboard.press("End");
    assert.match((await page.locator("[data-total=delay] dd").textContent())!, /^(?!0 )[\d.]+ (ms|\u00b5s)$/);
    await photograph(page, "near");
});

test("a click on a peer selects it, one beside them none", async () => {
    const { recording } = readRecording(readFileSync(join(directory, "none.rec")));
    const box = (await pair.locator("canvas.ring").first().boundingBox())!;
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const radius = (Math.min(box.width, box.height) / 2) * REACH;
    const angle = 2 * Math.PI * recording.places[5]!;
    await pair.mouse.click(x + radius * Math.sin(angle), y - radius * Math.cos(angle));
    assert.match((await pair.locator(".peer h2").textContent())!, /^Peer 5 /);
    await pair.mouse.click(x, y);
    assert.equal(await pair.locator(".peer").count(), 0);
});

test("a peer's queue is that of its neighbours together, in each recording", async () => {
    const recordings = ["none", "marking"].map((scheme) => readRecording(readFileSync(join(directory, `${scheme}.rec`))).recording);
    const queue = recordings[0]!.column("queue")!.integers(lastNotAfter(recordings[0]!.times, TIME));
    const peer = queue.indexOf(Math.max(...queue));
    await pair.goto(address("none-marking", `t=${TIME}&peer=${peer}`));
    await pair.locator(".time", { hasText: `${TIME}.00 s` }).waitFor();
    const shown = await numbersIn(pair, ".neighbours tr[data-neighbour]", "neighbour");
    assert.deepEqual([...shown.keys()].map(Number), recordings[0]!.header.peers.neighbours![peer]);
    recordings.forEach((recording, index) => {
        const lengths = queuesOf(recording, peer, TIME)!;
        shown.forEach((values, neighbour) => assert.equal(values[index], lengths.get(Number(neighbour)) ?? 0, `${index}: ${neighbour}`));
        const sum = [...lengths.values()].reduce((a, b) => a + b, 0);
        assert.equal(sum, recording.column("queue")!.value(lastNotAfter(recording.times, TIME), peer));
    });
    assert.ok(Math.max(...queue) > 5, "queues that are empty show nothing");
    await photograph(pair, "neighbours");
    // each of them can be selected
    const [first] = shown.keys();
    await pair.locator(".neighbours button").first().click();
    assert.match((await pair.locator(".peer h2").textContent())!, new RegExp(`^Peer ${first} `));
});

test("where peers join, neighbours are those of the clock's time", async () => {
    const { recording } = readRecording(readFileSync(join(directory, "joined.rec")));
    const links = new Links(recording);
    const page = await opened("joined");
    const seen = new Set<string>();
    for (const time of [0.5, 3, 10]) {
        await page.goto(address("joined", `t=${time}&peer=1`));
        await page.locator(".time", { hasText: `${time.toFixed(2)} s` }).waitFor();
        const fingers = await page.locator(".neighbours button").allTextContents();
        assert.deepEqual(fingers.map(Number), links.of(1, time));
        seen.add(String(fingers));
    }
    assert.ok(seen.size > 1 && links.of(1, 10)!.length > 1, [...seen].join("; "));
    await photograph(page, "joined");
});

test("a store and flows say what they are, and have their own units", async () => {
    const store = await opened("store");
    assert.match((await store.locator("article .hint").textContent())!, /a request is a get or a put/);
    await store.keyboard.press("End");
    await store.keyboard.press("n");
    const columns = await peerColumns(store);
    assert.ok(columns.has("gets") && columns.has("fetches_here") && !columns.has("dropped"));
    assert.equal(await store.locator("[data-total=drops], .sign .drop").count(), 0);
    assert.equal(await store.locator(".u-title").count(), 3);
    await photograph(store, "store");
    const flows = await opened("flows");
    await flows.goto(address("flows", "t=10&peer=2&theme=light"));
    await flows.locator(".time", { hasText: "10.00 s" }).waitFor();
    assert.match((await flows.locator(".peer h2").textContent())!, /^Flow tcp-1/);
    assert.match((await flows.locator("article .hint").textContent())!, /share a bottleneck/);
    assert.match((await flows.locator(".scale").textContent())!, /packets$/);
    assert.equal(await flows.locator(".neighbours, .fingers").count(), 0);
    assert.match((await flows.locator(".u-title").first().textContent())!, /^achieved, packets\/s per flow/);
    assert.ok((await coloursOf(flows.locator("canvas.ring"))) > 5);
    await photograph(flows, "flows");
});

test("peers have the colours of their queues, light and dark, wide and narrow", async () => {
    const recordings = ["none", "marking"].map((scheme) => readRecording(readFileSync(join(directory, `${scheme}.rec`))).recording);
    const recording = recordings[0]!;
    const most = mostOf(recordings, QUANTITIES.queue);
    for (const [viewport, theme] of [[WIDE, "light"], [PHONE, "dark"]] as const) {
        await pair.setViewportSize(viewport);
        await pair.goto(address("none-marking", `t=${TIME}&theme=${theme}`));
        await pair.locator(`[data-theme=${theme}] .time`, { hasText: `${TIME}.00 s` }).waitFor();
        await pair.locator(".strips canvas").last().waitFor();
        await painted(pair);
        assert.deepEqual(await discs(pair, recording.places), expectedDiscs(recording, theme, most), theme);
        assert.ok((await coloursOf(pair.locator(".strips canvas").first())) > 5, `strips, ${theme}`);
        await assertFits(pair, theme);
        await photograph(pair, `pair-${theme}`);
    }
    await pair.setViewportSize(WIDE);
    await pair.keyboard.press("t");
    await painted(pair);
    assert.deepEqual(await discs(pair, recording.places), expectedDiscs(recording, "light", most), "after the key for the theme");
});

test("a file that is cut short says so once, and shows what is before", async () => {
    const page = await opened("cut");
    assert.equal(await page.locator("[role=alert]").count(), 1);
    const message = (await page.locator("[role=alert]").textContent())!;
    const [, end] = /^cut\.rec: it is cut short, at byte \d+ of \d+: the view ends at ([\d.]+) s\.$/.exec(message)!;
    await page.keyboard.press("End");
    assert.equal(await page.locator(".time").textContent(), `${end} s`);
    assert.match((await page.locator("[data-total=achieved] dd").textContent())!, /[1-9]/);
});

test("a wrong byte is found, and what is before it shown", async () => {
    const page = await opened("flipped");
    const message = (await page.locator("[role=alert]").textContent())!;
    assert.match(message, /^flipped\.rec: a checksum is wrong, at byte \d+ of \d+: the view ends at [1-9][\d.]* s\.$/);
    assert.ok((await coloursOf(page.locator("canvas.ring").first())) > 5);
});

test("what is no recording is one message", async () => {
    const page = await opened("other");
    assert.equal(await page.locator("[role=alert]").textContent(), "other.rec is no recording: it does not begin as one.");
    assert.equal(await page.locator("canvas").count(), 0);
});
