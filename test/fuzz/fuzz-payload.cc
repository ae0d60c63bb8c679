/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fuzz-budget.h"
#include "payload-fuzzer.h"

/// libFuzzer's entry point. @param data Some input. @param size Its bytes. @return Always 0.
extern "C" int
LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    dht::fuzz::Budget().Spend(dht::fuzz::FuzzPayload(data, size));
    return 0;
}
