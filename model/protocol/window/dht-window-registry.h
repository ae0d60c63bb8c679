/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_WINDOW_REGISTRY_H
#define DHT_WINDOW_REGISTRY_H

#include "dht-named-registry.h"
#include "dht-transport-window.h"
#include "dht-window-rule.h"

#include <functional>

/**
 * @file
 * @ingroup dht-protocol
 * Which windows there are, their constants, and how to make one by name.
 */

namespace dht
{

/// A kind of window, by name.
struct WindowKind
{
    std::string name;      ///< In kebab-case, as users write it.
    std::string help;      ///< One line.
    Parameters parameters; ///< Its constants with their defaults, those of CommonParameters() too.
    /// Makes the rule of one window.
    std::function<std::unique_ptr<WindowRule>(const Parameters&)> make;
};

/// All kinds of windows of this process. It is filled before a host begins and only read after
/// that.
class WindowRegistry : public NamedRegistry<WindowKind>
{
  public:
    /// @return The registry, with the windows of this library.
    static WindowRegistry& Get();

  private:
    WindowRegistry();
};

/// Adds a window while a program starts.
using RegisterWindow = RegisterIn<WindowRegistry, WindowKind>;

/// What is special in a window's table of CommonParameters().
struct CommonDefaults
{
    double initial;          ///< InitialWindow in packets.
    bool isRoundTrip{false}; ///< DelaySource.
    double samples{3};       ///< FilterSamples.
    bool deducts{false};     ///< DeductQueue.
};

/// @param defaults What is special. @param own The constants of one rule.
/// @return The table of a window: those that all have, and the rule's own.
Parameters WindowTable(const CommonDefaults& defaults, std::vector<Parameter> own);

/**
 * @param kind A kind of window.
 * @param parameters Its constants.
 * @param priority N, for those that know more than one priority; 0 counts as 1.
 * @return A window that follows this rule, whatever its priority is.
 */
std::unique_ptr<TransportWindow> MakeWindow(const WindowKind& kind,
                                            const Parameters& parameters,
                                            double priority = 1);

/// Makes a window with a priority of at least 0.
using PriorityWindows = std::function<std::unique_ptr<TransportWindow>(double priority)>;

/**
 * Windows whose priority chooses their rule, at any time (DTL, eq. 1): 0 the polite one, N > 0 the
 * other one. Packet size, minimum, pacing and the delay filter are the polite one's. They share
 * their constants.
 *
 * @param polite A kind of window that yields.
 * @param politeParameters Its constants.
 * @param variable A kind of window that is as N flows, such as multcp.
 * @param variableParameters Its constants.
 * @return Makes them.
 */
PriorityWindows MakePriorityWindows(const WindowKind& polite,
                                    const Parameters& politeParameters,
                                    const WindowKind& variable,
                                    const Parameters& variableParameters);

} // namespace dht

#endif // DHT_WINDOW_REGISTRY_H
