/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

import { effect } from "@preact/signals";
import type { Model } from "./model";

/** Let time pass while the model plays, once for each picture that the screen shows. */
export function run(model: Model) {
    let before = 0;
    const tick = (now: number) => {
        if (model.playing.value) {
            // a page that was in the background goes on where it was
            model.advance(Math.min(0.1, (now - before) / 1000));
            before = now;
            requestAnimationFrame(tick);
        }
    };
    effect(() => {
        if (model.playing.value) {
            before = performance.now();
            requestAnimationFrame(tick);
        }
    });
}
