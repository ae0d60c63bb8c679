/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-block-code.h"

#include "dht-endpoint-name.h"

#include <algorithm>
#include <boost/container/small_vector.hpp>
#include <isa-l/erasure_code.h>
#include <string>
#include <utility>

namespace dht
{

namespace
{

/// Bytes of ISA-L's tables for each number of a matrix.
constexpr std::size_t kTableBytes = 32;

/// Where stripes or fragments begin, of which there are few.
using Places = boost::container::small_vector<std::uint8_t*, kMostNeeded>;

/// A matrix of m columns, m times m at the most.
using Square = std::array<std::uint8_t, kMostNeeded * kMostNeeded>;

/**
 * Multiply a matrix by stripes.
 *
 * @param needed Its columns, and how many stripes there are.
 * @param matrix Row after row.
 * @param stripes Where they begin.
 * @param size Bytes of one.
 * @param products Where they go, one for each row.
 */
void
Multiply(std::size_t needed,
         std::uint8_t* matrix,
         Places stripes,
         std::size_t size,
         Places products)
{
    if (products.empty() || size == 0)
    {
        return;
    }
    const auto columns = static_cast<int>(needed);
    const auto rows = static_cast<int>(products.size());
    boost::container::small_vector<std::uint8_t, kTableBytes * kMostNeeded> tables(
        kTableBytes * needed * products.size());
    ec_init_tables(columns, rows, matrix, tables.data());
    ec_encode_data(static_cast<int>(size),
                   columns,
                   rows,
                   tables.data(),
                   stripes.data(),
                   products.data());
}

/// @param bytes Stripes, one after the other. @param size Bytes of one. @param count How many.
/// @return Where they begin.
Places
Beginnings(Bytes& bytes, std::size_t size, std::size_t count)
{
    Places beginnings;
    for (std::size_t i = 0; i < count; ++i)
    {
        beginnings.push_back(bytes.data() + i * size);
    }
    return beginnings;
}

} // namespace

std::size_t
FragmentsNeeded(std::size_t blockSize)
{
    const std::size_t packets = (blockSize + kPacketFragmentBytes - 1) / kPacketFragmentBytes;
    return std::clamp<std::size_t>(packets, 1, kMostNeeded);
}

std::size_t
FragmentSize(std::size_t blockSize, std::size_t needed)
{
    return (blockSize + needed - 1) / needed;
}

FragmentRow
RandomRow(std::size_t needed, const Key& block, const Endpoint& holder, Time now)
{
    FragmentRow row{};
    if (needed == 1)
    {
        row[0] = 1;
        return row;
    }
    const std::string seed =
        KeyToHex(block) + " " + NameOf(holder) + " " + std::to_string(now.count());
    std::array<std::uint8_t, kKeyBits / 8> digest{};
    for (unsigned i = 0; !IsRow(needed, row); ++i)
    {
        HashKey(seed + " " + std::to_string(i)).ToBytes(digest.data());
        std::copy_n(digest.begin(), needed, row.begin());
    }
    return row;
}

FragmentRow
CauchyRow(std::size_t needed, std::size_t number)
{
    FragmentRow row{};
    if (needed == 1)
    {
        row[0] = 1;
        return row;
    }
    std::array<std::uint8_t, kCauchyRows * kMostNeeded> matrix;
    const auto columns = static_cast<int>(needed);
    gf_gen_cauchy1_matrix(matrix.data(), static_cast<int>(kCauchyRows), columns);
    std::copy_n(matrix.begin() + static_cast<std::ptrdiff_t>(number * needed), needed, row.begin());
    return row;
}

bool
IsRow(std::size_t needed, const FragmentRow& row)
{
    const auto end = row.begin() + static_cast<std::ptrdiff_t>(needed);
    const auto isZero = [](std::uint8_t number) { return number == 0; };
    return !std::all_of(row.begin(), end, isZero) && std::all_of(end, row.end(), isZero) &&
           (needed > 1 || row[0] == 1);
}

std::size_t
IndependentRows(std::size_t needed, std::vector<FragmentRow> rows)
{
    // Gaussian elimination; the first `rank` rows have a leading one each
    std::size_t rank = 0;
    for (std::size_t column = 0; column < needed && rank < rows.size(); ++column)
    {
        const auto begin = rows.begin() + static_cast<std::ptrdiff_t>(rank);
        const auto lead = std::find_if(begin, rows.end(), [&](const FragmentRow& row) {
            return row[column] != 0;
        });
        if (lead == rows.end())
        {
            continue;
        }
        std::iter_swap(begin, lead);
        const std::uint8_t inverse = gf_inv((*begin)[column]);
        for (auto row = begin + 1; row != rows.end(); ++row)
        {
            const std::uint8_t factor = gf_mul((*row)[column], inverse);
            for (std::size_t i = column; i < needed; ++i)
            {
                (*row)[i] ^= gf_mul(factor, (*begin)[i]);
            }
        }
        ++rank;
    }
    return rank;
}

std::vector<Bytes>
EncodeBlock(const Bytes& block, std::size_t needed, const std::vector<FragmentRow>& rows)
{
    const std::size_t size = FragmentSize(block.size(), needed);
    Bytes padded(size * needed);
    std::copy(block.begin(), block.end(), padded.begin());
    Bytes matrix;
    for (const FragmentRow& row : rows)
    {
        matrix.insert(matrix.end(), row.begin(), row.begin() + static_cast<std::ptrdiff_t>(needed));
    }
    std::vector<Bytes> fragments(rows.size(), Bytes(size));
    Places products;
    for (Bytes& fragment : fragments)
    {
        products.push_back(fragment.data());
    }
    Multiply(needed, matrix.data(), Beginnings(padded, size, needed), size, products);
    return fragments;
}

std::optional<DecodedBlock>
DecodeBlock(std::size_t blockSize, const std::vector<CodedStripe>& stripes)
{
    const std::size_t needed = stripes.size();
    const std::size_t size = FragmentSize(blockSize, needed);
    Square matrix{};
    Square inverse{};
    Places fragments;
    for (std::size_t i = 0; i < needed; ++i)
    {
        std::copy_n(stripes[i].row.begin(),
                    needed,
                    matrix.begin() + static_cast<std::ptrdiff_t>(i * needed));
        // the library reads them only
        fragments.push_back(const_cast<std::uint8_t*>(stripes[i].bytes->data()));
    }
    if (gf_invert_matrix(matrix.data(), inverse.data(), static_cast<int>(needed)) != 0)
    {
        return std::nullopt;
    }
    Bytes block(size * needed);
    Multiply(needed, inverse.data(), fragments, size, Beginnings(block, size, needed));
    const auto padding = block.begin() + static_cast<std::ptrdiff_t>(blockSize);
    const bool isPaddingRight =
        std::all_of(padding, block.end(), [](std::uint8_t byte) { return byte == 0; });
    block.resize(blockSize);
    return DecodedBlock{std::move(block), isPaddingRight};
}

} // namespace dht
