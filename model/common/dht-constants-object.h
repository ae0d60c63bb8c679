/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_DHT_CONSTANTS_OBJECT_H
#define DHT_CC_DHT_CONSTANTS_OBJECT_H

#include "dht-late-attributes.h"
#include "dht-parameters.h"

#include "ns3/object.h"

#include <map>
#include <string>

namespace ns3
{

/**
 * @ingroup dht-cc
 * An ns-3 object whose attributes are the constants of an algorithm of the protocol core. An
 * algorithm has those of the time when it was made.
 */
class DhtConstantsObject : public Object, public DhtLateAttributes
{
  public:
    /// @return The TypeId.
    static TypeId GetTypeId();

    Effect GetEffect(const std::string& attribute) const override;

  protected:
    /// @param name A name in kebab-case. @return It in CamelCase, as ns-3's types are called.
    static std::string ToCamelCase(const std::string& name);

    /// @param tid A TypeId. @param table Constants with their defaults and ranges. @return The same
    /// TypeId, with an attribute for each.
    static TypeId AddConstants(TypeId tid, const dht::Parameters& table);

    /// @param table Constants. @return The same constants, with this object's values.
    dht::Parameters Apply(dht::Parameters table) const;

  private:
    class Accessor;

    std::map<std::string, double> m_values; //!< The constants, by name.
    mutable bool m_isRead{false};           //!< Whether an algorithm was made with them.
};

} // namespace ns3

#endif // DHT_CC_DHT_CONSTANTS_OBJECT_H
