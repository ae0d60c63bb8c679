/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_STORAGE_FIELDS_H
#define DHT_STORAGE_FIELDS_H

#include "dht-field-cursor.h"
#include "dht-fragment-fields.h"
#include "dht-frame-header.h"
#include "dht-storage-message.h"

#include <cstddef>
#include <cstdint>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * What is in each message of the store: Put() writes or counts it, Take() reads it.
 */

namespace dht
{
namespace wire
{

template <typename Sink>
void
PutCoordinate(Sink& sink, const WireCoordinate& coordinate)
{
    if (std::uint8_t* const to = sink.Next(WireCoordinate::kSize))
    {
        Encode(coordinate, to);
    }
}

template <typename Sink>
void
Put(Sink& sink, const LocateBody& body)
{
    PutNumber(sink, body.lookup);
    PutKey(sink, body.key);
    PutNumber(sink, body.wanted);
    PutEndpoint(sink, body.origin);
}

template <typename Sink>
void
Put(Sink& /* sink */, const AcceptedBody& /* body */)
{
}

template <typename Sink>
void
Put(Sink& sink, const LocatedBody& body)
{
    PutNumber(sink, static_cast<std::uint8_t>(body.peers.size()));
    for (const LocatedPeer& peer : body.peers)
    {
        PutEndpoint(sink, peer.endpoint);
        PutCoordinate(sink, peer.coordinate);
    }
}

template <typename Sink>
void
Put(Sink& sink, const FetchBody& body)
{
    PutKey(sink, body.key);
}

template <typename Sink>
void
Put(Sink& sink, const FragmentBody& body)
{
    PutNumber(sink, static_cast<std::uint8_t>(body.fragment.status));
    if (body.fragment.status == FragmentStatus::kHeld)
    {
        PutNumber(sink, SecondsOf(body.fragment.left));
        PutFragment(sink, body.fragment);
    }
}

template <typename Sink>
void
Put(Sink& sink, const StoreBody& body)
{
    PutKey(sink, body.key);
    PutNumber(sink, SecondsOf(body.left));
    if (body.fragment)
    {
        PutFragment(sink, *body.fragment);
    }
}

template <typename Sink>
void
Put(Sink& sink, const StoredBody& body)
{
    PutNumber(sink, static_cast<std::uint8_t>(body.status));
    if (body.status == StoredStatus::kHad && body.had)
    {
        PutMark(sink, *body.had);
    }
}

template <typename Sink>
void
Put(Sink& sink, const SyncBody& body)
{
    PutKey(sink, body.from);
    PutKey(sink, body.to);
    PutNumber(sink, body.digest);
}

template <typename Sink>
void
Put(Sink& sink, const SyncedBody& body)
{
    PutNumber(sink, static_cast<std::uint8_t>(body.status));
    for (std::size_t i = 0; body.status == SyncStatus::kKeys && i < body.keys.size(); ++i)
    {
        PutKey(sink, body.keys[i]);
    }
    for (std::size_t i = 0; body.status == SyncStatus::kDigests && i < kSyncParts; ++i)
    {
        PutNumber(sink, (*body.digests)[i]);
    }
}

/// @param reader At a coordinate. @return The coordinate.
WireCoordinate TakeCoordinate(FieldReader& reader);

/**
 * @param reader At a body.
 * @param header Of its frame.
 * @param [out] body What it says.
 * @return Why it says nothing; or kNone.
 */
WireError Take(FieldReader& reader, const Header& header, LocateBody& body);
/// @copydoc Take(FieldReader&, const Header&, LocateBody&)
WireError Take(FieldReader& reader, const Header& header, AcceptedBody& body);
/// @copydoc Take(FieldReader&, const Header&, LocateBody&)
WireError Take(FieldReader& reader, const Header& header, LocatedBody& body);
/// @copydoc Take(FieldReader&, const Header&, LocateBody&)
WireError Take(FieldReader& reader, const Header& header, FetchBody& body);
/// @copydoc Take(FieldReader&, const Header&, LocateBody&)
WireError Take(FieldReader& reader, const Header& header, FragmentBody& body);
/// @copydoc Take(FieldReader&, const Header&, LocateBody&)
WireError Take(FieldReader& reader, const Header& header, StoreBody& body);
/// @copydoc Take(FieldReader&, const Header&, LocateBody&)
WireError Take(FieldReader& reader, const Header& header, StoredBody& body);
/// @copydoc Take(FieldReader&, const Header&, LocateBody&)
WireError Take(FieldReader& reader, const Header& header, SyncBody& body);
/// @copydoc Take(FieldReader&, const Header&, LocateBody&)
WireError Take(FieldReader& reader, const Header& header, SyncedBody& body);

} // namespace wire
} // namespace dht

#endif // DHT_STORAGE_FIELDS_H
