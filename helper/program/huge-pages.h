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
 * Restart the program, with an allocator that asks Linux for huge pages. A ring of very many
 * peers touches memory all over, and saves a fifth of its time by them. glibc reads this setting
 * only from GLIBC_TUNABLES, when a program starts: if the variable is set already, or cannot be
 * set, this function does nothing.
 *
 * @param argv The program's arguments, as main() gets them; nothing else may have begun yet.
 */
void UseHugePages(char* argv[]);

} // namespace ns3

#endif // DHT_CC_HUGE_PAGES_H
