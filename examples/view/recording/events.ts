/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

import { Varints } from "./varints";

/** Something that happened to a peer. */
export interface RecordedEvent {
    /** Seconds since the start. */
    time: number;
    name: string;
    peer: number;
    /** By the names that the header gives them. */
    fields: Readonly<Record<string, number>>;
}

/** What the header says of a kind of events. */
interface EventKind {
    name: string;
    fields: string[];
}

/** @param payload of a frame of events. @param kinds as the header has them. @throws RangeError if it is malformed. */
export function readEvents(payload: Uint8Array, kinds: readonly EventKind[]): RecordedEvent[] {
    const varints = new Varints(payload);
    const events: RecordedEvent[] = [];
    let now = 0;
    for (let left = varints.unsigned(); left > 0; --left) {
        now += varints.unsigned();
        const kind = kinds[varints.unsigned()];
        if (!kind) {
            throw new RangeError("an event is of a kind that the header does not name");
        }
        const peer = varints.unsigned();
        const fields: Record<string, number> = {};
        for (const field of kind.fields) {
            fields[field] = varints.unsigned();
        }
        events.push({ time: now / 1e9, name: kind.name, peer, fields });
    }
    return events;
}
