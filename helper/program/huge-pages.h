/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_HUGE_PAGES_H
#define DHT_CC_HUGE_PAGES_H

/**
 * @file
 * @internal
 */

namespace ns3
{

/**
 * @ingroup dht-cc
 * Begin the program anew, with an allocator that asks Linux for huge pages. A ring of very many
 * peers touches memory all over, and saves a fifth of its time that way. glibc takes such a wish
 * from GLIBC_TUNABLES only, when a program begins: where that is set already, or cannot be, this
 * does nothing.
 *
 * @param argv The program's arguments, as main() gets them; nothing else may have begun yet.
 */
void UseHugePages(char* argv[]);

} // namespace ns3

#endif // DHT_CC_HUGE_PAGES_H
