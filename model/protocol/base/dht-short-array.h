/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_SHORT_ARRAY_H
#define DHT_SHORT_ARRAY_H

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

/**
 * @file
 * @ingroup dht-protocol
 * An array of few elements, in place.
 */

namespace dht
{

/**
 * A few elements in order, with room at either end: whatever comes or goes moves the fewer ones.
 *
 * @tparam Element Type of its elements.
 * @tparam kMost Elements that fit.
 */
template <typename Element, std::uint32_t kMost>
class ShortArray
{
  public:
    /// Elements that fit.
    static constexpr std::uint32_t kCapacity = kMost;

    /// @return Its elements' number.
    std::size_t size() const
    {
        return m_end - m_begin;
    }

    /// @return The first element.
    Element* begin()
    {
        return m_elements.data() + m_begin;
    }

    /// @return The first element.
    const Element* begin() const
    {
        return m_elements.data() + m_begin;
    }

    /// @return Behind the last element.
    Element* end()
    {
        return m_elements.data() + m_end;
    }

    /// @return Behind the last element.
    const Element* end() const
    {
        return m_elements.data() + m_end;
    }

    /// @param place Below size(). @return The element there.
    Element& operator[](std::size_t place)
    {
        return begin()[place];
    }

    /// @param place Below size(). @return The element there.
    const Element& operator[](std::size_t place) const
    {
        return begin()[place];
    }

    /// @param place Its place, size() at the most. @param element A new element; there is room.
    void Insert(std::size_t place, Element element)
    {
        const bool isRoomBehind = m_end < kMost;
        if (isRoomBehind && (2 * place >= size() || m_begin == 0))
        {
            std::move_backward(begin() + place, end(), end() + 1);
            ++m_end;
        }
        else
        {
            std::move(begin(), begin() + place, begin() - 1);
            --m_begin;
        }
        begin()[place] = std::move(element);
    }

    /// @param place Below size(). @return The element there, taken out.
    Element Take(std::size_t place)
    {
        Element taken = std::move(begin()[place]);
        if (2 * place < size())
        {
            std::move_backward(begin(), begin() + place, begin() + place + 1);
            ++m_begin;
        }
        else
        {
            std::move(begin() + place + 1, end(), begin() + place);
            --m_end;
        }
        return taken;
    }

    /// Move the last elements behind another one's. @param first The first of them. @param other
    /// The other one, which has room.
    void MoveTo(std::size_t first, ShortArray& other)
    {
        for (std::size_t place = first; place < size(); ++place)
        {
            other.Insert(other.size(), std::move(begin()[place]));
        }
        m_end = m_begin + static_cast<std::uint32_t>(first);
    }

  private:
    std::array<Element, kMost> m_elements{}; ///< Its elements, and the room around them.
    std::uint32_t m_begin{0};                ///< The first one's place.
    std::uint32_t m_end{0};                  ///< Behind the last one's.
};

} // namespace dht

#endif // DHT_SHORT_ARRAY_H
