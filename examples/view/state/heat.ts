/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

import type { Recording } from "../recording/recording";
import { type Quantity, valuesAt } from "./quantities";

/** Place by time: a row for some neighbouring peers, a column for a stretch of time. */
export interface Heat {
    rows: number;
    columns: number;
    /** Row after row; the most of any peer of the row at that time, from 0 to 255 for 0 to the scale's most. */
    cells: Uint8Array;
    /** The row of each peer. */
    rowOf: Uint16Array;
}

/** As many rows and columns as a screen has pixels for. */
const MOST_ROWS = 1024;
const MOST_COLUMNS = 2048;

/** @param end of the time axis, in seconds. @param most what is shown as the scale's end. */
export function heatOf(recording: Recording, quantity: Quantity, end: number, most: number): Heat {
    const rowOf = rowsByPlace(recording.places);
    const rows = Math.min(recording.peers, MOST_ROWS);
    const columns = Math.min(MOST_COLUMNS, Math.max(1, Math.ceil((end * 1e9) / recording.header.interval_ns)));
    const cells = new Uint8Array(rows * columns);
    for (let column = 0; column < columns; ++column) {
        const time = ((column + 1) / columns) * end;
        if (time - end / columns > recording.end) {
            break;
        }
        const values = valuesAt(recording, quantity, time);
        for (let peer = 0; peer < recording.peers; ++peer) {
            const cell = rowOf[peer]! * columns + column;
            cells[cell] = Math.max(cells[cell]!, Math.min(255, Math.ceil((values[peer]! / most) * 255)));
        }
    }
    return { rows, columns, cells, rowOf };
}

/** Peers in the order of their places, as many in each row as in any other. */
function rowsByPlace(places: readonly number[]): Uint16Array {
    const order = places.map((_, peer) => peer).sort((a, b) => places[a]! - places[b]!);
    const rows = Math.min(places.length, MOST_ROWS);
    const rowOf = new Uint16Array(places.length);
    order.forEach((peer, rank) => {
        rowOf[peer] = Math.floor((rank * rows) / places.length);
    });
    return rowOf;
}
