/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "contact-keeper.h"

#include <algorithm>
#include <exception>

namespace dht
{

namespace
{

/// Between two times that contacts are saved: as long as the peer has run, between these.
constexpr Time kSaveAtFirst = FromSeconds(1);
constexpr Time kSave = FromSeconds(60);

} // namespace

ContactKeeper::ContactKeeper(const std::string& path, Reporter& status)
    : m_contacts(path),
      m_status(status)
{
}

bool
ContactKeeper::IsDue(Time now) const
{
    return m_saveAt <= now;
}

void
ContactKeeper::Save(Time now, const std::vector<Endpoint>& met)
{
    if (!m_contacts.IsWanted() || met.empty())
    {
        return;
    }
    m_saveAt = now + std::clamp(now, kSaveAtFirst, kSave);
    try
    {
        m_contacts.Save(met);
        m_error.clear();
    }
    catch (const std::exception& error)
    {
        if (m_error.empty())
        {
            m_status.Say(LogLevel::kWarning, error.what());
        }
        m_error = error.what();
    }
}

const std::string&
ContactKeeper::Error() const
{
    return m_error;
}

} // namespace dht
