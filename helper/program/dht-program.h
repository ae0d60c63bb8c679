/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_DHT_PROGRAM_H
#define DHT_CC_DHT_PROGRAM_H

#include <functional>

namespace ns3
{

/**
 * @ingroup dht-cc
 * The frame of a program: an exception becomes one line on standard error and the exit status,
 * and the simulation is destroyed in the end. A program that a DhtSignalGuard has kept from ending
 * by a signal ends by that signal then, and this function does not return.
 *
 * @param path The program's path, argv[0].
 * @param program The program's work.
 * @param leave Called last, with the exit status, which it may change; nothing by default.
 * @return The exit status: 0 success, 1 failure, 2 an option is wrong.
 */
int RunDhtProgram(const char* path,
                  const std::function<void()>& program,
                  const std::function<int(int)>& leave = {});

} // namespace ns3

#endif // DHT_CC_DHT_PROGRAM_H
