/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

import { type RecordedEvent, readEvents } from "./events";
import { Damage, type Frame, FrameKind, FrameReader, NoRecording } from "./frames";
import { type ColumnHeader, type Header, placeOf, readHeader } from "./header";
import { type QueueBlock, readQueues } from "./queues";
import { type Numbers, type SampleBlock, readSamples } from "./samples";

/** One number of each peer over time. */
export class Column {
    constructor(
        readonly header: ColumnHeader,
        private readonly index: number,
        private readonly recording: Recording,
    ) {}

    /** @returns the integers of all peers in a sample: times `header.scale`, they are in `header.unit`. */
    integers(sample: number): Numbers {
        const peers = this.recording.peers;
        const { block, first } = this.recording.locate(sample);
        const from = (sample - first) * peers;
        return block.columns[this.index]!.subarray(from, from + peers);
    }

    /** @returns the value of one peer in a sample, in `header.unit`. */
    value(sample: number, peer: number): number {
        return this.integers(sample)[peer]! * this.header.scale;
    }
}

/** A run as it was recorded, or what can be read of it. */
export class Recording {
    readonly peers: number;
    /** Where each peer is on the ring, from 0 to 1. */
    readonly places: readonly number[];
    /** When each sample was taken, in seconds since the start. */
    readonly times: Float64Array;
    /** For each sample, its block, and the first sample of that block. */
    private readonly locations: { block: SampleBlock; first: number }[] = [];
    private readonly columns = new Map<string, Column>();

    /**
     * @param queueBlocks what is queued for which neighbours; empty if that was not asked for.
     * @param counters of the run's summary, if the recording got to its end.
     */
    constructor(
        readonly header: Header,
        blocks: readonly SampleBlock[],
        readonly events: readonly RecordedEvent[],
        readonly queueBlocks: readonly QueueBlock[] = [],
        readonly counters?: Readonly<Record<string, number>>,
    ) {
        this.peers = header.peers.count;
        this.places = header.peers.ids.map(placeOf);
        for (const block of blocks) {
            const first = this.locations.length;
            for (const _ of block.times) {
                this.locations.push({ block, first });
            }
        }
        this.times = Float64Array.from(this.locations, ({ block, first }, sample) => block.times[sample - first]!);
        header.columns.forEach((column, index) => this.columns.set(column.name, new Column(column, index, this)));
    }

    /** @returns the column of that name, if the recording has it. */
    column(name: string): Column | undefined {
        return this.columns.get(name);
    }

    /** @returns the time of the last sample, in seconds. */
    get end(): number {
        return this.times.at(-1) ?? 0;
    }

    /** @returns the block that a sample is in, and the first sample of that block. */
    locate(sample: number) {
        return this.locations[sample]!;
    }
}

/** A recording, and in words what is wrong with its file. */
export interface Reading {
    recording: Recording;
    problem?: string;
}

/**
 * @param bytes a file, which may be damaged or cut short.
 * @returns what is before the damage.
 * @throws NoRecording if that is nothing.
 */
export function readRecording(bytes: Uint8Array): Reading {
    const reader = new RecordingReader();
    reader.take(bytes);
    return reader.finish();
}

/** Reads a file that may come in parts, as it does while it is written. */
export class RecordingReader {
    private readonly frames = new FrameReader();
    private readonly parts = new Parts();
    private length = 0;
    private damage?: Damage;

    /**
     * @param bytes what follows in the file.
     * @returns whether there is more to be seen.
     * @throws NoRecording if it is none.
     */
    take(bytes: Uint8Array): boolean {
        this.length += bytes.length;
        let samples = false;
        this.noting(() => {
            for (const frame of this.damage ? [] : this.frames.take(bytes)) {
                this.parts.take(frame);
                samples ||= frame.kind === FrameKind.Samples;
            }
        });
        return samples;
    }

    /** @returns what can be seen by now, if anything. */
    get recording(): Recording | undefined {
        return this.parts.header && this.parts.recording();
    }

    /** @returns what is wrong so far, in words. */
    get problem(): string | undefined {
        return this.damage && `${this.damage.message}, at byte ${this.damage.offset} of ${this.length}: ${this.until()}`;
    }

    /** Nothing follows. @throws NoRecording if there is nothing to show. */
    finish(): Reading {
        this.noting(() => this.damage || this.frames.finish());
        const { recording, problem } = this;
        if (!recording) {
            const { message, offset } = this.damage!;
            throw new NoRecording(`has nothing to show: ${message}, at byte ${offset} of ${this.length}`);
        }
        return { recording, problem };
    }

    /** @returns until when it can be seen. */
    until(): string {
        return `the view ends at ${(this.recording?.end ?? 0).toFixed(2)} s`;
    }

    private noting(read: () => void) {
        try {
            read();
        } catch (error) {
            if (!(error instanceof Damage)) {
                throw error;
            }
            this.damage = error;
        }
    }
}

/** What has been read so far. */
class Parts {
    header?: Header;
    private readonly blocks: SampleBlock[] = [];
    private readonly events: RecordedEvent[] = [];
    private readonly queues: QueueBlock[] = [];
    private counters?: Record<string, number>;

    take(frame: Frame) {
        try {
            this.decode(frame);
        } catch (error) {
            throw error instanceof RangeError ? new Damage(error.message, frame.offset) : error;
        }
    }

    recording(): Recording {
        return new Recording(this.header!, this.blocks, this.events, this.queues, this.counters);
    }

    private decode({ kind, payload, offset }: Frame) {
        if (kind === FrameKind.Header) {
            this.header = readHeader(payload);
        } else if (!this.header) {
            throw new Damage("it has no header", offset);
        } else if (kind === FrameKind.Samples) {
            this.blocks.push(readSamples(payload, this.header.columns, this.header.peers.count));
        } else if (kind === FrameKind.Queues) {
            this.queues.push(readQueues(payload));
        } else if (kind === FrameKind.Events) {
            for (const event of readEvents(payload, this.header.events)) {
                this.events.push(event);
            }
        } else if (kind === FrameKind.End) {
            this.counters = (JSON.parse(new TextDecoder().decode(payload)) as { counters: Record<string, number> }).counters;
        }
    }
}
