/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "store-ring.h"

#include <csignal>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

StoreRing::StoreRing(std::size_t count, const std::string& arguments)
    : m_arguments(arguments),
      m_peers(count),
      m_names(count)
{
    for (std::size_t peer = 0; peer < count; ++peer)
    {
        Start(peer, "127.0.0." + std::to_string(peer + 1) + ":0", peer > 0 ? m_names[0] : "", "");
        m_names[peer] = m_peers[peer]->Name();
    }
    AwaitRing();
}

PeerProcess&
StoreRing::At(std::size_t peer)
{
    return *m_peers.at(peer);
}

void
StoreRing::Kill(std::size_t peer)
{
    m_peers.at(peer)->Signal(SIGKILL);
    EXPECT_EQ(m_peers[peer]->Wait(), 128 + SIGKILL);
    m_peers[peer].reset();
}

void
StoreRing::Restart(std::size_t peer, const std::string& join, const std::string& arguments)
{
    Start(peer, m_names.at(peer), join, arguments);
}

void
StoreRing::AwaitRing()
{
    for (const auto& peer : m_peers)
    {
        EXPECT_TRUE(!peer || peer->Says("joined")) << peer->Errors();
    }
    ::AwaitRing(m_peers);
}

std::uint64_t
StoreRing::EndAndSum(std::size_t peers, const std::string& name)
{
    std::uint64_t sum = 0;
    for (std::size_t peer = 0; peer < peers; ++peer)
    {
        sum += At(peer).End()["storage"][name].get<std::uint64_t>();
    }
    return sum;
}

const std::string&
StoreRing::Name(std::size_t peer) const
{
    return m_names.at(peer);
}

std::string
StoreRing::Directory(std::size_t peer) const
{
    return m_scratch.Path("store-" + std::to_string(peer));
}

void
StoreRing::Start(std::size_t peer,
                 const std::string& listen,
                 const std::string& join,
                 const std::string& arguments)
{
    m_peers.at(peer) = std::make_unique<PeerProcess>(
        "--listen=" + listen + (join.empty() ? "" : " --join=" + join) + " --store='" +
        Directory(peer) + "'" + kFastRing + m_arguments + " " + arguments);
}
