/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_WINDOWS_H
#define DHT_WINDOWS_H

#include "dht-window-registry.h"

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * The windows of this library.
 */

namespace dht
{

/// @return LEDBAT, additive up and down (DTL, eq. 4).
WindowKind LinearWindow();

/// @return LEDBAT, additive up, multiplicative down (DTL, eq. 5).
WindowKind MultiplicativeWindow();

/// @return LEDBAT, down in proportion to w (fLEDBAT).
WindowKind ProportionalWindow();

/// @return LEDBAT++, with slowdowns.
WindowKind PlusPlusWindow();

/// @return As N TCP flows: MulTCP.
WindowKind MulTcpWindow();

/// @return As one TCP flow.
WindowKind RenoWindow();

/// @return A constant.
WindowKind FixedWindow();

} // namespace dht

#endif // DHT_WINDOWS_H
