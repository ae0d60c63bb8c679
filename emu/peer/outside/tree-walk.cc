/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tree-walk.h"

#include "peer-error.h"
#include "transfer-progress.h"

#include <algorithm>

namespace dht
{

void
CheckLimit(const Key& root, std::uint64_t size, std::uint64_t limit)
{
    const auto text = [](std::uint64_t bytes) { return BytesToText(static_cast<double>(bytes)); };
    if (size > limit)
    {
        throw PeerError(PeerError::kFailed,
                        KeyToHex(root) + " has " + text(size) + ", and --limit allows " +
                            text(limit));
    }
}

TreeWalk::TreeWalk(const Key& root, std::uint64_t limit)
    : m_root(root),
      m_limit(limit),
      m_ahead{{root, kMostLevels, 0}}
{
}

std::optional<Key>
TreeWalk::Next()
{
    while (!m_ahead.empty())
    {
        const Place place = m_ahead.back();
        m_ahead.pop_back();
        std::set<Place>& known = m_known[place.level > 0 ? 1 : 0];
        if (known.count(place) > 0)
        {
            m_done += place.size;
            continue;
        }
        if (known.size() == kMostKnown)
        {
            known.clear();
        }
        known.insert(place);
        // a leaf may say the same as an inner block: it is asked for once, and is both
        auto& places = m_asked[place.key];
        places.push_back(place);
        if (places.size() == 1)
        {
            return place.key;
        }
    }
    return std::nullopt;
}

bool
TreeWalk::IsInner(const Key& key) const
{
    const auto asked = m_asked.find(key);
    return asked != m_asked.end() &&
           std::any_of(asked->second.begin(), asked->second.end(), [](const Place& place) {
               return place.level > 0;
           });
}

void
TreeWalk::Give(const Key& key, const Bytes& block)
{
    const auto asked = m_asked.extract(key);
    for (const Place& place : asked ? asked.mapped() : std::vector<Place>{})
    {
        Open(place, block);
    }
}

void
TreeWalk::Skip(const Key& key)
{
    m_asked.erase(key);
}

bool
TreeWalk::IsDone() const
{
    return m_ahead.empty() && m_asked.empty();
}

std::uint64_t
TreeWalk::Done() const
{
    return m_done;
}

std::optional<std::uint64_t>
TreeWalk::Size() const
{
    return m_size;
}

void
TreeWalk::Open(Place place, const Bytes& block)
{
    const bool isRoot = !m_size;
    const auto inner = isRoot            ? DecodeRoot(block)
                       : place.level > 0 ? DecodeInnerBlock(block, place.level)
                                         : std::nullopt;
    if (isRoot && inner)
    {
        CheckLimit(m_root, inner->size, m_limit);
        m_size = place.size = inner->size;
        place.level = LevelOfRoot(inner->size);
    }
    const std::uint64_t size = place.level == 0 ? block.size() : inner ? inner->size : 0;
    if (size != place.size || (place.level > 0 && !inner))
    {
        throw PeerError(PeerError::kNotThere,
                        KeyToHex(m_root) + " names no file: block " + KeyToHex(place.key) +
                            " is not as its place in the tree asks for");
    }
    if (place.level == 0)
    {
        m_done += size;
        return;
    }
    const std::uint64_t each = BytesBelow(place.level - 1);
    // the first one comes next
    for (std::size_t i = inner->below.size(); i-- > 0;)
    {
        m_ahead.push_back({inner->below[i], place.level - 1, std::min(each, size - i * each)});
    }
}

} // namespace dht
