/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_TAP_H
#define DHT_CC_TAP_H

#include <array>
#include <cstdint>
#include <stdexcept>
#include <string>

namespace ns3
{

/// An Ethernet address.
using EthernetAddress = std::array<uint8_t, 6>;

/**
 * @ingroup dht-cc
 * The machine lacks what an emulation needs: the message says what, and what to do about it.
 */
class EmulationImpossible : public std::runtime_error
{
  public:
    using std::runtime_error::runtime_error;
};

/**
 * @ingroup dht-cc
 * While it exists, this thread is in another network namespace.
 */
class NetworkNamespaceScope
{
  public:
    /**
     * @param name A namespace that "ip netns" knows.
     * @throws EmulationImpossible There is no such namespace, or it cannot be entered.
     */
    explicit NetworkNamespaceScope(const std::string& name);
    ~NetworkNamespaceScope();

    NetworkNamespaceScope(const NetworkNamespaceScope&) = delete;
    NetworkNamespaceScope& operator=(const NetworkNamespaceScope&) = delete;

  private:
    int m_home; //!< Where the thread was before.
};

/**
 * @ingroup dht-cc
 * A persistent tap interface in a network namespace, opened: what its namespace sends is read from
 * it, and what is written to it arrives there. The file stays with the namespace it was opened in.
 */
class Tap
{
  public:
    /**
     * @param networkNamespace A namespace that "ip netns" knows.
     * @param interface The tap's name in it.
     * @throws EmulationImpossible It cannot be opened.
     */
    Tap(const std::string& networkNamespace, const std::string& interface);
    ~Tap();

    Tap(const Tap&) = delete;
    Tap& operator=(const Tap&) = delete;

    /**
     * @return The descriptor, which never blocks.
     */
    int GetFile() const;

    /**
     * @return The interface's Ethernet address.
     */
    EthernetAddress GetAddress() const;

    /**
     * @return Packets of the namespace that the kernel has dropped since the tap was opened,
     * because they were not read in time; 0 if the namespace is gone.
     */
    uint64_t GetDropped() const;

  private:
    /// @return What the kernel has dropped since the interface was made.
    uint64_t ReadDropped() const;

    std::string m_namespace;   //!< Its name.
    std::string m_interface;   //!< Its name.
    int m_file{-1};            //!< Descriptor.
    EthernetAddress m_address; //!< The interface's.
    uint64_t m_droppedBefore;  //!< By the kernel, before it was opened.
};

} // namespace ns3

#endif // DHT_CC_TAP_H
