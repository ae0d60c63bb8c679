/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_DHT_SCHEME_H
#define DHT_CC_DHT_SCHEME_H

#include "dht-scheme-registry.h"

#include "ns3/object.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup dht-cc
 * A congestion control scheme as an ns-3 object: its constants are attributes.
 *
 * Every scheme of dht::SchemeRegistry has a TypeId, made from the scheme's own table of constants:
 * the scheme "back-pressure" is ns3::DhtBackPressure. So a constant is declared once, in the
 * scheme's source file, and is known to Config::SetDefault(), to the command line and to
 * --PrintAttributes.
 */
class DhtScheme : public Object
{
  public:
    /**
     * @return The TypeId of all schemes' parent.
     */
    static TypeId GetTypeId();

    /**
     * Make the TypeIds of schemes that were registered since the last call. The schemes of this
     * library have theirs from the start; Find() calls this for the others.
     */
    static void RegisterTypes();

    /**
     * @return The names of all schemes, in the order they were registered.
     */
    static std::vector<std::string> GetNames();

    /**
     * @param name A scheme's name, such as "back-pressure".
     * @return Its TypeId.
     * @throws std::invalid_argument There is no such scheme; the message lists those that are
     * known.
     */
    static TypeId Find(const std::string& name);

    /**
     * @param name A scheme's name.
     * @return The scheme with the present defaults of its attributes.
     * @throws std::invalid_argument There is no such scheme.
     */
    static Ptr<DhtScheme> Create(const std::string& name);

    /**
     * @return The name of the scheme.
     */
    const std::string& GetName() const;

    /**
     * @return The congestion control of one peer, with the present constants.
     */
    std::unique_ptr<dht::CongestionControl> Make() const;

  private:
    class ParameterAccessor;

    /**
     * @return What this object configures. Aborts for an object that was not made through a TypeId
     *         of Find().
     */
    const dht::Scheme& Get() const;

    std::map<std::string, double> m_values; //!< The constants, by name.
};

} // namespace ns3

#endif // DHT_CC_DHT_SCHEME_H
