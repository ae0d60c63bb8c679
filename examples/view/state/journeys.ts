/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

import type { RecordedEvent } from "../recording/events";
import { partitionPoint } from "./search";

/** A followed request crosses from one peer to the next, and waits there until it goes on. */
export interface Hop {
    from: number;
    to: number;
    /** Seconds: when it leaves, and when the next peer is done with it. */
    start: number;
    end: number;
}

export type Outcome = "under way" | "answered" | "dropped" | "given up";

/** The way of a followed request. */
export interface Journey {
    request: number;
    source: number;
    start: number;
    /** When it was answered, dropped or given up, in seconds; Infinity if it is still under way at the end. */
    end: number;
    hops: Hop[];
    outcome: Outcome;
}

const OUTCOMES: Partial<Record<string, Outcome>> = {
    request_answered: "answered",
    request_dropped: "dropped",
    request_given_up: "given up",
};

/**
 * @param events of a recording, in the order of time.
 * @returns the followed requests in the order of their starts. One that is sent again is another journey.
 */
export function journeysOf(events: readonly RecordedEvent[]): Journey[] {
    const journeys: Journey[] = [];
    const current = new Map<number, Journey>();
    for (const event of events) {
        const request = event.fields.request;
        if (request === undefined) {
            continue;
        }
        if (event.name === "request_issued" || event.name === "request_retransmitted") {
            const journey = departing(event, request);
            journeys.push(journey);
            current.set(request, journey);
        } else {
            const journey = current.get(request);
            if (journey) {
                advance(journey, event);
            }
        }
    }
    return journeys;
}

function departing({ peer, time }: RecordedEvent, request: number): Journey {
    return { request, source: peer, start: time, end: Infinity, hops: [], outcome: "under way" };
}

function advance(journey: Journey, { name, peer, time, fields }: RecordedEvent) {
    const arrived = journey.hops.find((hop) => hop.to === peer && hop.end === Infinity);
    if (arrived) {
        arrived.end = time;
    }
    if (name === "request_forwarded" && fields.to! > 0) {
        journey.hops.push({ from: peer, to: fields.to! - 1, start: time, end: Infinity });
    }
    const outcome = OUTCOMES[name];
    if (outcome && journey.end === Infinity) {
        journey.outcome = outcome;
        journey.end = time;
        for (const hop of journey.hops) {
            hop.end = Math.min(hop.end, time);
        }
    }
}

/** A hop to draw. */
export interface Chord {
    from: number;
    to: number;
    /** How bright, from 0 to 1. */
    strength: number;
    /** What became of the request by then. */
    outcome: Outcome;
}

/** For how long a chord is seen after its request has gone on or ended, in seconds. */
const AFTERGLOW = 0.5;

/** @param journeys in the order of their starts. @returns the chords of the requests that are under way at a time. */
export function chordsAt(journeys: readonly Journey[], time: number): Chord[] {
    const started = partitionPoint(journeys.length, (index) => journeys[index]!.start <= time);
    const chords: Chord[] = [];
    for (const journey of journeys.slice(0, started)) {
        if (time < journey.end + AFTERGLOW) {
            chords.push(...chordsOf(journey, time));
        }
    }
    return chords;
}

function chordsOf(journey: Journey, time: number): Chord[] {
    const ended = journey.end <= time;
    const outcome = ended ? journey.outcome : "under way";
    return journey.hops
        .filter((hop) => hop.start <= time)
        .map(({ from, to, end }) => {
            const since = ended ? journey.end : end;
            const strength = Math.min(1, Math.max(0, 1 - (time - since) / AFTERGLOW));
            return { from, to, strength, outcome };
        })
        .filter(({ strength }) => strength > 0);
}
