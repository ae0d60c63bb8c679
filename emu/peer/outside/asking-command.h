/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_ASKING_COMMAND_H
#define DHT_EMU_ASKING_COMMAND_H

#include "dht-key.h"
#include "peer-command.h"
#include "peer-disk.h"
#include "shared-options.h"

#include <optional>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup dht-emu
 * What those commands have in common that ask a ring from outside.
 */

namespace dht
{

/// How a ring is asked from outside.
struct AskingOptions
{
    PeerNames join;                 ///< Peers of the ring, as they were named.
    std::vector<Endpoint> peers;    ///< Their endpoints.
    std::optional<Endpoint> listen; ///< Where it answers; nothing: where the way there begins.
    PeerStoreOptions store;         ///< How blocks are found.
    bool quiet{false};              ///< Show no progress.
};

/// A command that asks a ring from outside. Own options stand before those that all have.
class AskingCommand : public PeerCommand
{
  public:
    /// @param text What help says of it. @param uses What it does with blocks, bits of StoreUse;
    /// nothing if it asks for none. @param rpcs How it asks for them, unless the user says it.
    AskingCommand(CommandText text,
                  std::optional<unsigned> uses,
                  const RpcOptions& rpcs = RpcOptions::Patient());

    void Define(Options& table) override;
    void Take(const std::vector<std::string>& words, Options& table) override;

  protected:
    /// @return How the ring is asked.
    const AskingOptions& Asking() const;
    /// @param word A word. @return The key that it is. @throws OptionError It is none.
    Key ParseKey(const std::string& word) const;

  private:
    AskingOptions m_asking;         ///< How the ring is asked.
    std::optional<unsigned> m_uses; ///< What it does with blocks.
};

} // namespace dht

#endif // DHT_EMU_ASKING_COMMAND_H
