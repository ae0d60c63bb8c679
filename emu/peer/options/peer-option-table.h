/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_PEER_OPTION_TABLE_H
#define DHT_EMU_PEER_OPTION_TABLE_H

#include "dht-options.h"
#include "peer-options.h"

#include <cstdint>
#include <string>

/**
 * @file
 * @ingroup dht-emu
 * Which options dht-peer has.
 */

namespace dht
{

/// Texts and numbers that become something else when all options are known.
struct PeerTexts
{
    std::string parameters;            ///< NAME=VALUE,...
    std::string windowParameters;      ///< NAME=VALUE,...
    std::string seed;                  ///< A number, if given.
    std::string acks{"direct"};        ///< How overlay-acks come back.
    std::uint64_t sendBuffer{4096};    ///< Bytes.
    std::uint64_t receiveBuffer{8192}; ///< Bytes.
    std::uint64_t connections{256};    ///< Incoming connections.
    std::uint64_t perAddress{0};       ///< Of these, from one address; 0: a quarter.
    std::uint64_t perNetwork{0};       ///< Of these, from one network; 0: a half.
    std::string storeLimit{"1GB"};     ///< Bytes with a unit.
    std::string uploadRate;            ///< Bits in a second with a unit; empty: unknown.
};

/// Heading of the options of the overlay's own transport.
extern const char* const kTransportGroup;

/// @param [in,out] table Gets the options of any peer. @param o Where their values go. @param texts
/// Where those go that ConvertTexts() takes over. Both must outlive the table.
void DefinePeerOptions(Options& table, PeerProgramOptions& o, PeerTexts& texts);

/// @param [in,out] table Gets the options of a peer that makes requests, and measures. @param o
/// Where their values go. @param texts Where those go that ConvertTexts() takes over.
void DefineLoad(Options& table, PeerProgramOptions& o, PeerTexts& texts);

/// @param [in,out] table Gets the options of a peer's results. @param o Where their values go.
void DefineResults(Options& table, PeerProgramOptions& o);

} // namespace dht

#endif // DHT_EMU_PEER_OPTION_TABLE_H
