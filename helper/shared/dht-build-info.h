/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_BUILD_INFO_H
#define DHT_BUILD_INFO_H

#include <string>

namespace dht
{

/**
 * @ingroup dht-shared
 * The version and commit of this build.
 */
struct BuildInfo
{
    std::string version;    ///< Version of this module.
    std::string commit;     ///< Commit of this module's repository, with "+" if it was modified.
    std::string ns3Version; ///< Version of ns-3.

    /**
     * @return The build that is running.
     */
    static BuildInfo Get();

    /**
     * @param program A program's name.
     * @param simulates Whether it is linked with ns-3.
     * @return The output of its option --version: one line, without its end.
     */
    std::string Describe(const std::string& program, bool simulates) const;
};

} // namespace dht

#endif // DHT_BUILD_INFO_H
