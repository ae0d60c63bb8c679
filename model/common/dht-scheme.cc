/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-scheme.h"

#include "ns3/abort.h"
#include "ns3/double.h"
#include "ns3/object-factory.h"

#include <cctype>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(DhtScheme);

/// Reads and writes one constant of a DhtScheme.
class DhtScheme::ParameterAccessor : public AttributeAccessor
{
  public:
    /**
     * @param name The constant's name.
     */
    explicit ParameterAccessor(const std::string& name)
        : m_name(name)
    {
    }

    bool Set(ObjectBase* object, const AttributeValue& value) const override
    {
        const auto number = dynamic_cast<const DoubleValue*>(&value);
        const auto scheme = dynamic_cast<DhtScheme*>(object);
        if (!number || !scheme)
        {
            return false;
        }
        scheme->m_values[m_name] = number->Get();
        return true;
    }

    bool Get(const ObjectBase* object, AttributeValue& value) const override
    {
        const auto number = dynamic_cast<DoubleValue*>(&value);
        const auto scheme = dynamic_cast<const DhtScheme*>(object);
        if (!number || !scheme)
        {
            return false;
        }
        number->Set(scheme->m_values.at(m_name));
        return true;
    }

    bool HasGetter() const override
    {
        return true;
    }

    bool HasSetter() const override
    {
        return true;
    }

  private:
    std::string m_name; //!< The constant's name.
};

namespace
{

/// The TypeIds of the schemes, by the schemes' names.
std::map<std::string, TypeId>&
Types()
{
    static std::map<std::string, TypeId> types;
    return types;
}

std::string
TypeName(const std::string& scheme)
{
    std::string name = "ns3::Dht";
    bool upper = true;
    for (const char c : scheme)
    {
        if (c != '-')
        {
            name += upper ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
        }
        upper = c == '-';
    }
    return name;
}

} // namespace

TypeId
DhtScheme::GetTypeId()
{
    static TypeId tid = TypeId("ns3::DhtScheme").SetParent<Object>().SetGroupName("DhtCc");
    RegisterTypes();
    return tid;
}

void
DhtScheme::RegisterTypes()
{
    for (const auto& scheme : dht::SchemeRegistry::Get().All())
    {
        if (Types().count(scheme->name) > 0)
        {
            continue;
        }
        TypeId tid = TypeId(TypeName(scheme->name).c_str());
        Types()[scheme->name] = tid;
        tid.SetParent(TypeId::LookupByName("ns3::DhtScheme"))
            .SetGroupName("DhtCc")
            .AddConstructor<DhtScheme>();
        for (const dht::Parameter& parameter : scheme->parameters.Table())
        {
            tid.AddAttribute(parameter.name,
                             parameter.help,
                             DoubleValue(parameter.value),
                             ns3::Create<ParameterAccessor>(parameter.name),
                             MakeDoubleChecker<double>(parameter.minimum, parameter.maximum));
        }
    }
}

std::vector<std::string>
DhtScheme::GetNames()
{
    RegisterTypes();
    return dht::SchemeRegistry::Get().Names();
}

TypeId
DhtScheme::Find(const std::string& name)
{
    dht::SchemeRegistry::Get().Find(name);
    RegisterTypes();
    return Types().at(name);
}

Ptr<DhtScheme>
DhtScheme::Create(const std::string& name)
{
    ObjectFactory factory;
    factory.SetTypeId(Find(name));
    return factory.Create<DhtScheme>();
}

const dht::Scheme&
DhtScheme::Get() const
{
    for (const auto& [name, tid] : Types())
    {
        if (tid == GetInstanceTypeId())
        {
            return dht::SchemeRegistry::Get().Find(name);
        }
    }
    NS_ABORT_MSG("a DhtScheme has to be made by DhtScheme::Create() or an ObjectFactory");
}

const std::string&
DhtScheme::GetName() const
{
    return Get().name;
}

std::unique_ptr<dht::CongestionControl>
DhtScheme::Make() const
{
    const dht::Scheme& scheme = Get();
    dht::Parameters parameters = scheme.parameters;
    for (const auto& [name, value] : m_values)
    {
        parameters.Set(name, value);
    }
    return scheme.make(parameters);
}

} // namespace ns3
