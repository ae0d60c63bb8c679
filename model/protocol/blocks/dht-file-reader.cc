/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-file-reader.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

namespace dht
{

FileReader::FileReader(const Key& root, std::uint64_t offset)
    : m_offset(offset)
{
    m_parts.emplace_back();
    m_parts.back().key = root;
}

std::vector<Key>
FileReader::Ask()
{
    std::set<Key> asked;
    for (const Part& part : m_parts)
    {
        if (part.state == State::kAsked)
        {
            asked.insert(part.key);
        }
    }
    std::vector<Key> keys;
    for (Part& part : m_parts)
    {
        if (part.begin >= m_offset && part.begin - m_offset >= kAhead)
        {
            break;
        }
        if (part.state == State::kWanted)
        {
            // the same block may be in several places
            const bool isNew = asked.count(part.key) == 0;
            if (isNew && asked.size() == kMostAsked)
            {
                break;
            }
            if (isNew)
            {
                asked.insert(part.key);
                keys.push_back(part.key);
            }
            part.state = State::kAsked;
        }
    }
    return keys;
}

FileReader::Answer
FileReader::Give(const Key& key, const Bytes& bytes)
{
    const auto isIt = [&](const Part& part) {
        return part.state == State::kAsked && part.key == key;
    };
    auto part = std::find_if(m_parts.begin(), m_parts.end(), isIt);
    if (part == m_parts.end())
    {
        return Answer::kNotAsked;
    }
    if (!IsBlockOf(key, bytes))
    {
        Retry(key);
        return Answer::kWrong;
    }
    while (part != m_parts.end())
    {
        auto opened = Opened(*part, bytes);
        if (!m_damage.empty())
        {
            m_parts.clear();
            return Answer::kDamaged;
        }
        const auto behind = m_parts.erase(part);
        part = m_parts.insert(behind,
                              std::make_move_iterator(opened.begin()),
                              std::make_move_iterator(opened.end()));
        part = std::find_if(part, m_parts.end(), isIt);
    }
    return Answer::kTaken;
}

void
FileReader::Retry(const Key& key)
{
    for (Part& part : m_parts)
    {
        if (part.key == key && part.state == State::kAsked)
        {
            part.state = State::kWanted;
        }
    }
}

Bytes
FileReader::Take()
{
    Bytes taken;
    while (!m_parts.empty() && m_parts.front().state == State::kHeld)
    {
        const Part& part = m_parts.front();
        const auto skipped = static_cast<std::ptrdiff_t>(m_offset - part.begin);
        taken.insert(taken.end(), part.bytes.begin() + skipped, part.bytes.end());
        m_offset = part.begin + part.size;
        m_parts.pop_front();
    }
    return taken;
}

std::optional<std::uint64_t>
FileReader::Size() const
{
    return m_size;
}

bool
FileReader::IsDone() const
{
    return m_parts.empty() && m_damage.empty();
}

const std::string&
FileReader::Damage() const
{
    return m_damage;
}

std::vector<FileReader::Part>
FileReader::Opened(const Part& part, const Bytes& bytes)
{
    if (m_size && part.storey == 0)
    {
        if (bytes.size() != part.size)
        {
            SetDamage(part, "it has " + std::to_string(bytes.size()) + " bytes");
            return {};
        }
        Part leaf = part;
        leaf.state = State::kHeld;
        leaf.bytes = bytes;
        return {std::move(leaf)};
    }
    const auto inner = m_size ? DecodeInnerBlock(bytes, part.storey) : DecodeRoot(bytes);
    if (!inner || (m_size && inner->size != part.size))
    {
        SetDamage(part, m_size ? "it is no inner block of that size" : "it is no root of a file");
        return {};
    }
    if (m_size)
    {
        return Below(part, *inner);
    }
    if (m_offset > inner->size)
    {
        SetDamage(part,
                  "the file has " + std::to_string(inner->size) + " bytes and cannot go on at " +
                      std::to_string(m_offset));
        return {};
    }
    m_size = inner->size;
    Part root = part;
    root.storey = StoreyOfRoot(inner->size);
    root.size = inner->size;
    return Below(root, *inner);
}

std::vector<FileReader::Part>
FileReader::Below(const Part& part, const InnerBlock& inner) const
{
    std::vector<Part> below;
    const std::uint64_t each = BytesBelow(part.storey - 1);
    for (std::size_t i = 0; i < inner.below.size(); ++i)
    {
        Part child;
        child.key = inner.below[i];
        child.storey = part.storey - 1;
        child.begin = part.begin + i * each;
        child.size = std::min(each, part.size - i * each);
        if (child.begin + child.size > m_offset)
        {
            below.push_back(child);
        }
    }
    return below;
}

void
FileReader::SetDamage(const Part& part, const std::string& why)
{
    m_damage = "block " + KeyToHex(part.key) + ", at byte " + std::to_string(part.begin) +
               " of the file: " + why;
}

} // namespace dht
