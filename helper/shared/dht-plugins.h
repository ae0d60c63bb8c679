/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_PLUGINS_H
#define DHT_PLUGINS_H

#include <string>
#include <vector>

/**
 * @file
 * @ingroup dht-shared
 * Schemes, overlays and workloads from shared libraries.
 */

namespace dht
{

/// The environment variable that names the plugins, with colons between them.
constexpr const char* kPluginsVariable = "DHT_CC_PLUGINS";

/// @return The plugins that kPluginsVariable names, as it does.
std::vector<std::string> NamedPlugins();

/// Load the shared libraries that kPluginsVariable names, before options are defined: what their
/// static objects register (RegisterScheme, RegisterOverlay, RegisterWorkload) is known from then
/// on.
/// @throws OptionError One of them cannot be loaded.
void LoadPlugins();

} // namespace dht

#endif // DHT_PLUGINS_H
