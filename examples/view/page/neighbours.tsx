/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

import { queuesOf } from "../state/queues";
import type { Shown } from "./embedded";
import type { Model } from "./model";

interface Props {
    model: Model;
    /** Recordings that have the selected peer. */
    shown: readonly Shown[];
}

/** The neighbours of the selected peer, and, where that is recorded, what is queued for each. */
export function Neighbours({ model, shown }: Props) {
    const [peer, time] = [model.selected.value, model.time.value];
    const links = shown.map(({ ring }) => ring.links.of(peer, time));
    const queues = shown.map(({ recording }) => (queuesOf(recording, peer, time)));
    const { what } = shown[0]!.recording.header;
    if (what === "flows" || (what === "store" && links.every((known) => !known))) {
        return null;
    }
    if (links.every((known) => !known) && queues.every((known) => !known)) {
        return <p class="hint">Neighbours are not recorded.</p>;
    }
    const neighbours = [...new Set([...links.flatMap((some) => some ?? []), ...queues.flatMap((some) => [...(some?.keys() ?? [])])])];
    if (queues.every((known) => !known)) {
        return <Fingers model={model} fingers={neighbours} />;
    }
    const most = Math.max(1, ...queues.flatMap((some) => [...(some?.values() ?? [])]));
    return (
        <table class="neighbours">
            <caption>queue by neighbour, requests</caption>
            <tbody>
                {neighbours.map((neighbour) => (
                    <tr data-neighbour={neighbour}>
                        <th>
                            <Finger model={model} finger={neighbour} />
                        </th>
                        {queues.map((some, index) => (
                            <Length length={some && (some.get(neighbour) ?? 0)} most={most} colour={shown[index]!.colour} />
                        ))}
                    </tr>
                ))}
            </tbody>
        </table>
    );
}

/** How much is queued, as a bar and a number; a dash if that is not known. */
function Length({ length, most, colour }: { length: number | undefined; most: number; colour: string }) {
    return (
        <td>
            <i class="bar" style={{ width: `${(100 * (length ?? 0)) / most}%`, background: colour }} />
            <span>{length ?? "\u2013"}</span>
        </td>
    );
}

function Fingers({ model, fingers }: { model: Model; fingers: readonly number[] }) {
    return (
        <p class="fingers">
            fingers{" "}
            {fingers.map((finger) => (
                <Finger model={model} finger={finger} />
            ))}
        </p>
    );
}

/** A neighbour, to be selected. */
function Finger({ model, finger }: { model: Model; finger: number }) {
    return finger < 0 ? <>others</> : <button onClick={() => model.select(finger)}>{finger}</button>;
}
