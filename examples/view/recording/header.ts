/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

import { NoRecording } from "./frames";

/** What the first frame of a recording tells of all others; doc/recording.rst has each field. */
export interface Header {
    program: string;
    /** Missing of peers that look up keys. */
    what?: "store" | "flows";
    scheme: string;
    options: Record<string, string>;
    interval_ns: number;
    columns: ColumnHeader[];
    events: { name: string; fields: string[] }[];
    drop_reasons: string[];
    peers: {
        count: number;
        /** 40 hexadecimal digits each. */
        ids: string[];
        endpoints?: string[];
        /** Of flows. */
        names?: string[];
        /** By peer, in the order of its links; missing where peers join and leave. */
        neighbours?: number[][];
    };
}

/** One number of each peer. A level goes up and down, a counter never decreases. */
export interface ColumnHeader {
    name: string;
    kind: "level" | "counter";
    unit: string;
    /** What an integer of the samples is multiplied by. */
    scale: number;
}

/** @param payload of the first frame. @throws NoRecording if it lacks what every reader needs. */
export function readHeader(payload: Uint8Array): Header {
    let header: Header;
    try {
        header = JSON.parse(new TextDecoder().decode(payload)) as Header;
    } catch {
        throw new NoRecording("has a header that is no JSON");
    }
    const { peers, columns, events } = header;
    if (!Array.isArray(columns) || !Array.isArray(events) || !Array.isArray(peers?.ids)) {
        throw new NoRecording("has a header without columns, events or peers");
    }
    if (peers.ids.length !== peers.count) {
        throw new NoRecording(`has a header with ${peers.ids.length} ids for ${peers.count} peers`);
    }
    return header;
}

/** @param id 40 hexadecimal digits. @returns where it is on the ring, from 0 to 1. */
export function placeOf(id: string): number {
    // a double has 53 bits: 13 digits
    const digits = 13;
    return Number.parseInt(id.slice(0, digits), 16) / 16 ** digits;
}
