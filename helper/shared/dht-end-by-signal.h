/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_END_BY_SIGNAL_H
#define DHT_END_BY_SIGNAL_H

/**
 * @file
 * @internal
 */

namespace dht
{

/**
 * @ingroup dht-shared
 * End this process by a signal that it has caught and cleaned up after, as if it had not
 * caught it. The parent process then knows that it was interrupted: a shell ends its loop,
 * too.
 *
 * @param signal The signal, such as SIGINT.
 */
[[noreturn]] void EndBySignal(int signal);

} // namespace dht

#endif // DHT_END_BY_SIGNAL_H
