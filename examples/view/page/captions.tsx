/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

import type { Caption } from "./embedded";
import type { Model } from "./model";

/** What to watch: all captions, and of these the one for the clock's time. */
export function Captions({ model, captions }: { model: Model; captions: readonly Caption[] }) {
    const now = captions.filter(({ from }) => from <= model.time.value).length - 1;
    return (
        <ol class="captions">
            {captions.map(({ text }, index) => (
                <li aria-current={index === now ? "step" : undefined}>{text}</li>
            ))}
        </ol>
    );
}
