/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_COPY_ON_WRITE_H
#define DHT_COPY_ON_WRITE_H

#include <boost/smart_ptr/intrusive_ptr.hpp>
#include <boost/smart_ptr/intrusive_ref_counter.hpp>

/**
 * @file
 * @ingroup dht-protocol
 * Values that copies share until one of them is written to.
 */

namespace dht
{

/**
 * A value that most objects of a kind do not need, or share: it takes 8 bytes, and memory of its
 * own once it was written to.
 *
 * @tparam Value The value's type; it can be default-constructed and copied.
 */
template <typename Value>
class CopyOnWrite
{
  public:
    /// @return The value; a default-constructed one if it was never written to.
    const Value& operator*() const
    {
        return m_box ? m_box->value : kNew;
    }

    /// @return A pointer to the value of operator*().
    const Value* operator->() const
    {
        return &**this;
    }

    /// @return The value, to be changed as long as nobody copies this object.
    Value& Write()
    {
        if (!m_box)
        {
            m_box = new Box;
        }
        else if (m_box->use_count() > 1)
        {
            m_box = new Box(*m_box);
        }
        return m_box->value;
    }

    /// Make the value a default-constructed one again.
    void Reset()
    {
        m_box.reset();
    }

  private:
    /// A value with the number of objects that share it. The core has no threads, and a counter
    /// that threads may share costs each message.
    struct Box : boost::intrusive_ref_counter<Box, boost::thread_unsafe_counter>
    {
        Value value{}; ///< The value.
    };

    inline static const Value kNew{}; ///< The value of objects that were never written to.
    boost::intrusive_ptr<Box> m_box;  ///< The written value; or null.
};

} // namespace dht

#endif // DHT_COPY_ON_WRITE_H
