/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-file-tree.h"

#include <boost/endian/conversion.hpp>

namespace dht
{

namespace
{

constexpr std::size_t kSizeBytes = 8;
constexpr std::size_t kKeyBytes = kKeyBits / 8;

} // namespace

Bytes
EncodeInnerBlock(const InnerBlock& inner)
{
    Bytes block(kSizeBytes + kKeyBytes * inner.below.size());
    boost::endian::store_big_u64(block.data(), inner.size);
    std::uint8_t* place = block.data() + kSizeBytes;
    for (const Key& key : inner.below)
    {
        key.ToBytes(place);
        place += kKeyBytes;
    }
    return block;
}

std::optional<InnerBlock>
DecodeInnerBlock(const Bytes& block, unsigned level)
{
    if (block.size() < kSizeBytes)
    {
        return std::nullopt;
    }
    InnerBlock inner;
    inner.size = boost::endian::load_big_u64(block.data());
    if (inner.size > BytesBelow(level))
    {
        return std::nullopt;
    }
    const std::uint64_t each = BytesBelow(level - 1);
    const std::uint64_t count = (inner.size + each - 1) / each;
    if (block.size() != kSizeBytes + kKeyBytes * count)
    {
        return std::nullopt;
    }
    for (std::size_t i = 0; i < count; ++i)
    {
        inner.below.push_back(Key::FromBytes(block.data() + kSizeBytes + kKeyBytes * i));
    }
    return inner;
}

std::optional<InnerBlock>
DecodeRoot(const Bytes& block)
{
    if (block.size() < kSizeBytes)
    {
        return std::nullopt;
    }
    const std::uint64_t size = boost::endian::load_big_u64(block.data());
    return size > kMostFileBytes ? std::nullopt : DecodeInnerBlock(block, LevelOfRoot(size));
}

std::uint64_t
BytesBelow(unsigned level)
{
    std::uint64_t bytes = kLeafBytes;
    for (; level > 0; --level)
    {
        bytes *= kFanOut;
    }
    return bytes;
}

unsigned
LevelOfRoot(std::uint64_t size)
{
    unsigned level = 1;
    while (BytesBelow(level) < size)
    {
        ++level;
    }
    return level;
}

} // namespace dht
