/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_NAMED_REGISTRY_H
#define DHT_NAMED_REGISTRY_H

#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * Algorithms that users choose by name.
 */

namespace dht
{

/**
 * A table of algorithms of one kind. It is filled before a host begins and only read after that.
 *
 * @tparam Entry An algorithm; it has a member name, in kebab-case, as users write it.
 */
template <typename Entry>
class NamedRegistry
{
  public:
    /// @param kind Name of an entry in error messages, such as "scheme".
    explicit NamedRegistry(std::string kind)
        : m_kind(std::move(kind))
    {
    }

    /// @param entry An entry to add. @throws std::invalid_argument Its name is taken.
    void Add(Entry entry)
    {
        for (const auto& known : m_entries)
        {
            if (known->name == entry.name)
            {
                throw std::invalid_argument("another " + m_kind + " is called " + entry.name);
            }
        }
        m_entries.push_back(std::make_unique<const Entry>(std::move(entry)));
    }

    /// @param name A name. @return Its entry, whose address does not change.
    /// @throws std::invalid_argument No entry has the name; the message lists the known names.
    const Entry& Find(std::string_view name) const
    {
        std::string names;
        for (const auto& entry : m_entries)
        {
            if (entry->name == name)
            {
                return *entry;
            }
            names += (names.empty() ? "" : ", ") + entry->name;
        }
        throw std::invalid_argument("unknown " + m_kind + " '" + std::string(name) +
                                    "': known are " + names);
    }

    /// @return All entries, in the order they were added.
    const std::vector<std::unique_ptr<const Entry>>& All() const
    {
        return m_entries;
    }

    /// @return The entries' names, in the order they were added.
    std::vector<std::string> Names() const
    {
        std::vector<std::string> names;
        for (const auto& entry : m_entries)
        {
            names.push_back(entry->name);
        }
        return names;
    }

  private:
    std::string m_kind;                                  ///< Name of an entry in error messages.
    std::vector<std::unique_ptr<const Entry>> m_entries; ///< In the order they were added.
};

/**
 * Adds an entry to a registry while a program starts: a static object beside the algorithm.
 *
 * @tparam Registry A NamedRegistry, of which Get() returns the one of this process.
 * @tparam Entry One of its entries.
 */
template <typename Registry, typename Entry>
struct RegisterIn
{
    /// @param entry The entry. @throws std::invalid_argument Its name is taken.
    explicit RegisterIn(Entry entry)
    {
        Registry::Get().Add(std::move(entry));
    }
};

} // namespace dht

#endif // DHT_NAMED_REGISTRY_H
