/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CONTACT_ROUND_H
#define DHT_CONTACT_ROUND_H

#include "dht-correspondence.h"

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * Who is still there of those that a peer has met.
 */

namespace dht
{

/// Asks all contacts at once. A search asks few peers at a time and waits for each, so that many
/// that have gone would keep a peer from those who are there.
class ContactRound
{
  public:
    /// @param context What is shared; must outlive this object. @param correspondence Likewise.
    ContactRound(MaintenanceContext& context, Correspondence& correspondence);

    /// Ask. @param now The present. @param contacts Those to ask.
    void Start(Time now, const RingNodes& contacts);
    /// Ask no more.
    void Stop();
    /// Somebody has answered: it has a place. @param now The present. @param node The contact.
    void OnAnswer(Time now, const RingNode& node);

    /// @param now The present. @return Whether there is nobody to wait for any more.
    bool IsOver(Time now) const;
    /// @return Who has answered, the first one first.
    const RingNodes& There() const;
    /// @return When it is over, if that is known.
    Time NextWake() const;

  private:
    MaintenanceContext& m_context;    ///< What is shared.
    Correspondence& m_correspondence; ///< How to ask.
    bool m_isOn{false};               ///< Whether it has begun.
    RingNodes m_there;                ///< Who has answered.
    Time m_until{kNever};             ///< How long to wait for more of them.
};

} // namespace dht

#endif // DHT_CONTACT_ROUND_H
