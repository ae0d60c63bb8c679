/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_PEER_PARAMETERS_H
#define DHT_CC_PEER_PARAMETERS_H

#include "dht-link-options.h"
#include "dht-maintenance.h"
#include "dht-option-table.h"
#include "dht-peer-context.h"
#include "dht-transport-options.h"
#include "dht-workload-registry.h"

#include "ns3/attribute.h"

#include <set>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

class DhtHelper;

/**
 * @ingroup dht-cc
 * The parameters of a program's peers. The protocol core has tables of them: a program names the
 * parameters that it wants as options, and sets defaults of its own before that.
 */
class PeerParameters
{
  public:
    /// Attributes by name.
    using Attributes = std::vector<std::pair<std::string, Ptr<AttributeValue>>>;

    dht::PeerOptions peer;               //!< What every peer needs.
    dht::MaintenanceOptions maintenance; //!< How a peer keeps its place in a ring.
    dht::WorkloadOptions workload;       //!< A peer's requests.
    std::string workloadKind{dht::WorkloadRegistry::kRandom}; //!< Of which kind they are.
    std::string workloadConstants;   //!< The kind's constants, NAME=VALUE,..., as given.
    dht::LinkOptions links;          //!< What carries a peer's links.
    dht::TransportOptions transport; //!< Of the overlay's own transport.

    /// @return Whether links are those of the overlay's own transport.
    bool IsDtl() const
    {
        return links.carrier == dht::LinkCarrier::kDtl;
    }

    /**
     * Add an option for a parameter. The attribute of that name is refused from then on.
     *
     * @param table Gets the option; it keeps references to this object.
     * @param name The parameter, such as "QueueCapacity".
     * @param more The program's addition to its help; empty for none.
     */
    void DefineParameter(DhtOptionTable& table,
                         const std::string& name,
                         const std::string& more = "");

    /// Add options for what requests are made: a load that may surge, and a hot key. @param table
    /// The table to add to; it keeps references to this object.
    void DefineLoad(DhtOptionTable& table);

    /// @param table Where DefineLoad() has added its options. @throws DhtOptionError One of them
    /// has no effect.
    void CheckLoad(const DhtOptionTable& table) const;

    /// Add options for the kind of workload and its constants. @param table The table to add to; it
    /// keeps references to this object.
    void DefineWorkload(DhtOptionTable& table);

    /// Set the defaults of the attributes of the kind of workload to the given constants, and hide
    /// the options if they are not given. @param table Where DefineWorkload() has added its
    /// options. @throws DhtOptionError The kind has no such constant, or the value is not allowed.
    void FinishWorkload(DhtOptionTable& table) const;

    /// Add options for how requests find their way. @param table The table to add to; it keeps
    /// references to this object.
    void DefineRouting(DhtOptionTable& table);

    /// Those without effect are hidden. @param table Where DefineRouting() has added its options.
    /// @throws DhtOptionError One of them has no effect.
    void FinishRouting(DhtOptionTable& table) const;

    /// Set the attributes of the parameters that are options. @param helper Makes peers.
    void ConfigurePeers(DhtHelper& helper) const;

    /// @return The attributes of the parameters that are options.
    Attributes GetAttributes() const;

  private:
    /// @tparam S A struct with a table. @param table Gets the option. @param values Take its value.
    /// @param name A parameter. @param more The program's addition to its help. @return Whether the
    /// struct's table has such a parameter.
    template <typename S>
    bool DefineIn(DhtOptionTable& table,
                  S& values,
                  const std::string& name,
                  const std::string& more);
    /// @tparam S A struct with a table. @param values Its values. @param attributes Get those of
    /// the parameters that are options.
    template <typename S>
    void AddFrom(const S& values, Attributes& attributes) const;

    std::set<std::string> m_defined; //!< Those that are options.
};

} // namespace ns3

#endif // DHT_CC_PEER_PARAMETERS_H
