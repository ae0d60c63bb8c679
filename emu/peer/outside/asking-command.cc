/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "asking-command.h"

#include "dht-endpoint-name.h"
#include "dht-storage-parameters.h"
#include "key-text.h"
#include "peer-endpoint.h"

namespace dht
{

AskingCommand::AskingCommand(CommandText text, std::optional<unsigned> uses, const RpcOptions& rpcs)
    : PeerCommand(std::move(text)),
      m_uses(uses)
{
    m_asking.store.rpcs = rpcs;
}

void
AskingCommand::Define(Options& table)
{
    table.BeginGroup("Ring");
    AddJoin(table, m_asking.join, "Peers of the ring, HOST:PORT,...; one that answers is enough");
    table.Add({"listen",
               "Address and port to ask from, such as 10.0.0.9:7000; without, any port at the "
               "address from which the first of these peers is reached",
               "",
               [this](const std::string& text) { m_asking.listen = ParseListen("listen", text); }});
    table.AddSwitch("quiet", "Show no progress", m_asking.quiet);
    if (m_uses)
    {
        AddStoreParameters(table, m_asking.store, *m_uses);
    }
}

void
AskingCommand::Take(const std::vector<std::string>& /* words */, Options& table)
{
    if (m_asking.join.IsEmpty())
    {
        throw OptionError("--join is missing: " + Text().name +
                          " needs a peer of the ring, HOST:PORT");
    }
    const auto& listen = m_asking.listen;
    m_asking.peers = m_asking.join.Of(listen ? std::optional(listen->ipv6) : std::nullopt);
    if (m_uses)
    {
        FinishRpcWindow(table, m_asking.store.rpcs);
    }
    if (m_uses && (*m_uses & kWriteBlocks) != 0)
    {
        StorageOptions& storage = m_asking.store.storage;
        storage.happyBinds = table.WasGiven("happy");
        CheckFragments(storage, kMostBlockBytes, storage.fragments);
    }
}

const AskingOptions&
AskingCommand::Asking() const
{
    return m_asking;
}

Key
AskingCommand::ParseKey(const std::string& word) const
{
    const auto key = KeyIn(word);
    if (!key)
    {
        throw OptionError(Text().name + " " + word +
                          ": a key is the 40 hexadecimal digits that put has printed");
    }
    return *key;
}

} // namespace dht
