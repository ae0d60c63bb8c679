/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-file-reader.h"

#include "dht-file-builder.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

namespace dht
{

FileReader::FileReader(const Key& root, Former former, Names names)
    : m_root(root),
      m_former(std::move(former)),
      m_names(names)
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
    const std::uint64_t farthest = m_former ? kAheadToCompare : kAhead;
    std::vector<Key> keys;
    for (Part& part : m_parts)
    {
        const std::uint64_t ahead = part.begin - m_offset;
        if (ahead >= farthest)
        {
            break;
        }
        if (part.state == State::kWanted && (ahead < kAhead || part.level > 0))
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
    PassOver();
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

std::optional<FileReader::Piece>
FileReader::Take()
{
    if (m_parts.empty() || m_parts.front().state != State::kHeld)
    {
        return std::nullopt;
    }
    Piece piece{m_parts.front().begin, std::move(m_parts.front().bytes)};
    m_parts.front().state = State::kThere;
    PassOver();
    return piece;
}

std::uint64_t
FileReader::Kept() const
{
    return m_kept;
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

bool
FileReader::IsWhole() const
{
    if (m_names == Names::kBlock)
    {
        return IsBlockOf(m_root, m_former(0, kMostBlockBytes + 1));
    }
    FileBuilder builder([](const Key&, const Bytes&) {});
    // one size and one content have one root
    for (Bytes bytes = m_former(0, kLeafBytes); !bytes.empty();
         bytes = m_former(builder.Size(), kLeafBytes))
    {
        builder.Append(bytes.data(), bytes.size());
    }
    return builder.Finish() == m_root;
}

const std::string&
FileReader::Damage() const
{
    return m_damage;
}

std::vector<FileReader::Part>
FileReader::Opened(const Part& part, const Bytes& bytes)
{
    if (!m_size)
    {
        return OpenedRoot(part, bytes);
    }
    if (part.level == 0)
    {
        return Held(part, bytes);
    }
    const auto inner = DecodeInnerBlock(bytes, part.level);
    if (!inner || inner->size != part.size)
    {
        SetDamage(part, "it is no inner block of that size");
        return {};
    }
    return Below(part, *inner);
}

std::vector<FileReader::Part>
FileReader::OpenedRoot(Part part, const Bytes& bytes)
{
    if (m_names == Names::kBlock)
    {
        m_size = part.size = bytes.size();
        return Held(part, bytes);
    }
    const auto inner = DecodeRoot(bytes);
    if (!inner)
    {
        SetDamage(part, "it is no root of a file");
        return {};
    }
    m_size = part.size = inner->size;
    part.level = LevelOfRoot(inner->size);
    return Below(part, *inner);
}

std::vector<FileReader::Part>
FileReader::Held(Part leaf, const Bytes& bytes)
{
    if (bytes.size() != leaf.size)
    {
        SetDamage(leaf, "it has " + std::to_string(bytes.size()) + " bytes");
        return {};
    }
    leaf.state = State::kHeld;
    leaf.bytes = bytes;
    return {std::move(leaf)};
}

std::vector<FileReader::Part>
FileReader::Below(const Part& part, const InnerBlock& inner)
{
    std::vector<Part> below;
    const std::uint64_t each = BytesBelow(part.level - 1);
    for (std::size_t i = 0; i < inner.below.size(); ++i)
    {
        Part child;
        child.key = inner.below[i];
        child.level = part.level - 1;
        child.begin = part.begin + i * each;
        child.size = std::min(each, part.size - i * each);
        if (child.level == 0 && IsThere(child))
        {
            child.state = State::kThere;
            m_kept += child.size;
        }
        below.push_back(child);
    }
    return below;
}

bool
FileReader::IsThere(const Part& leaf) const
{
    if (!m_former)
    {
        return false;
    }
    const Bytes bytes = m_former(leaf.begin, leaf.size);
    return bytes.size() == leaf.size && IsBlockOf(leaf.key, bytes);
}

void
FileReader::PassOver()
{
    while (!m_parts.empty() && m_parts.front().state == State::kThere)
    {
        m_offset = m_parts.front().begin + m_parts.front().size;
        m_parts.pop_front();
    }
}

void
FileReader::SetDamage(const Part& part, const std::string& why)
{
    m_damage = "block " + KeyToHex(part.key) + ", at byte " + std::to_string(part.begin) +
               " of the file: " + why;
}

} // namespace dht
