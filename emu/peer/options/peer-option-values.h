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

/// @param name An option. @param text Its value: a number with a unit, such as 500MB. @return It in
/// bytes, up to 10^15. @throws OptionError It is none.
std::uint64_t ParseBytes(const std::string& name, const std::string& text);

/// Take over what was given as text. @param [in,out] o Where it goes. @param texts The values as
/// given. @throws OptionError A text stands for nothing.
void ConvertTexts(PeerProgramOptions& o, const PeerTexts& texts);

} // namespace dht

#endif // DHT_EMU_PEER_OPTION_VALUES_H
