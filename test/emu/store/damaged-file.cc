/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "damaged-file.h"

#include <algorithm>
#include <functional>
#include <vector>

namespace
{

constexpr std::size_t kPageBytes = 4096;
constexpr std::size_t kLeaf = 8192;

/// Change some pages. @param [in,out] bytes The file. @param other What takes their place: the same
/// place of it, or zeros behind its end. @param random Chooses.
void
ChangePages(std::string& bytes, const std::string& other, std::mt19937& random)
{
    const std::size_t oneOf = Draw(2, 20, random);
    for (std::size_t begin = 0; begin < bytes.size(); begin += kPageBytes)
    {
        const std::size_t size = Draw(1, oneOf, random) == 1 ? kPageBytes : 0;
        for (std::size_t i = begin; i < std::min(begin + size, bytes.size()); ++i)
        {
            bytes[i] = i < other.size() ? other[i] : '\0';
        }
    }
}

/// Swap two leaves. @param [in,out] bytes The file. @param random Chooses.
void
SwapLeaves(std::string& bytes, std::mt19937& random)
{
    const std::size_t leaves = bytes.size() / kLeaf;
    if (leaves > 1)
    {
        const auto first = bytes.begin() + static_cast<long>(kLeaf * Draw(0, leaves - 1, random));
        const auto second = bytes.begin() + static_cast<long>(kLeaf * Draw(0, leaves - 1, random));
        if (first != second)
        {
            std::swap_ranges(first, first + kLeaf, second);
        }
    }
}

/// Flip some bits. @param [in,out] bytes The file. @param random Chooses.
void
FlipBits(std::string& bytes, std::mt19937& random)
{
    for (std::size_t i = Draw(1, 8, random); i > 0 && !bytes.empty(); --i)
    {
        bytes[Draw(0, bytes.size() - 1, random)] ^= static_cast<char>(1 << Draw(0, 7, random));
    }
}

} // namespace

std::size_t
Draw(std::size_t least, std::size_t most, std::mt19937& random)
{
    return least + random() % (most - least + 1);
}

std::string
DrawBytes(std::size_t size, std::mt19937& random)
{
    std::string bytes(size, '\0');
    std::generate(bytes.begin(), bytes.end(), [&] { return static_cast<char>(random()); });
    return bytes;
}

std::string
Damaged(const std::string& file, const std::string& old, std::mt19937& random)
{
    std::string bytes = file;
    const std::size_t begin = Draw(0, file.size(), random);
    const std::vector<std::function<void()>> ways{
        [&] { bytes.clear(); },
        [&] { bytes.resize(begin); },
        [&] { bytes.assign(begin, '\0'); },
        [&] { bytes.resize(std::min(bytes.size(), begin)), bytes.resize(file.size()); },
        [&] { ChangePages(bytes, "", random); },
        [&] { ChangePages(bytes, old, random); },
        [&] { SwapLeaves(bytes, random); },
        [&] { FlipBits(bytes, random); },
        [&] { bytes += DrawBytes(Draw(1, 20000, random), random); },
        [&] { bytes = DrawBytes(Draw(0, 1, random) == 0 ? file.size() : begin, random); },
        [&] { bytes = old; },
        [] {}};
    for (std::size_t times = Draw(1, 2, random); times > 0; --times)
    {
        ways[Draw(0, ways.size() - 1, random)]();
    }
    return bytes;
}
