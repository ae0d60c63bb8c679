/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-endpoint-name.h"

#include <arpa/inet.h>

namespace dht
{

std::string
NameOf(const Endpoint& endpoint)
{
    char text[INET6_ADDRSTRLEN] = {};
    inet_ntop(endpoint.ipv6 ? AF_INET6 : AF_INET, endpoint.address.data(), text, sizeof(text));
    const std::string address = endpoint.ipv6 ? "[" + std::string(text) + "]" : text;
    return address + ":" + std::to_string(endpoint.port);
}

Key
IdOf(const Endpoint& endpoint)
{
    return HashKey(NameOf(endpoint));
}

} // namespace dht
