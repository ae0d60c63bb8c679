/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_PEER_OPTION_VALUES_H
#define DHT_EMU_PEER_OPTION_VALUES_H

#include "peer-option-table.h"

/**
 * @file
 * @ingroup dht-emu
 * What the texts of options stand for.
 */

namespace dht
{

/// Take over what was given as text. @param [in,out] o Where it goes. @param texts The values as
/// given. @throws OptionError A text stands for nothing.
void ConvertTexts(PeerProgramOptions& o, const PeerTexts& texts);

} // namespace dht

#endif // DHT_EMU_PEER_OPTION_VALUES_H
