/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type Browser, chromium, type Locator, type Page } from "playwright-core";

/** What checks of pages in a browser share. */

export const WIDE = { width: 1400, height: 900 };
export const PHONE = { width: 390, height: 844 };

/** How long anything may take, in milliseconds: a busy machine that draws in software is slow. */
export const PATIENCE = 120_000;

/** A browser that draws in software, wherever it runs. */
export function launched(executablePath: string): Promise<Browser> {
    return chromium.launch({ executablePath, args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"] });
}

/** A browser as it is without a graphics card: only WebGL is drawn by a renderer in software. */
export function withoutCard(executablePath: string): Promise<Browser> {
    return chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu", "--enable-unsafe-swiftshader"] });
}

/** Keeps pictures of pages for whoever wants to look. */
export function picturesIn(directory: string) {
    mkdirSync(directory, { recursive: true });
    return (page: Page, name: string) => page.screenshot({ path: join(directory, `${name}.png`) });
}

/** Wait until what has changed is on the screen, at whatever size that has now. */
export function painted(page: Page) {
    return page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** @throws AssertionError if a page has to be scrolled sideways. */
export async function assertFits(page: Page, what: string) {
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    // a page that draws itself may have to do so again
    for (let tries = 20; tries > 0 && (await overflow()) > 0; --tries) {
        await painted(page);
    }
    assert.equal(Math.max(0, await overflow()), 0, `pixels that do not fit: ${what}`);
}

/** @returns how many pixels of a canvas have each colour, in RGBA, the lowest byte first. */
export async function pixelsOf(canvas: Locator): Promise<Map<number, number>> {
    const counts = await canvas.evaluate((element) => {
        const { width, height } = element as HTMLCanvasElement;
        const copy = new OffscreenCanvas(width, height).getContext("2d")!;
        copy.drawImage(element as HTMLCanvasElement, 0, 0);
        const found = new Map<number, number>();
        for (const pixel of new Uint32Array(copy.getImageData(0, 0, width, height).data.buffer)) {
            found.set(pixel, (found.get(pixel) ?? 0) + 1);
        }
        return [...found];
    });
    return new Map(counts);
}

/** @returns how many colours a canvas has, each with some pixels. */
export async function coloursOf(canvas: Locator): Promise<number> {
    return [...(await pixelsOf(canvas)).values()].filter((count) => count >= 5).length;
}
