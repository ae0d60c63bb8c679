/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_REPAIR_STREAMS_H
#define DHT_REPAIR_STREAMS_H

#include "dht-message-streams.h"
#include "dht-repair-link-options.h"

#include <cstddef>
#include <optional>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * What a store's repair says over the transport.
 */

namespace dht
{

/// Streams of a store's repair, which hurry as blocks lose fragments: what a host's RepairLinks are
/// made of.
class RepairStreams : public MessageStreams
{
  public:
    /// @param options How they are. @param makeWindow Makes the window of all. @param random For
    /// what others should not guess; must outlive this object. @param listeners Whom to tell.
    RepairStreams(const RepairLinkOptions& options,
                  TransportEndpoint::WindowMaker makeWindow,
                  Random& random,
                  Listeners listeners);

    /// How urgent are they from now on? @param now The present. @param fewest Fragments that are
    /// left of the block with the fewest, of those that are repaired; nothing if none is. @return
    /// Whether the priority has changed.
    bool SetFewest(Time now, std::optional<std::size_t> fewest);
    /// @return Fragments that may be under way at once.
    std::size_t MostAtOnce() const;
    /// @param now The present. @return For how long the priority was raised so far.
    Time Raised(Time now) const;

  private:
    RepairLinkOptions m_links;           ///< How they are.
    std::optional<std::size_t> m_fewest; ///< Fragments of the block with the fewest.
    Time m_raised{0};                    ///< How long the priority was raised.
    Time m_since{0};                     ///< Since when it is what it is.
};

} // namespace dht

#endif // DHT_REPAIR_STREAMS_H
