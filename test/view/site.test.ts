/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { assertFits, coloursOf, launched, painted, PATIENCE, PHONE, picturesIn, WIDE } from "./looking";

/** Looks at the documentation: `node site.test.mjs CHROMIUM ADDRESS PICTURES PAGE...`. */

const [executablePath, site, pictures, ...names] = process.argv.slice(2) as [string, string, string, ...string[]];
const photograph = picturesIn(pictures);

let browser: Browser;
let context: BrowserContext;
let page: Page;

before(async () => {
    browser = await launched(executablePath);
    context = await browser.newContext({ viewport: WIDE, permissions: ["clipboard-read", "clipboard-write"] });
    page = await context.newPage();
    page.setDefaultTimeout(PATIENCE);
});

after(() => browser.close());

test("no page has to be scrolled sideways", async () => {
    assert.ok(names.length > 40, `${names.length} pages`);
    const wide: string[] = [];
    for (const name of names) {
        await page.goto(site + name, { waitUntil: "domcontentloaded" });
        for (const viewport of [WIDE, PHONE]) {
            await page.setViewportSize(viewport);
            await assertFits(page, `${name} at ${viewport.width} pixels`).catch((error) => wide.push(String(error)));
        }
    }
    assert.deepEqual(wide, []);
});

test("the first page has a ring that lives, light and dark, wide and narrow", async () => {
    for (const [viewport, colorScheme] of [[WIDE, "light"], [WIDE, "dark"], [PHONE, "light"], [PHONE, "dark"]] as const) {
        await page.setViewportSize(viewport);
        await page.emulateMedia({ colorScheme });
        await page.goto(`${site}index.html`);
        const ring = page.frameLocator(".living-ring");
        const clock = ring.locator(".time");
        await clock.waitFor();
        const begin = await clock.textContent();
        await ring.locator(".time", { hasNotText: begin! }).waitFor();
        await painted(page);
        assert.ok((await coloursOf(ring.locator("canvas.ring").first())) > 50, "the ring is blank");
        const box = (await page.locator(".living-ring").boundingBox())!;
        assert.ok(box.y + box.height <= viewport.height, "the ring is not on the first screen");
        const [red] = (await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).match(/\d+/g)!;
        assert.equal(Number(red) > 128, colorScheme === "light", `background of the ${colorScheme} page`);
        await photograph(page, `index-${viewport.width}-${colorScheme}`);
    }
});

test("the first page's commands are copied by their button", async () => {
    await page.setViewportSize(WIDE);
    await page.goto(`${site}index.html`);
    const block = page.locator(".highlight", { hasText: "./waf demo" }).first();
    await block.hover();
    await block.locator("button.copybtn").click();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(copied, /^\.\/waf demo .*\n\.\/waf view .*\n\.\/waf test /);
});

test("who searches for pcap finds how to watch a run", async () => {
    await page.goto(`${site}search.html?q=pcap`);
    const found = page.locator("#search-results a[href*='watching.html']").first();
    await found.waitFor();
    await found.click();
    assert.match(page.url(), /\/watching\.html/);
});
