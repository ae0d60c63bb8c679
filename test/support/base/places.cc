/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "places.h"

namespace places
{

std::string
Source()
{
    return DHT_CC_SOURCE_DIR;
}

std::string
Vectors()
{
    return Source() + "/test/vectors";
}

std::string
Examples()
{
    return DHT_CC_EXAMPLES_DIR;
}

std::string
DocCode()
{
    return DHT_CC_DOC_CODE_DIR;
}

std::string
Emu()
{
    return DHT_CC_EMU_DIR;
}

} // namespace places
