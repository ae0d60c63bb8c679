/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

import type { RecordedEvent } from "../recording/events";
import type { Recording } from "../recording/recording";
import { lastNotAfter } from "./search";

/** To whom the peers of a recording have links. */
export class Links {
    /** What happens to each peer's links, in the order of time. */
    private readonly changes = new Map<number, RecordedEvent[]>();

    constructor(private readonly recording: Recording) {
        for (const event of recording.events) {
            if (["link", "unlink", "crash", "leave"].includes(event.name)) {
                this.changes.set(event.peer, [...(this.changes.get(event.peer) ?? []), event]);
            }
        }
    }

    /**
     * @param time in seconds since the start.
     * @returns a peer's neighbours, each of them once, -1 for all without a number; nothing if the recording does not tell.
     */
    of(peer: number, time: number): number[] | undefined {
        const { neighbours } = this.recording.header.peers;
        if (neighbours || this.changes.size === 0) {
            return neighbours?.[peer];
        }
        return this.isThere(peer, time) ? [...this.linked(peer, time)] : [];
    }

    private isThere(peer: number, time: number): boolean {
        return this.recording.column("state")?.value(lastNotAfter(this.recording.times, time), peer) !== 0;
    }

    private linked(peer: number, time: number): Set<number> {
        let linked = new Set<number>();
        // who leaves still relays for a while, and who is back begins anew
        let hasLeft = false;
        for (const { name, time: then, fields } of this.changes.get(peer) ?? []) {
            if (then > time) {
                break;
            }
            if (name === "unlink") {
                linked.delete(fields.to! - 1);
            } else if (name === "link") {
                linked = hasLeft ? new Set() : linked;
                linked.add(fields.to! - 1);
            }
            hasLeft = name === "crash" || name === "leave" || (hasLeft && name !== "link");
        }
        return linked;
    }
}
