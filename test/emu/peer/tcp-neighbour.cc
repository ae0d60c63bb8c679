/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-neighbour.h"

#include "dht-wire-format.h"

std::vector<std::uint8_t>
AnyFrame()
{
    dht::Request request;
    request.id = 1;
    request.source = dht::Endpoint::Ipv4(0x7f000001, 9);
    request.extras.Write().payload = dht::Payload::Zeros(100);
    std::vector<std::uint8_t> frame(dht::FrameSize(request));
    dht::Encode(request, frame.data());
    return frame;
}
