/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_FRAGMENT_FIELDS_H
#define DHT_FRAGMENT_FIELDS_H

#include "dht-field-cursor.h"
#include "dht-fragment.h"

#include <cstdint>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * Fragments and lifetimes, as they are written wherever they occur.
 */

namespace dht
{
namespace wire
{

/// Lifetimes are whole seconds on the wire. @param left What is left of a lifetime. @return What is
/// written.
std::uint32_t SecondsOf(Time left);

/// Writes or counts all of a fragment but its status and its lifetime.
template <typename Sink>
void
PutFragment(Sink& sink, const Fragment& fragment)
{
    PutNumber(sink, static_cast<std::uint8_t>(fragment.needed));
    PutNumber(sink, static_cast<std::uint16_t>(fragment.blockSize));
    PutBytes(sink, fragment.row.data(), fragment.needed);
    PutBytes(sink, fragment.bytes.data(), fragment.bytes.size());
}

/// Writes or counts what is said of a fragment.
template <typename Sink>
void
PutMark(Sink& sink, const FragmentMark& mark)
{
    PutNumber(sink, static_cast<std::uint8_t>(mark.needed));
    PutBytes(sink, mark.row.data(), mark.needed);
    PutNumber(sink, mark.digest);
}

/// @param reader At what is said of a fragment, which goes on to the end of what is read. @param
/// [out] mark What is said. @return What is wrong with it.
WireError TakeMark(FieldReader& reader, FragmentMark& mark);

/// @param reader At a fragment, which goes on to the end of what is read. @param [out] fragment The
/// fragment.
/// @return What is wrong with it.
WireError TakeFragment(FieldReader& reader, Fragment& fragment);

} // namespace wire
} // namespace dht

#endif // DHT_FRAGMENT_FIELDS_H
