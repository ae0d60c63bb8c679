/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-program.h"

#include "dht-option-table.h"
#include "dht-output-file.h"
#include "dht-plugins.h"
#include "dht-signal-guard.h"

#include "ns3/simulator.h"

#include <filesystem>
#include <iostream>
#include <string>

namespace ns3
{

int
RunDhtProgram(const char* path,
              const std::function<void()>& program,
              const std::function<int(int)>& leave)
{
    int status = 0;
    try
    {
        dht::LoadPlugins();
        program();
        dht::FlushStandardOutput();
    }
    catch (const std::exception& error)
    {
        const std::string name = std::filesystem::path(path).filename();
        std::cerr << name << ": " << error.what() << std::endl;
        status = dynamic_cast<const DhtOptionError*>(&error) ? 2 : 1;
    }
    Simulator::Destroy();
    status = leave ? leave(status) : status;
    DhtSignalGuard::PassOn();
    return status;
}

} // namespace ns3
