/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-late-attributes.h"

#include "ns3/nstime.h"
#include "ns3/object-base.h"
#include "ns3/simulator.h"
#include "ns3/type-id.h"

#include <iostream>
#include <utility>

namespace ns3
{

namespace
{

/// Tells the object, or the user, that an attribute was set.
class StartAccessor : public AttributeAccessor
{
  public:
    /// @param accessor Reads and writes the attribute.
    explicit StartAccessor(Ptr<const AttributeAccessor> accessor)
        : m_accessor(std::move(accessor))
    {
    }

    bool Set(ObjectBase* object, const AttributeValue& value) const override
    {
        auto* const owner = dynamic_cast<DhtLateAttributes*>(object);
        if (!owner)
        {
            return false;
        }
        const auto [type, name] = Find(object->GetInstanceTypeId());
        const DhtLateAttributes::Effect effect = owner->GetEffect(name);
        if (effect != DhtLateAttributes::NOW)
        {
            Tell(type + "::" + name, effect);
        }
        if (effect == DhtLateAttributes::NEVER || !m_accessor->Set(object, value))
        {
            return false;
        }
        if (effect == DhtLateAttributes::NOW)
        {
            owner->OnSet(name);
        }
        return true;
    }

    bool Get(const ObjectBase* object, AttributeValue& value) const override
    {
        return m_accessor->Get(object, value);
    }

    bool HasGetter() const override
    {
        return m_accessor->HasGetter();
    }

    bool HasSetter() const override
    {
        return m_accessor->HasSetter();
    }

  private:
    /// @param tid An object's type. @return The type that has this attribute, and its name there.
    std::pair<std::string, std::string> Find(TypeId tid) const
    {
        for (;; tid = tid.GetParent())
        {
            for (std::size_t i = 0; i < tid.GetAttributeN(); ++i)
            {
                if (PeekPointer(tid.GetAttribute(i).accessor) == this)
                {
                    return {tid.GetName(), tid.GetAttribute(i).name};
                }
            }
            if (!tid.HasParent() || tid.GetParent() == tid)
            {
                return {};
            }
        }
    }

    /// Tell the user once, however many objects are told so at this time. @param attribute Type and
    /// name. @param effect When it has one.
    void Tell(const std::string& attribute, DhtLateAttributes::Effect effect) const
    {
        if (m_told == Simulator::Now())
        {
            return;
        }
        m_told = Simulator::Now();
        // another run is told again
        Simulator::ScheduleDestroy([this] { m_told = Time(-1); });
        std::cerr << attribute << " is set at " << m_told.GetSeconds()
                  << " s, and was read before: "
                  << (effect == DhtLateAttributes::NEVER
                          ? "it is refused"
                          : "what runs goes on as it is, and the next start takes it")
                  << std::endl;
    }

    Ptr<const AttributeAccessor> m_accessor; //!< Reads and writes the attribute.
    mutable Time m_told{-1};                 //!< When the user was told last.
};

} // namespace

void
DhtLateAttributes::OnSet(const std::string& /* attribute */)
{
}

Ptr<const AttributeAccessor>
ReadAtStart(Ptr<const AttributeAccessor> accessor)
{
    return Create<StartAccessor>(std::move(accessor));
}

} // namespace ns3
