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
DecodeInnerBlock(const Bytes& block, unsigned storey)
{
    if (block.size() < kSizeBytes)
    {
        return std::nullopt;
    }
    InnerBlock inner;
    inner.size = boost::endian::load_big_u64(block.data());
    if (inner.size > BytesBelow(storey))
    {
        return std::nullopt;
    }
    const std::uint64_t each = BytesBelow(storey - 1);
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
    return size > kMostFileBytes ? std::nullopt : DecodeInnerBlock(block, StoreyOfRoot(size));
}

std::uint64_t
BytesBelow(unsigned storey)
{
    std::uint64_t bytes = kLeafBytes;
    for (; storey > 0; --storey)
    {
        bytes *= kFanOut;
    }
    return bytes;
}

unsigned
StoreyOfRoot(std::uint64_t size)
{
    unsigned storey = 1;
    while (BytesBelow(storey) < size)
    {
        ++storey;
    }
    return storey;
}

} // namespace dht
