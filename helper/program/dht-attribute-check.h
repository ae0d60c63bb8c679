/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_DHT_ATTRIBUTE_CHECK_H
#define DHT_CC_DHT_ATTRIBUTE_CHECK_H

#include <string>

/**
 * @file
 * @internal
 */

namespace ns3
{

/**
 * @ingroup dht-cc
 * Check an option that is for ns-3: an attribute's default, a global value, or one of CommandLine's
 * own. ns-3 itself answers many of them with its whole help, or aborts.
 *
 * @param name The option without dashes, such as ns3::TcpSocket::SegmentSize or RngRun.
 * @param text Its value.
 * @throws DhtOptionError The option is unknown, or the value is not allowed.
 */
void CheckNs3Option(const std::string& name, const std::string& text);

} // namespace ns3

#endif // DHT_CC_DHT_ATTRIBUTE_CHECK_H
