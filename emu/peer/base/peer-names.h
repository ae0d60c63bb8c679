/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_PEER_NAMES_H
#define DHT_EMU_PEER_NAMES_H

#include "dht-endpoint.h"

#include <optional>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup dht-emu
 * Peers as a user names them.
 */

namespace dht
{

/// Peers of a ring, by address or by name. A name stands for all addresses that it has of the
/// ring's family: the first of them may be dead.
class PeerNames
{
  public:
    /**
     * Look the names up.
     *
     * @param option The option that names them, without dashes.
     * @param text Such as "10.0.0.1:7000,[::1]:7000,peer.example.org:7000".
     * @throws OptionError One of them is nothing of the kind, or is not known.
     */
    void Parse(const std::string& option, const std::string& text);

    /// @return Whether nobody is named.
    bool IsEmpty() const;

    /**
     * @param isIpv6 The ring's address family; nothing for that of the first peer that is named by
     *        its address, or else of the first address of all.
     * @return Their endpoints.
     * @throws OptionError An address is of another family, or a name has none of this one.
     */
    std::vector<Endpoint> Of(std::optional<bool> isIpv6 = std::nullopt) const;

    /// Look the names up again; that may take a while. @param isIpv6 The ring's address family.
    /// @return Their endpoints; of a name that is not known now, those that it had.
    std::vector<Endpoint> LookUp(bool isIpv6);

  private:
    /// One of them.
    struct Peer
    {
        std::string text;             ///< As it was given.
        bool isName;                  ///< Whether by name.
        std::vector<Endpoint> places; ///< What that stands for.
    };

    std::string m_option;      ///< The option that names them.
    std::vector<Peer> m_peers; ///< All of them.
};

} // namespace dht

#endif // DHT_EMU_PEER_NAMES_H
