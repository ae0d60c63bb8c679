/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_CONTACT_KEEPER_H
#define DHT_EMU_CONTACT_KEEPER_H

#include "contacts.h"
#include "dht-time.h"
#include "reporter.h"

#include <string>
#include <vector>

/**
 * @file
 * @ingroup dht-emu
 * The file of contacts while a peer runs.
 */

namespace dht
{

/// Saves whom a peer has met, time and again.
class ContactKeeper
{
  public:
    /// @param path Where the file is; empty if there is none. @param status Where errors are said;
    /// must outlive this object. @throws OptionError The file is broken.
    ContactKeeper(const std::string& path, Reporter& status);

    /// @param now The present. @return Whether it is time to save them.
    bool IsDue(Time now) const;

    /// Save whom the peer has met, if that is wanted and it has met anybody. A full disk is no
    /// reason to leave the ring. @param now The present. @param met Peers that it has met.
    void Save(Time now, const std::vector<Endpoint>& met);

    /// @return Why they could not be saved the last time; empty if they could.
    const std::string& Error() const;

  private:
    Contacts m_contacts; ///< The file.
    Reporter& m_status;  ///< Where errors are said.
    std::string m_error; ///< Why they could not be saved, if so.
    Time m_saveAt{0};    ///< When they are saved next.
};

} // namespace dht

#endif // DHT_EMU_CONTACT_KEEPER_H
