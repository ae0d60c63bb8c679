/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_CHURN_PARAMETERS_H
#define DHT_CC_CHURN_PARAMETERS_H

#include "dht-lifetimes.h"
#include "dht-option-table.h"

#include "ns3/nstime.h"

#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup dht-cc
 * When the peers of a program come and go.
 */
struct ChurnParameters
{
    std::string distribution{"exponential"};                       //!< Of sessions and downtimes.
    DhtLifetimes sessions;                                         //!< How long a peer stays.
    DhtLifetimes downtimes{DhtLifetimes::EXPONENTIAL, Minutes(1)}; //!< How long it is away.
    double crashes{50};        //!< Sessions that end so, in percent.
    Time joinTime{Minutes(1)}; //!< From the first join to the last.

    /// @return The options of DefineSessions() beside --session, and that of DefineJoinTime().
    static const std::vector<std::string>& DependentNames();

    /// Add the options of sessions. @param table Gets them; it keeps references to this object.
    /// @param least The shortest mean session. @param more The program's addition to the help of
    /// --session.
    void DefineSessions(DhtOptionTable& table, Time least, const std::string& more = "");
    /// Add the option of the first joins. @param table Gets it; it keeps a reference to this
    /// object.
    void DefineJoinTime(DhtOptionTable& table);
    /// To be called when the table has read the command line. @throws DhtOptionError The
    /// distribution has no such shape.
    void FinishSessions();
};

} // namespace ns3

#endif // DHT_CC_CHURN_PARAMETERS_H
