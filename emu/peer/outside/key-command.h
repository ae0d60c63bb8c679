/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_KEY_COMMAND_H
#define DHT_EMU_KEY_COMMAND_H

#include "asking-command.h"

#include <cstdint>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup dht-emu
 * What those commands have in common that are about one file of a ring.
 */

namespace dht
{

/// A command about the file that one key names.
class KeyCommand : public AskingCommand
{
  public:
    using AskingCommand::AskingCommand;

    void Define(Options& table) override;
    void Take(const std::vector<std::string>& words, Options& table) override;

  protected:
    /// @return The file's key.
    const Key& Root() const;
    /// @return Bytes that the file may have.
    std::uint64_t Limit() const;

  private:
    Key m_root{0};                                      ///< The file's key.
    std::uint64_t m_limit{UINT64_C(1'000'000'000'000)}; ///< Bytes that it may have.
};

} // namespace dht

#endif // DHT_EMU_KEY_COMMAND_H
