/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_HASHED_PLACES_H
#define DHT_HASHED_PLACES_H

#include "dht-prefetch.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * Which element of an array has a key.
 */

namespace dht
{

/**
 * Finds elements of an array by hashes of their keys. (A map of the standard library allocates for
 * each key.) Slots are probed one after the other, and there are twice as many as elements or more;
 * what is removed leaves no mark (Knuth, "The Art of Computer Programming", volume 3, section 6.4,
 * algorithms L and R).
 */
class HashedPlaces
{
  public:
    /// Elements that an array may have at the most.
    static constexpr std::size_t kMost = std::numeric_limits<std::uint16_t>::max();

    /// @tparam Condition Of a place. @param hash Of a key. @param isIt Tells whether the element at
    /// a place has the key. @return The place; nothing if there is none.
    template <typename Condition>
    std::optional<std::size_t> Find(std::uint64_t hash, const Condition& isIt) const
    {
        if (m_slots.empty())
        {
            return std::nullopt;
        }
        std::size_t slot = hash & Mask();
        while (m_slots[slot] != 0 && !isIt(PlaceIn(slot)))
        {
            slot = (slot + 1) & Mask();
        }
        return m_slots[slot] == 0 ? std::nullopt : std::optional(PlaceIn(slot));
    }

    /// Have the beginning of a search brought into the cache. @param hash Of the key that will be
    /// searched for.
    void Expect(std::uint64_t hash) const
    {
        if (!m_slots.empty())
        {
            Prefetch(&m_slots[hash & Mask()], sizeof(m_slots.front()));
        }
    }

    /// @param hash Of a key. @return The first place that a search would look at, and nearly always
    /// the last; nothing if there is none.
    std::optional<std::size_t> FirstPlace(std::uint64_t hash) const
    {
        return Find(hash, [](std::size_t /* place */) { return true; });
    }

    /// An element is found from now on. @tparam Hash Of a place. @param place Where it is, below
    /// kMost. @param hashAt Tells the hash of the key of the element at a place.
    template <typename Hash>
    void Add(std::size_t place, const Hash& hashAt)
    {
        if (2 * (m_size + 1) > m_slots.size())
        {
            Grow(hashAt);
        }
        Put(place, hashAt(place));
        ++m_size;
    }

    /// An element is no longer found, and all others are. @tparam Hash Of a place. @param place
    /// Where it is; it must have been added. @param hashAt As for Add().
    template <typename Hash>
    void Remove(std::size_t place, const Hash& hashAt)
    {
        std::size_t slot = hashAt(place) & Mask();
        while (PlaceIn(slot) != place)
        {
            slot = (slot + 1) & Mask();
        }
        --m_size;
        m_slots[slot] = 0;
        // those behind it that are not where their search begins move up, as far as it
        for (std::size_t next = (slot + 1) & Mask(); m_slots[next] != 0; next = (next + 1) & Mask())
        {
            const std::size_t home = hashAt(PlaceIn(next)) & Mask();
            if (((next - home) & Mask()) >= ((next - slot) & Mask()))
            {
                std::swap(m_slots[slot], m_slots[next]);
                slot = next;
            }
        }
    }

  private:
    /// Slots at first.
    static constexpr std::size_t kFewest = 16;

    /// @return What a hash is cut to.
    std::size_t Mask() const
    {
        return m_slots.size() - 1;
    }

    /// @param slot One that is not free. @return The place in it.
    std::size_t PlaceIn(std::size_t slot) const
    {
        return m_slots[slot] - 1U;
    }

    /// @param place A place. @param hash Of the key there.
    void Put(std::size_t place, std::uint64_t hash)
    {
        std::size_t slot = hash & Mask();
        while (m_slots[slot] != 0)
        {
            slot = (slot + 1) & Mask();
        }
        m_slots[slot] = static_cast<std::uint16_t>(place + 1);
    }

    /// Have twice as many slots. @tparam Hash Of a place. @param hashAt As for Add().
    template <typename Hash>
    void Grow(const Hash& hashAt)
    {
        const auto before =
            std::exchange(m_slots,
                          std::vector<std::uint16_t>(std::max(kFewest, 2 * m_slots.size())));
        for (const std::uint16_t number : before)
        {
            if (number != 0)
            {
                Put(number - 1U, hashAt(number - 1U));
            }
        }
    }

    std::vector<std::uint16_t> m_slots; ///< Places, each plus 1; 0: none. A power of two.
    std::size_t m_size{0};              ///< Elements that are found.
};

} // namespace dht

#endif // DHT_HASHED_PLACES_H
