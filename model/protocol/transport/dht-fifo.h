/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_FIFO_H
#define DHT_FIFO_H

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * A queue that allocates when it has never been as long before, and at no other time.
 */

namespace dht
{

/// First in, first out, in a ring. @tparam T What is in it; can be made of nothing.
template <typename T>
class Fifo
{
  public:
    /// @return How many are in it.
    std::size_t Size() const
    {
        return m_size;
    }

    /// @return Whether none is.
    bool IsEmpty() const
    {
        return m_size == 0;
    }

    /// @param index Below Size(). @return The one that came after so many others.
    T& operator[](std::size_t index)
    {
        return m_slots[(m_head + index) & (m_count - 1)];
    }

    /// @param index Below Size(). @return The one that came after so many others.
    const T& operator[](std::size_t index) const
    {
        return m_slots[(m_head + index) & (m_count - 1)];
    }

    /// @return The one that came first. There must be one.
    T& Front()
    {
        return (*this)[0];
    }

    /// @return The one that came first. There must be one.
    const T& Front() const
    {
        return (*this)[0];
    }

    /// @return The one that came last. There must be one.
    T& Back()
    {
        return (*this)[m_size - 1];
    }

    /// @param item The next one.
    void Push(T item)
    {
        if (m_size == m_count)
        {
            Resize(m_count == 0 ? kLeastSlots : 2 * m_count);
        }
        ++m_size;
        Back() = std::move(item);
    }

    /// Take the first one away. There must be one.
    void Pop()
    {
        Front() = T();
        m_head = (m_head + 1) & (m_count - 1);
        --m_size;
    }

    /// Give memory back that is not used.
    void Shrink()
    {
        std::uint32_t slots = m_count;
        while (slots > kLeastSlots && slots / 2 >= m_size)
        {
            slots /= 2;
        }
        slots = m_size == 0 ? 0 : slots;
        if (slots != m_count)
        {
            Resize(slots);
        }
    }

  private:
    static constexpr std::uint32_t kLeastSlots = 8; ///< If there are any.

    /// @param count How many slots there are to be: a power of 2, or 0; enough.
    void Resize(std::uint32_t count)
    {
        auto slots = count == 0 ? nullptr : std::make_unique<T[]>(count);
        for (std::size_t i = 0; i < m_size; ++i)
        {
            slots[i] = std::move((*this)[i]);
        }
        m_slots = std::move(slots);
        m_count = count;
        m_head = 0;
    }

    // every idle link has some: a vector would be larger
    std::unique_ptr<T[]> m_slots; ///< The ring.
    std::uint32_t m_count{0};     ///< Its slots: a power of 2, or 0.
    std::uint32_t m_head{0};      ///< Where the first one is.
    std::uint32_t m_size{0};      ///< How many there are.
};

} // namespace dht

#endif // DHT_FIFO_H
