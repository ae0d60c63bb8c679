/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Places are angles: 0 at the top, clockwise, in turns. All else is in pixels of the canvas, from its middle.
const COMMON = `#version 300 es
precision highp float;
const float TURN = 6.283185307;
uniform vec2 size;
uniform float radius;
vec2 onRing(float place, float distance) {
    return distance * vec2(sin(place * TURN), cos(place * TURN));
}
vec4 toClip(vec2 pixels) {
    return vec4(2.0 * pixels / size, 0.0, 1.0);
}
`;

/** A square for each peer, large enough for what is around it. */
export const PEER_VERTEX = `${COMMON}
in vec2 corner;
in float place;
in float value;
in float bulk;
in float state;
in float dropped;
in float marked;
in float badge;
uniform float smallest;
uniform float largest;
out vec2 offset;
out float disc;
flat out vec4 shown;
flat out vec2 sorts;
void main() {
    disc = mix(smallest, largest, sqrt(clamp(bulk, 0.0, 1.0)));
    offset = corner * (largest + 14.0);
    shown = vec4(value, dropped, marked, state);
    sorts = vec2(mod(badge, 2.0), floor(badge / 2.0));
    gl_Position = toClip(onRing(place, radius) + offset);
}`;

/** A disc; around it a ring if it drops, a diamond if it marks, a dashed ring if it starves, a thick one if selected. */
export const PEER_FRAGMENT = `${COMMON}
in vec2 offset;
in float disc;
flat in vec4 shown;
flat in vec2 sorts;
uniform sampler2D ramp;
uniform float largest;
uniform vec4 rim;
uniform vec4 ink;
uniform vec4 drop;
uniform vec4 mark;
out vec4 pixel;
void over(vec4 top, float coverage) {
    float alpha = top.a * coverage;
    pixel = vec4(top.rgb * alpha, alpha) + pixel * (1.0 - alpha);
}
float band(float distance, float at, float width) {
    return 1.0 - smoothstep(width * 0.5 - 0.5, width * 0.5 + 0.5, abs(distance - at));
}
void main() {
    float distance = length(offset);
    pixel = vec4(0.0);
    if (shown.w > 0.5) {
        float inside = 1.0 - smoothstep(disc - 0.5, disc + 0.5, distance);
        over(texture(ramp, vec2(shown.x * 0.996 + 0.002, 0.5)), inside * (shown.w > 1.5 ? 1.0 : 0.35));
    }
    over(rim, band(distance, disc, 1.0));
    float growth = clamp(largest, 4.0, 9.0) * (1.0 - shown.y);
    over(drop, band(distance, disc + 2.0 + growth, 3.5) * sqrt(shown.y));
    over(mark, band(abs(offset.x) + abs(offset.y), (disc + 5.0) * 1.3, 2.2) * shown.z);
    float dash = step(0.0, sin(atan(offset.y, offset.x) * 7.0));
    over(ink, band(distance, disc + 3.5, 2.4) * dash * sorts.x);
    over(ink, band(distance, disc + 7.0, 3.0) * sorts.y);
}`;

/** A ribbon for each chord: a parabola from peer to peer, bent towards the middle. */
export const CHORD_VERTEX = `${COMMON}
in vec2 corner;
in vec2 ends;
in vec4 tint;
in float width;
out vec4 shade;
out float side;
out float reach;
void main() {
    vec2 from = onRing(ends.x, radius);
    vec2 to = onRing(ends.y, radius);
    // a short one stays at the rim
    vec2 bend = 0.5 * (from + to) * (1.0 - 0.3 * length(to - from) / radius);
    float along = corner.x;
    vec2 at = mix(mix(from, bend, along), mix(bend, to, along), along);
    vec2 tangent = normalize(mix(bend - from, to - bend, along) + 1e-4);
    vec2 across = vec2(-tangent.y, tangent.x);
    // thick where it goes to
    reach = 0.5 * width * (0.7 + 1.3 * along);
    side = corner.y * (reach + 1.0);
    shade = tint;
    shade.a *= 0.35 + 0.65 * along;
    gl_Position = toClip(at + across * side);
}`;

export const CHORD_FRAGMENT = `#version 300 es
precision highp float;
in vec4 shade;
in float side;
in float reach;
out vec4 pixel;
void main() {
    float alpha = shade.a * clamp(reach + 0.5 - abs(side), 0.0, 1.0);
    pixel = vec4(shade.rgb * alpha, alpha);
}`;

/** Place by time, the whole canvas. */
export const HEAT_VERTEX = `#version 300 es
in vec2 corner;
out vec2 cell;
void main() {
    cell = vec2(corner.x, 1.0 - corner.y) * 0.5 + vec2(0.5, 0.0);
    gl_Position = vec4(corner, 0.0, 1.0);
}`;

export const HEAT_FRAGMENT = `#version 300 es
precision highp float;
in vec2 cell;
uniform sampler2D cells;
uniform sampler2D ramp;
out vec4 pixel;
void main() {
    float value = texture(cells, cell).r;
    pixel = texture(ramp, vec2(value * 0.996 + 0.002, 0.5));
}`;
