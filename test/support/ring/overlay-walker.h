/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_TEST_OVERLAY_WALKER_H
#define DHT_CC_TEST_OVERLAY_WALKER_H

#include "dht-overlay.h"

#include <memory>
#include <ostream>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup dht-cc-tests
 * Overlays to test with, and ways through them, found step by step.
 */

namespace dht
{
namespace test
{

/// An overlay to test with.
struct OverlayCase
{
    std::string kind;      ///< Such as "chord".
    bool even;             ///< Whether its ids are evenly spaced, or SHA-1 digests.
    std::size_t peers;     ///< Number of peers.
    std::uint64_t seed{1}; ///< Of what is chosen at random.
    double wrong{0};       ///< Share of the routing entries that name a wrong peer.

    /// @return The overlay.
    std::unique_ptr<Overlay> Make() const;

    /// @return A name for a test.
    std::string Name() const;
};

/// @param out Where to write. @param what A case. @return Where it was written.
std::ostream& operator<<(std::ostream& out, const OverlayCase& what);

/// @param sizes Numbers of peers. @return A case of each kind, with even and other ids, of each.
std::vector<OverlayCase> OverlayCases(const std::vector<std::size_t>& sizes);

/// Goes the way of a request, table by table.
class OverlayWalker
{
  public:
    /// A hop.
    struct Hop
    {
        std::size_t from; ///< Who forwards.
        LinkIndex link;   ///< By which of its links.
        std::size_t to;   ///< The receiver's number.
    };

    /// Hops after which a request is taken to be lost.
    static constexpr std::size_t kHopLimit = 200;

    /// @param overlay Who knows whom.
    explicit OverlayWalker(const Overlay& overlay);

    /// @param source Whose request. @param key Where it wants to go. @return Its hops.
    std::vector<Hop> Walk(std::size_t source, const Key& key) const;

    /// @param source Whose request. @param key Where it wants to go. @return Where it ends.
    std::size_t End(std::size_t source, const Key& key) const;

  private:
    std::vector<std::vector<std::size_t>> m_neighbours; ///< By peer and link.
    std::vector<std::unique_ptr<Membership>> m_tables;  ///< By peer.
};

} // namespace test
} // namespace dht

#endif // DHT_CC_TEST_OVERLAY_WALKER_H
