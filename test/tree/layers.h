/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_TEST_LAYERS_H
#define DHT_CC_TEST_LAYERS_H

#include <set>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup dht-cc-tests
 * The layers in which the C++ files of the project live, and which of them may include which.
 */

namespace tree
{

using Names = std::set<std::string>;

/// A directory of C++ files, and what it is built on.
struct Layer
{
    std::string name; ///< Its path.
    Names below;      ///< Layers whose headers it may include, or top directories: all layers in a
                      ///< directory.
    bool knowsNs3;    ///< Whether it may include ns-3.
};

/// All layers, the lowest first.
extern const std::vector<Layer> kLayers;

/// @param text A text. @param start Another. @return Whether the text begins with the other one.
bool StartsWith(const std::string& text, const std::string& start);

/// @param layer A layer. @param from Another. @return Whether it may include the other's headers.
bool MayInclude(const Layer& layer, const std::string& from);

} // namespace tree

#endif // DHT_CC_TEST_LAYERS_H
