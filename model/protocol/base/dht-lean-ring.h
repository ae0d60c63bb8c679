/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_LEAN_RING_H
#define DHT_LEAN_RING_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <new>
#include <type_traits>
#include <utility>

/**
 * @file
 * @ingroup dht-protocol
 * A ring buffer of which there may be very many,
 * most of them empty.
 */

namespace dht
{

/**
 * A ring buffer that takes 8 bytes where it is empty, and memory for at most four times as many
 * elements as are in it otherwise. (One of the library takes 40 bytes, and stays as long as it has
 * ever been.)
 *
 * @tparam Element Type of its elements, which are moved without exceptions.
 */
template <typename Element>
class LeanRing
{
  public:
    LeanRing() = default;

    /// @param other Another one, which is copied.
    LeanRing(const LeanRing& other)
        : LeanRing() // so that it is destroyed if a copy throws
    {
        for (std::size_t place = 0; place < other.Size(); ++place)
        {
            PushBack(other[place]);
        }
    }

    /// @param other Another one, which is empty from now on.
    LeanRing(LeanRing&& other) noexcept
        : m_buffer(std::exchange(other.m_buffer, nullptr))
    {
    }

    /// @param other What it is from now on. @return This one.
    LeanRing& operator=(LeanRing other) noexcept
    {
        std::swap(m_buffer, other.m_buffer);
        return *this;
    }

    ~LeanRing()
    {
        while (Size() > 0)
        {
            Take(Size() - 1);
        }
    }

    /// @return Its elements' number.
    std::size_t Size() const
    {
        return m_buffer ? m_buffer->size : 0;
    }

    /// @return Elements for which there is memory.
    std::size_t Capacity() const
    {
        return m_buffer ? m_buffer->capacity : 0;
    }

    /// @return Whether it has no element.
    bool IsEmpty() const
    {
        return !m_buffer;
    }

    /// @param place Below Size(). @return The element there, 0 being the first.
    const Element& operator[](std::size_t place) const
    {
        return *At(*m_buffer, place);
    }

    /// @param place Below Size(). @return The element there, 0 being the first.
    Element& operator[](std::size_t place)
    {
        return *At(*m_buffer, place);
    }

    /// @param element A new element, behind the last one.
    void PushBack(Element element)
    {
        Insert(std::move(element), Size(), std::numeric_limits<std::size_t>::max());
    }

    /// @param element A new element. @param place Its place; Size() is the end. @param most
    /// Elements that it is to have at the most: so many, or as many as there are, get memory.
    void Insert(Element element, std::size_t place, std::size_t most)
    {
        static_assert(std::is_nothrow_move_constructible_v<Element> &&
                      std::is_nothrow_move_assignable_v<Element>);
        static_assert(alignof(Buffer) <= __STDCPP_DEFAULT_NEW_ALIGNMENT__);
        if (!m_buffer || m_buffer->size == m_buffer->capacity)
        {
            const std::size_t needed = Size() + 1;
            Move(std::max(needed, std::min(most, 2 * Size())));
        }
        Buffer& buffer = *m_buffer;
        ++buffer.size;
        if (place + 1 == buffer.size)
        {
            new (At(buffer, place)) Element(std::move(element));
            return;
        }
        new (At(buffer, buffer.size - 1)) Element(std::move(*At(buffer, buffer.size - 2)));
        for (std::size_t i = buffer.size - 2; i > place; --i)
        {
            *At(buffer, i) = std::move(*At(buffer, i - 1));
        }
        *At(buffer, place) = std::move(element);
    }

    /// @param place Below Size(). @return The element there, taken out.
    Element Take(std::size_t place)
    {
        Buffer& buffer = *m_buffer;
        Element taken = std::move(*At(buffer, place));
        if (place == 0)
        {
            At(buffer, 0)->~Element();
            buffer.first = (buffer.first + 1) % buffer.capacity;
        }
        else
        {
            for (std::size_t i = place + 1; i < buffer.size; ++i)
            {
                *At(buffer, i - 1) = std::move(*At(buffer, i));
            }
            At(buffer, buffer.size - 1)->~Element();
        }
        --buffer.size;
        if (4 * buffer.size <= buffer.capacity && (buffer.size == 0 || buffer.capacity > kFew))
        {
            Move(2 * std::size_t{buffer.size});
        }
        return taken;
    }

    /// @return Where its memory begins, which has its elements; null if it is empty.
    const void* Memory() const
    {
        return m_buffer;
    }

  private:
    /// Elements for which memory is kept as long as there is any.
    static constexpr std::uint32_t kFew = 4;

    /// What stands before the elements in memory.
    struct alignas(Element) Buffer
    {
        std::uint32_t capacity; ///< Elements for which there is memory.
        std::uint32_t first;    ///< Where the first one is.
        std::uint32_t size;     ///< Elements.
    };

    /// @param buffer A buffer. @param place Of an element or one after the last. @return Where it
    /// is.
    static Element* At(Buffer& buffer, std::size_t place)
    {
        const std::size_t index = buffer.first + place;
        return reinterpret_cast<Element*>(&buffer + 1) +
               (index < buffer.capacity ? index : index - buffer.capacity);
    }

    /// Move all elements into memory of their own. @param capacity For so many; 0: there are none.
    void Move(std::size_t capacity)
    {
        Buffer* const before = m_buffer;
        m_buffer = nullptr;
        if (capacity > 0)
        {
            void* const memory = ::operator new(sizeof(Buffer) + capacity * sizeof(Element));
            m_buffer = new (memory) Buffer{static_cast<std::uint32_t>(capacity), 0, 0};
        }
        for (; before && m_buffer && m_buffer->size < before->size; ++m_buffer->size)
        {
            Element& element = *At(*before, m_buffer->size);
            new (At(*m_buffer, m_buffer->size)) Element(std::move(element));
            element.~Element();
        }
        ::operator delete(before);
    }

    Buffer* m_buffer{nullptr}; ///< Its memory; null if it is empty.
};

} // namespace dht

#endif // DHT_LEAN_RING_H
