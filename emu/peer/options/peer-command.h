/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_PEER_COMMAND_H
#define DHT_EMU_PEER_COMMAND_H

#include "dht-option-pages.h"
#include "dht-options.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

/**
 * @file
 * @ingroup dht-emu
 * What a command of dht-peer is made of.
 */

namespace dht
{

/// A command of dht-peer: what help says of it, which options it has, and what it does. A class
/// derived from this one has the values of those options as members, beside the code that uses
/// them.
class PeerCommand
{
  public:
    /// @param text What help says of it.
    explicit PeerCommand(CommandText text)
        : m_text(std::move(text))
    {
    }

    virtual ~PeerCommand() = default;

    PeerCommand(const PeerCommand&) = delete;
    PeerCommand& operator=(const PeerCommand&) = delete;

    /// @return What help says of it.
    const CommandText& Text() const
    {
        return m_text;
    }

    /// Add its options. @param [in,out] table Gets them; their values are this object's.
    virtual void Define(Options& table) = 0;

    /**
     * The command line was read.
     *
     * @param words What follows the command, as many words as its text allows.
     * @param [in,out] table The options, whose values are set.
     * @throws OptionError Something is missing, not allowed, or does not go together.
     */
    virtual void Take(const std::vector<std::string>& words, Options& table) = 0;

    /// Do it. @return The signal that told it to end, or 0. @throws PeerError It failed.
    virtual int Run() = 0;

  private:
    CommandText m_text; ///< What help says of it.
};

/// Commands, in the order in which help lists them.
using PeerCommands = std::vector<std::unique_ptr<PeerCommand>>;

} // namespace dht

#endif // DHT_EMU_PEER_COMMAND_H
