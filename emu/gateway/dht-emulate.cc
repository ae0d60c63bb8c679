/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "emulation.h"

/**
 * @file
 * @ingroup dht-cc
 * An emulated access network for peers that are processes:
 *
 *     emu/netns make 2
 *     build/emu/dht-emulate --real=2
 *     ip netns exec dht0 build/emu/dht-peer --listen=10.0.0.1:7000 --idle
 *     ip netns exec dht1 build/emu/dht-peer lookup some-key --join=10.0.0.1:7000
 */

int
main(int argc, char* argv[])
{
    return ns3::RunEmulation(argc, argv);
}
