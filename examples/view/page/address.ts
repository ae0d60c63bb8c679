/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

import { type Model, SPEEDS } from "./model";

/**
 * Take what the page's address says after its #: `t=12.5&peer=3&speed=0.5&theme=dark&only=rings&play=on`.
 *
 * @param plays whether the page plays if its address does not say.
 */
export function follow(model: Model, plays = false) {
    const words = new URLSearchParams(location.hash.slice(1));
    const number = (name: string) => (words.has(name) ? Number(words.get(name)) : NaN);
    if (Number.isFinite(number("t"))) {
        model.seek(number("t"));
    }
    if (Number.isInteger(number("peer"))) {
        model.select(number("peer"));
    }
    if (SPEEDS.includes(number("speed"))) {
        model.speed.value = number("speed");
    }
    const theme = words.get("theme");
    if (theme === "light" || theme === "dark") {
        model.theme.value = theme;
    }
    model.onlyRings.value = words.get("only") === "rings";
    const play = words.get("play") ?? (plays ? "on" : "");
    if (play === "off") {
        model.play(false);
    }
    // who wants nothing to move by itself has told the browser so
    if (play === "on" && !matchMedia("(prefers-reduced-motion: reduce)").matches) {
        model.looping = true;
        model.play(true);
    }
}
