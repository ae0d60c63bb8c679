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

/** A rectangle for each peer, upright on the ring and large enough for what is around it. */
export const PEER_VERTEX = `${COMMON}
in vec2 corner;
in float place;
in float value;
in float bulk;
in float state;
in float dropped;
in float marked;
in float badge;
uniform float breadth;
uniform float longest;
uniform float margin;
out vec2 offset;
out float stem;
flat out vec4 shown;
flat out vec2 sorts;
void main() {
    stem = longest * clamp(bulk, 0.0, 1.0);
    vec2 extent = vec2(breadth + margin, breadth + margin + 0.5 * longest);
    offset = corner * extent + vec2(0.0, 0.5 * longest);
    shown = vec4(value, dropped, marked, state);
    sorts = vec2(mod(badge, 2.0), floor(badge / 2.0));
    vec2 outward = onRing(place, 1.0);
    vec2 sideward = vec2(outward.y, -outward.x);
    gl_Position = toClip(onRing(place, radius) + outward * offset.y + sideward * offset.x);
}`;

/**
 * A stem with round ends, from the ring outwards. A drop leaves at its outer end, where a diamond is a mark; starving is a dot
 * inside the ring, being selected a thick rim. None of them hides the colour.
 */
export const PEER_FRAGMENT = `${COMMON}
in vec2 offset;
in float stem;
flat in vec4 shown;
flat in vec2 sorts;
uniform sampler2D ramp;
uniform float breadth;
uniform float unit;
uniform vec4 rim;
uniform vec4 ink;
uniform vec4 drop;
uniform vec4 mark;
out vec4 pixel;
void over(vec4 top, float coverage) {
    float alpha = top.a * coverage;
    pixel = vec4(top.rgb * alpha, alpha) + pixel * (1.0 - alpha);
}
float filled(float distance) {
    return 1.0 - smoothstep(-0.5, 0.5, distance);
}
float band(float distance, float at, float width) {
    return filled(abs(distance - at) - width * 0.5);
}
/** How far from an upright line. */
float fromLine(float from, float to) {
    return length(vec2(offset.x, offset.y - clamp(offset.y, from, to)));
}
void main() {
    float distance = fromLine(0.0, stem) - breadth;
    pixel = vec4(0.0);
    if (shown.w > 0.5) {
        over(texture(ramp, vec2(shown.x * 0.996 + 0.002, 0.5)), filled(distance) * (shown.w > 1.5 ? 1.0 : 0.35));
    }
    over(rim, band(distance, 0.0, unit));
    float tip = stem + breadth;
    float leaving = tip + unit * (3.0 + 7.0 * (1.0 - shown.y));
    over(drop, filled(fromLine(leaving, leaving + 5.0 * unit) - max(0.6 * breadth, 1.3 * unit)) * sqrt(shown.y));
    over(mark, band(abs(offset.x) + abs(offset.y - tip - 7.0 * unit), 4.5 * unit, 2.2 * unit) * shown.z);
    over(ink, filled(length(offset + vec2(0.0, breadth + 5.0 * unit)) - 2.6 * unit) * sorts.x);
    over(ink, band(distance, 4.0 * unit, 3.0 * unit) * sorts.y);
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
