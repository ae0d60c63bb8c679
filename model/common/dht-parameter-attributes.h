/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_DHT_PARAMETER_ATTRIBUTES_H
#define DHT_CC_DHT_PARAMETER_ATTRIBUTES_H

#include "dht-parameter.h"

#include "ns3/attribute.h"
#include "ns3/object-base.h"
#include "ns3/type-id.h"

#include <functional>
#include <optional>
#include <set>
#include <string>

/**
 * @file
 * @ingroup dht-cc
 * @internal
 * From the tables of dht::ParameterOf to attributes: of the same names, defaults and ranges.
 */

namespace ns3
{

/// Reads and writes the parameters of one kind of object, which derives from DhtLateAttributes;
/// false or nothing for any other object.
struct DhtParameterAccess
{
    /// Reads it.
    std::function<std::optional<dht::ParameterValue>(const ObjectBase*)> get;
    /// Sets it.
    std::function<bool(ObjectBase*, const dht::ParameterValue&)> set;
};

/**
 * @ingroup dht-cc
 * @param parameter A parameter.
 * @param value A value of it.
 * @return The value of its attribute.
 */
Ptr<AttributeValue> MakeParameterValue(const dht::ParameterInfo& parameter,
                                       const dht::ParameterValue& value);

/**
 * @ingroup dht-cc
 * @param tid A TypeId.
 * @param parameter A parameter.
 * @param value Its default.
 * @param access How objects of that type keep it.
 * @return The TypeId, with an attribute for the parameter.
 */
TypeId AddParameterAttribute(TypeId tid,
                             const dht::ParameterInfo& parameter,
                             const dht::ParameterValue& value,
                             DhtParameterAccess access);

/**
 * @ingroup dht-cc
 * @tparam T A class with attributes.
 * @tparam S A struct of options with a table.
 * @tparam Find See below.
 * @param tid The TypeId of the class.
 * @param find Gives, for an object of the class, which may be const, where it keeps such a struct.
 * @param without Lines of the table to leave out.
 * @return The TypeId, with an attribute for each line of the table.
 */
template <typename T, typename S, typename Find>
TypeId
AddFoundParameterAttributes(TypeId tid, Find find, const std::set<std::string>& without = {})
{
    for (const dht::ParameterOf<S>& parameter : S::Table())
    {
        if (without.count(parameter.name) > 0)
        {
            continue;
        }
        const auto get = [&parameter,
                          find](const ObjectBase* object) -> std::optional<dht::ParameterValue> {
            const auto* const owner = dynamic_cast<const T*>(object);
            return owner ? std::optional(parameter.get(find(*owner))) : std::nullopt;
        };
        const auto set = [&parameter, find](ObjectBase* object, const dht::ParameterValue& value) {
            auto* const owner = dynamic_cast<T*>(object);
            if (owner)
            {
                parameter.set(find(*owner), value);
            }
            return owner != nullptr;
        };
        tid = AddParameterAttribute(tid, parameter, parameter.Default(), {get, set});
    }
    return tid;
}

/**
 * @ingroup dht-cc
 * @tparam T A class with attributes.
 * @tparam S A struct of options with a table.
 * @param tid The TypeId of the class.
 * @param options Where its objects keep such a struct.
 * @param without Lines of the table to leave out.
 * @return The TypeId, with an attribute for each line of the table.
 */
template <typename T, typename S>
TypeId
AddParameterAttributes(TypeId tid, S T::*options, const std::set<std::string>& without = {})
{
    return AddFoundParameterAttributes<T, S>(
        tid,
        [options](auto& owner) -> auto& { return owner.*options; },
        without);
}

} // namespace ns3

#endif // DHT_CC_DHT_PARAMETER_ATTRIBUTES_H
