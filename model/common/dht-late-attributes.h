/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_DHT_LATE_ATTRIBUTES_H
#define DHT_CC_DHT_LATE_ATTRIBUTES_H

#include "ns3/attribute.h"

#include <string>

/**
 * @file
 * @ingroup dht-cc
 * Attributes that are read when something starts, and may be set when it runs.
 */

namespace ns3
{

/**
 * @ingroup dht-cc
 * An object that reads attributes when it starts. Whoever sets one later is told in one line on
 * standard error if that has no effect at once.
 */
class DhtLateAttributes
{
  public:
    /// When an attribute that is set now has an effect.
    enum Effect
    {
        NOW,        //!< At once, or when the object starts.
        NEXT_START, //!< Only in what starts from now on.
        NEVER,      //!< Not at all: it is refused.
    };

    virtual ~DhtLateAttributes() = default;

    /// @param attribute An attribute's name. @return When it has an effect if it is set now.
    virtual Effect GetEffect(const std::string& attribute) const = 0;

    /// An attribute that has an effect at once was set. @param attribute Its name.
    virtual void OnSet(const std::string& attribute);
};

/**
 * @ingroup dht-cc
 * @param accessor Reads and writes an attribute of a class that derives from DhtLateAttributes.
 * @return The same, but that it tells whoever sets the attribute too late.
 */
Ptr<const AttributeAccessor> ReadAtStart(Ptr<const AttributeAccessor> accessor);

} // namespace ns3

#endif // DHT_CC_DHT_LATE_ATTRIBUTES_H
