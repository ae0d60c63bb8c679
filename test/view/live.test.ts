/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { get } from "node:http";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { readRecording } from "../../examples/view/recording/recording";
import { assertFits, coloursOf, launched, PATIENCE, picturesIn, WIDE } from "./looking";

/** Looks at a run that goes on: `node live.test.mjs CHROMIUM ADDRESS PICTURES FILE PROCESS`. */

const [executablePath, address, pictures, file, writer] = process.argv.slice(2) as [string, string, string, string, string];
const photograph = picturesIn(pictures);
const { host, port, origin, pathname } = new URL(address);

let browser: Browser;
let page: Page;
const errors: string[] = [];

before(async () => {
    browser = await launched(executablePath);
    page = await browser.newPage({ viewport: WIDE });
    page.setDefaultTimeout(PATIENCE);
    page.on("pageerror", (error) => errors.push(String(error)));
    page.on("request", (request) => request.url().startsWith(address) || errors.push(`asks for ${request.url()}`));
    await page.goto(address);
});

after(() => browser.close());

/** @returns the status of an answer, whatever a browser would think of the question. */
function statusOf(path: string, name = host): Promise<number> {
    return new Promise((done, failed) => {
        get({ host: "127.0.0.1", port, path, headers: { host: name } }, (response) => {
            response.resume();
            done(response.statusCode!);
        }).on("error", failed);
    });
}

test("without the token, or by another name, nothing is told", async () => {
    const wrong = `${pathname.slice(0, -2)}${pathname.at(-2) === "a" ? "b" : "a"}/`;
    for (const path of ["/", "/recording/0?from=0", wrong, `${wrong}recording/0?from=0`, `/x${pathname}`, `/%2e%2e${pathname}`]) {
        assert.equal(await statusOf(path), 403, path);
    }
    for (const name of ["example.org", `example.org:${port}`, "127.0.0.1", `127.0.0.1.example.org:${port}`]) {
        assert.equal(await statusOf(pathname, name), 403, name);
        assert.equal(await statusOf(`${pathname}recording/0?from=0`, name), 403, name);
    }
    assert.equal(await statusOf(pathname), 200);
    assert.equal(await statusOf(pathname, `localhost:${port}`), 200);
    assert.equal(await statusOf(`${pathname}recording/0?from=1000000000000`), 400);
    assert.equal(await statusOf(`${pathname}recording/1?from=0`), 404);
    assert.ok(!(await (await fetch(origin)).text()).includes(pathname.slice(1, -1)));
});

test("the clock and the ring follow the run", async () => {
    const time = () => page.locator(".time").textContent().then((text) => Number.parseFloat(text!));
    const later = (since: number) => Number.parseFloat(document.querySelector(".time")!.textContent!) > since;
    await page.locator(".time").waitFor();
    const begin = await time();
    await page.waitForFunction(later, begin + 2);
    // in this order: the page's clock and the recording both go on
    const shown = await time();
    const end = readRecording(readFileSync(file)).recording.end;
    assert.ok(shown <= end, `the page is ahead of the run: ${shown} s of ${end} s`);
    assert.ok((await coloursOf(page.locator("canvas.ring"))) > 20, "the ring is blank");
    assert.ok((await page.locator(".strips canvas").count()) === 4);
    await assertFits(page, "live");
    await photograph(page, "live");
});

test("a program that is killed is said to have ended, and until when it can be seen", async () => {
    process.kill(Number(writer), "SIGKILL");
    await page.locator("[role=alert]").waitFor();
    const message = (await page.locator("[role=alert]").textContent())!;
    const [, end] = /^live\.rec: its program has ended without finishing it, the view ends at ([\d.]+) s\.$/.exec(message)!;
    assert.equal(end, readRecording(readFileSync(file)).recording.end.toFixed(2));
    await page.keyboard.press("End");
    assert.equal(await page.locator(".time").textContent(), `${end} s`);
    await photograph(page, "live-killed");
    assert.deepEqual(errors, []);
});
