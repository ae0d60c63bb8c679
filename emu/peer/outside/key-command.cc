/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "key-command.h"

#include "peer-option-values.h"

namespace dht
{

void
KeyCommand::Define(Options& table)
{
    table.BeginGroup("File");
    table.Add({"limit",
               "Size of the file at most, such as 500MB or 2TB: a root may promise more than "
               "anybody has stored",
               "1TB",
               [this](const std::string& text) { m_limit = ParseBytes("limit", text); }});
    AskingCommand::Define(table);
}

void
KeyCommand::Take(const std::vector<std::string>& words, Options& table)
{
    AskingCommand::Take(words, table);
    m_root = ParseKey(words[0]);
}

const Key&
KeyCommand::Root() const
{
    return m_root;
}

std::uint64_t
KeyCommand::Limit() const
{
    return m_limit;
}

} // namespace dht
