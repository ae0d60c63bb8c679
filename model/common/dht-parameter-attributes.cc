/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-parameter-attributes.h"

#include "dht-late-attributes.h"
#include "dht-present-time.h"

#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/nstime.h"
#include "ns3/uinteger.h"

#include <cctype>
#include <string>
#include <utility>

namespace ns3
{

namespace
{

/// A choice by its number: a class before ns-3.41, a template of the enumeration from then on.
using ChoiceValue = decltype(EnumValue(0));

/// The most choices that a parameter may have.
constexpr std::size_t MOST_CHOICES = 12;

/// @param choice In kebab-case. @return In CamelCase, as ns-3's enumerators are called.
std::string
ChoiceName(const std::string& choice)
{
    std::string name;
    bool isFirst = true;
    for (const char letter : choice)
    {
        if (letter != '-')
        {
            const auto upper = std::toupper(static_cast<unsigned char>(letter));
            name += isFirst ? static_cast<char>(upper) : letter;
        }
        isFirst = letter == '-';
    }
    return name;
}

/// @param choices All of them. @param pairs A number and a name for each of the first ones.
/// @return What is allowed.
template <typename... Pairs>
Ptr<const AttributeChecker>
MakeChoiceChecker(const std::vector<std::string>& choices, Pairs... pairs)
{
    constexpr std::size_t count = sizeof...(pairs) / 2;
    if constexpr (count < MOST_CHOICES)
    {
        if (count < choices.size())
        {
            return MakeChoiceChecker(choices,
                                     pairs...,
                                     static_cast<int>(count),
                                     ChoiceName(choices[count]));
        }
    }
    if constexpr (count > 0)
    {
        return MakeEnumChecker(pairs...);
    }
    return nullptr;
}

/// @param time A time of the protocol core. @return The same of ns-3.
Time
ToNs3Time(dht::Time time)
{
    return time == dht::kNever ? Time::Max() : NanoSeconds(time.count());
}

/// @param parameter A parameter. @return What is allowed.
Ptr<const AttributeChecker>
MakeParameterChecker(const dht::ParameterInfo& parameter)
{
    if (!parameter.choices.empty())
    {
        return MakeChoiceChecker(parameter.choices);
    }
    if (const auto* const least = std::get_if<dht::Time>(&parameter.least))
    {
        return MakeTimeChecker(ToNs3Time(*least), ToNs3Time(std::get<dht::Time>(parameter.most)));
    }
    if (const auto* const least = std::get_if<double>(&parameter.least))
    {
        return MakeDoubleChecker<double>(*least, std::get<double>(parameter.most));
    }
    return MakeUintegerChecker<uint64_t>(std::get<uint64_t>(parameter.least),
                                         std::get<uint64_t>(parameter.most));
}

/// @param value An attribute's. @return The parameter's; nothing if it is of another type.
std::optional<dht::ParameterValue>
FromAttribute(const AttributeValue& value)
{
    if (const auto* const choice = dynamic_cast<const ChoiceValue*>(&value))
    {
        return static_cast<uint64_t>(choice->Get());
    }
    if (const auto* const time = dynamic_cast<const TimeValue*>(&value))
    {
        return ToDhtTime(time->Get());
    }
    if (const auto* const number = dynamic_cast<const DoubleValue*>(&value))
    {
        return number->Get();
    }
    if (const auto* const number = dynamic_cast<const UintegerValue*>(&value))
    {
        return number->Get();
    }
    return std::nullopt;
}

/// @param from A value. @param [out] to Becomes it. @return Whether both are of one type.
template <typename V>
bool
CopyAttribute(const AttributeValue& from, AttributeValue& to)
{
    const auto* const source = dynamic_cast<const V*>(&from);
    auto* const target = dynamic_cast<V*>(&to);
    if (source && target)
    {
        *target = *source;
    }
    return source && target;
}

/// Reads and writes one parameter of an object.
class ParameterAttributeAccessor : public AttributeAccessor
{
  public:
    /// @param parameter The parameter. @param access How the object keeps it.
    ParameterAttributeAccessor(const dht::ParameterInfo& parameter, DhtParameterAccess access)
        : m_parameter(parameter),
          m_access(std::move(access))
    {
    }

    bool Set(ObjectBase* object, const AttributeValue& value) const override
    {
        const auto given = FromAttribute(value);
        return given && m_access.set(object, *given);
    }

    bool Get(const ObjectBase* object, AttributeValue& value) const override
    {
        const auto present = m_access.get(object);
        if (!present)
        {
            return false;
        }
        const Ptr<AttributeValue> made = MakeParameterValue(m_parameter, *present);
        return CopyAttribute<ChoiceValue>(*made, value) || CopyAttribute<TimeValue>(*made, value) ||
               CopyAttribute<DoubleValue>(*made, value) ||
               CopyAttribute<UintegerValue>(*made, value);
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
    dht::ParameterInfo m_parameter; //!< The parameter.
    DhtParameterAccess m_access;    //!< How the object keeps it.
};

} // namespace

Ptr<AttributeValue>
MakeParameterValue(const dht::ParameterInfo& parameter, const dht::ParameterValue& value)
{
    if (const auto* const time = std::get_if<dht::Time>(&value))
    {
        return Create<TimeValue>(ToNs3Time(*time));
    }
    if (const auto* const number = std::get_if<double>(&value))
    {
        return Create<DoubleValue>(*number);
    }
    const uint64_t number = std::get<uint64_t>(value);
    if (!parameter.choices.empty())
    {
        return Create<ChoiceValue>(static_cast<int>(number));
    }
    return Create<UintegerValue>(number);
}

TypeId
AddParameterAttribute(TypeId tid,
                      const dht::ParameterInfo& parameter,
                      const dht::ParameterValue& value,
                      DhtParameterAccess access)
{
    return tid.AddAttribute(
        parameter.name,
        parameter.help,
        *MakeParameterValue(parameter, value),
        ReadAtStart(Create<ParameterAttributeAccessor>(parameter, std::move(access))),
        MakeParameterChecker(parameter));
}

} // namespace ns3
