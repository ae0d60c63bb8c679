/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fuzz-budget.h"
#include "storage-fuzzer.h"

/// libFuzzer's doors. @param argc How many arguments. @param argv The arguments. @return Always 0.
extern "C" int
LLVMFuzzerInitialize(int* argc, char*** argv)
{
    dht::fuzz::Budget().Read(*argc, *argv);
    return 0;
}

/// @param data Some input. @param size Its bytes. @return Always 0.
extern "C" int
LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    dht::fuzz::Budget().Spend(dht::fuzz::FuzzStorage(data, size));
    return 0;
}
