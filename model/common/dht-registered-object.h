/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_DHT_REGISTERED_OBJECT_H
#define DHT_CC_DHT_REGISTERED_OBJECT_H

#include "dht-constants-object.h"

#include "ns3/abort.h"
#include "ns3/config.h"
#include "ns3/double.h"
#include "ns3/object-factory.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup dht-cc
 * Algorithms of a registry as ns-3 objects: each has a TypeId, made from its own table of
 * constants. So a constant is declared once, in the algorithm's source file, and is known to
 * Config::SetDefault(), to the command line and to --PrintAttributes.
 *
 * @tparam T The class that derives from this one. It has a GetTypeId() that calls RegisterTypes(),
 *           and a static member BASE_NAME, the name of its own type.
 * @tparam Registry A dht::NamedRegistry whose entries have parameters.
 * @tparam Entry An entry of it.
 */
template <typename T, typename Registry, typename Entry>
class DhtRegisteredObject : public DhtConstantsObject
{
  public:
    /**
     * Make the TypeIds of what was registered since the last call. What this library has gets its
     * own from the start; Find() calls this for others.
     */
    static void RegisterTypes()
    {
        for (const auto& entry : Registry::Get().All())
        {
            if (Types().count(entry->name) == 0)
            {
                TypeId tid(T::TypeName(entry->name).c_str());
                tid.SetParent(TypeId::LookupByName(T::BASE_NAME))
                    .SetGroupName("DhtCc")
                    .template AddConstructor<T>();
                Types()[entry->name] = AddConstants(tid, entry->parameters);
            }
        }
    }

    /// @return The names of all, in the order they were registered.
    static std::vector<std::string> GetNames()
    {
        RegisterTypes();
        return Registry::Get().Names();
    }

    /// @param name A name in the registry. @return Its TypeId.
    /// @throws std::invalid_argument There is none; the message lists those that are known.
    static TypeId Find(const std::string& name)
    {
        Registry::Get().Find(name);
        RegisterTypes();
        return Types().at(name);
    }

    /// @param name A name in the registry. @return The object, with the present defaults of its
    /// attributes.
    /// @throws std::invalid_argument There is none.
    static Ptr<T> Create(const std::string& name)
    {
        ObjectFactory factory;
        factory.SetTypeId(Find(name));
        return factory.Create<T>();
    }

    /// Set the defaults of attributes. @param name A name in the registry. @param constants Names
    /// and values of its constants.
    /// @throws std::invalid_argument There is no such entry.
    static void SetDefaults(const std::string& name,
                            const std::vector<std::pair<std::string, double>>& constants)
    {
        const std::string type = Find(name).GetName();
        for (const auto& [constant, value] : constants)
        {
            Config::SetDefault(type + "::" + constant, DoubleValue(value));
        }
    }

    /// @return Its name in the registry.
    const std::string& GetName() const
    {
        return GetEntry().name;
    }

  protected:
    /// @return What this object configures. Aborts for an object that was not made through a TypeId
    /// of Find().
    const Entry& GetEntry() const
    {
        for (const auto& [name, tid] : Types())
        {
            if (tid == GetInstanceTypeId())
            {
                return Registry::Get().Find(name);
            }
        }
        NS_ABORT_MSG("an object of " << T::BASE_NAME
                                     << " has to be made by Create() or an ObjectFactory");
    }

    /// @return The present constants.
    dht::Parameters GetParameters() const
    {
        return Apply(GetEntry().parameters);
    }

  private:
    /// @return The TypeIds, by name.
    static std::map<std::string, TypeId>& Types()
    {
        static std::map<std::string, TypeId> types;
        return types;
    }
};

} // namespace ns3

#endif // DHT_CC_DHT_REGISTERED_OBJECT_H
