/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_DHT_WINDOW_H
#define DHT_CC_DHT_WINDOW_H

#include "dht-registered-object.h"
#include "dht-window-registry.h"

#include <memory>
#include <string>

namespace ns3
{

/**
 * @ingroup dht-cc
 * A congestion control of the overlay's own transport as an ns-3 object: its constants are
 * attributes. The window "plusplus" is ns3::DhtPlusplusTransportWindow.
 */
class DhtWindow : public DhtRegisteredObject<DhtWindow, dht::WindowRegistry, dht::WindowKind>
{
  public:
    /// The name of all windows' parent.
    static constexpr const char* BASE_NAME = "ns3::DhtWindow";

    /// @return The TypeId of all windows' parent.
    static TypeId GetTypeId();

    /// @param window A window's name. @return That of its TypeId.
    static std::string TypeName(const std::string& window);

    /**
     * @param variable Who governs when the priority is above 0; this one does at 0.
     * @return Makes windows, with the present constants.
     */
    dht::PriorityWindows With(const DhtWindow& variable) const;
};

} // namespace ns3

#endif // DHT_CC_DHT_WINDOW_H
