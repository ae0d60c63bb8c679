/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_STORE_RING_H
#define DHT_CC_STORE_RING_H

#include "peer-process.h"

#include <cstdint>
#include <string>
#include <vector>

/// A ring of processes that store files, each in a directory of its own and on a loopback address
/// of its own: ids follow from endpoints, and an address has eight at the most.
class StoreRing
{
  public:
    /// @param count How many peers. @param arguments For all of them.
    explicit StoreRing(std::size_t count, const std::string& arguments = "");

    /// @param peer A peer. @return The peer's process.
    PeerProcess& At(std::size_t peer);
    /// @param peer Which is no more, at once.
    void Kill(std::size_t peer);
    /// @param peer Which begins anew, where it was, with the same directory. @param join Whom it
    /// joins; empty: it begins a ring. @param arguments More of them.
    void Restart(std::size_t peer, const std::string& join, const std::string& arguments = "");
    /// Wait until all that are there know each other.
    void AwaitRing();
    /// @param peers How many of them to end, from the first on. @param name A number of a store's
    /// summary. @return The sum over these peers.
    std::uint64_t EndAndSum(std::size_t peers, const std::string& name);

    /// @param peer A peer. @return Its endpoint, also once it is no more.
    const std::string& Name(std::size_t peer) const;
    /// @param peer A peer. @return Its directory.
    std::string Directory(std::size_t peer) const;

  private:
    /// @param peer The peer's number. @param listen Address and port to listen on. @param join Whom
    /// it joins. @param arguments More.
    void Start(std::size_t peer,
               const std::string& listen,
               const std::string& join,
               const std::string& arguments);

    ScratchDirectory m_scratch;       ///< For the directories.
    std::string m_arguments;          ///< For all of them.
    PeerProcesses m_peers;            ///< Null where it was killed.
    std::vector<std::string> m_names; ///< Where they are.
};

#endif // DHT_CC_STORE_RING_H
