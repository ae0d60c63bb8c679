/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EXTENSIONS_H
#define DHT_EXTENSIONS_H

#include "dht-frame-header.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * What any frame may carry besides: doc/wire-protocol.rst describes every byte.
 */

namespace dht
{

/// What an extension is. Who does not know its type passes it on and takes no notice of it; but
/// from kMustUnderstand on, he refuses the frame.
enum ExtensionType : std::uint8_t
{
    kFeedback = 1, ///< What relays tell a source, besides h: one byte, its scheme's business.
    kToken = 2,    ///< Shows that a peer is where its maintenance messages come from.
    kIndirectProbe =
        3,     ///< Of a query: whether the asked peer reaches the one of that id. No value.
    kWork = 4, ///< Of a maintenance message: what its sender has worked for its place.
    kMustUnderstand = 128, ///< The first one that everybody has to know.
};

/// The extensions of a frame, each of another type. Most have none, and take no memory.
class Extensions
{
  public:
    /// Bytes of all extensions at the most, with two bytes for each.
    static constexpr std::size_t kMaximumSize = 255;

    /// A value, and where it ends. It is valid until the extensions change.
    struct Value
    {
        const std::uint8_t* bytes; ///< Its first byte.
        std::size_t size;          ///< How many there are.
    };

    /// @param type A type. @return Its value; nothing if there is none.
    std::optional<Value> Find(std::uint8_t type) const;

    /**
     * Add an extension, or replace it.
     *
     * @param type Its type.
     * @param value Its value.
     * @throws std::length_error There would be more than kMaximumSize bytes.
     */
    void Set(std::uint8_t type, const std::vector<std::uint8_t>& value);

    /// @param type Of an extension that is to be taken out, if it is there.
    void Remove(std::uint8_t type);

    /// @return All of them as they are in a frame: type, size and value of each, by rising types.
    const std::vector<std::uint8_t>& Area() const
    {
        return m_area;
    }

    /**
     * Read extensions from a frame.
     *
     * @param area Where they are.
     * @param size Their bytes, at most kMaximumSize.
     * @return kLength if they do not end with the area; kField if there is none, or types do not
     *         rise, or a value is not what its type says; kExtension for one that has to be known.
     */
    WireError Read(const std::uint8_t* area, std::size_t size);

  private:
    /// @param type A type. @return Where it begins, or the first one after it would.
    std::size_t PlaceOf(std::uint8_t type) const;

    std::vector<std::uint8_t> m_area; ///< As in a frame.
};

/// @param extensions Of a message. @return Its feedback; 0 if there is none.
inline std::uint8_t
FeedbackIn(const Extensions& extensions)
{
    // every message of every peer is asked, and nearly none has any
    const auto value = extensions.Area().empty() ? std::nullopt : extensions.Find(kFeedback);
    return value ? *value->bytes : 0;
}

/// Where others leave no room for it, nothing happens. @param extensions Of a message. @param
/// feedback Its feedback from now on; 0 for none.
void SetFeedback(Extensions& extensions, std::uint8_t feedback);

/// @param extensions Of a maintenance message. @return Its token; 0 if there is none.
std::uint64_t TokenIn(const Extensions& extensions);

/**
 * @param [in,out] extensions Of a maintenance message.
 * @param token Its token from now on.
 * @param padding Bytes behind it that mean nothing: they make room for a longer answer.
 */
void SetToken(Extensions& extensions, std::uint64_t token, std::size_t padding = 0);

/// What a peer shows of the puzzle of its endpoint (dht-puzzle.h).
struct ShownWork
{
    std::uint8_t bits{0};  ///< Zero bits that it wants of all peers of its ring; 0: none.
    std::uint64_t work{0}; ///< Its own solution.
};

/// @param extensions Of a maintenance message. @return The work that it shows; that of no bits if
/// it shows none.
ShownWork WorkIn(const Extensions& extensions);

/// @param [in,out] extensions Of a maintenance message. @param shown What it is to show; of no
/// bits: nothing.
void SetWork(Extensions& extensions, const ShownWork& shown);

namespace wire
{

/// @param extensions Of a message. @return Bytes that they take in its frame.
inline std::size_t
ExtensionsSize(const Extensions& extensions)
{
    return extensions.Area().empty() ? 0 : 1 + extensions.Area().size();
}

/**
 * Writes the common header and the extensions of a frame.
 *
 * @param header What to write; its flag kExtensions is set where it has to be.
 * @param extensions What else.
 * @param size Bytes of the whole frame.
 * @param frame Where they go.
 * @return Where its body begins.
 */
std::uint8_t* EncodeHead(Header header,
                         const Extensions& extensions,
                         std::size_t size,
                         std::uint8_t* frame);

/// What stands before the body of a frame.
struct Head
{
    Header header;                     ///< The common header, without the flag kExtensions.
    Extensions extensions;             ///< The extensions.
    const std::uint8_t* body{nullptr}; ///< Where the body begins.
    std::size_t size{0};               ///< Its bytes.
};

/**
 * Checks and reads what stands before the body of a frame.
 *
 * @param frame A whole frame.
 * @param size Its bytes.
 * @param layout What it should be like.
 * @param [out] head What it says; unspecified after an error.
 * @return What is wrong with it.
 */
WireError DecodeHead(const std::uint8_t* frame, std::size_t size, const Layout& layout, Head& head);

} // namespace wire
} // namespace dht

#endif // DHT_EXTENSIONS_H
