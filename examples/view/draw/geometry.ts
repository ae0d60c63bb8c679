/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/** Where things are on a ring, as shares of half of the canvas's shorter side. */

/** The ring itself, on which the peers stand. */
export const REACH = 0.74;
/** How far the longest stem goes beyond it. */
export const LONGEST = 0.11;
/** What is nearer to the middle belongs to no peer. */
export const INNER = 0.6;

/**
 * @param radius of the ring, in pixels of the canvas. @param peers how many stand on it. @param scale pixels for one of CSS.
 * @returns half the width of a stem, so that neighbours can be told apart as long as that is possible.
 */
export function breadthOf(radius: number, peers: number, scale: number): number {
    return Math.min(9 * scale, Math.max(1.6 * scale, (0.85 * Math.PI * radius) / peers));
}
