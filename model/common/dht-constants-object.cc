/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-constants-object.h"

#include "ns3/double.h"

#include <cctype>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(DhtConstantsObject);

/// Reads and writes one constant.
class DhtConstantsObject::Accessor : public AttributeAccessor
{
  public:
    /// @param name The constant's name.
    explicit Accessor(const std::string& name)
        : m_name(name)
    {
    }

    bool Set(ObjectBase* object, const AttributeValue& value) const override
    {
        const auto number = dynamic_cast<const DoubleValue*>(&value);
        const auto owner = dynamic_cast<DhtConstantsObject*>(object);
        if (!number || !owner)
        {
            return false;
        }
        owner->m_values[m_name] = number->Get();
        return true;
    }

    bool Get(const ObjectBase* object, AttributeValue& value) const override
    {
        const auto number = dynamic_cast<DoubleValue*>(&value);
        const auto owner = dynamic_cast<const DhtConstantsObject*>(object);
        if (!number || !owner)
        {
            return false;
        }
        number->Set(owner->m_values.at(m_name));
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

TypeId
DhtConstantsObject::GetTypeId()
{
    static TypeId tid = TypeId("ns3::DhtConstantsObject").SetParent<Object>().SetGroupName("DhtCc");
    return tid;
}

std::string
DhtConstantsObject::ToCamelCase(const std::string& name)
{
    std::string camel;
    bool upper = true;
    for (const char c : name)
    {
        if (c != '-')
        {
            camel += upper ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
        }
        upper = c == '-';
    }
    return camel;
}

TypeId
DhtConstantsObject::AddConstants(TypeId tid, const dht::Parameters& table)
{
    for (const dht::Parameter& parameter : table.Table())
    {
        tid.AddAttribute(parameter.name,
                         parameter.help,
                         DoubleValue(parameter.value),
                         ReadAtStart(ns3::Create<Accessor>(parameter.name)),
                         MakeDoubleChecker<double>(parameter.minimum, parameter.maximum));
    }
    return tid;
}

DhtLateAttributes::Effect
DhtConstantsObject::GetEffect(const std::string& /* attribute */) const
{
    return m_isRead ? NEXT_START : NOW;
}

dht::Parameters
DhtConstantsObject::Apply(dht::Parameters table) const
{
    m_isRead = true;
    for (const auto& [name, value] : m_values)
    {
        table.Set(name, value);
    }
    return table;
}

} // namespace ns3
