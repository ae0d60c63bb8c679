/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "open-files.h"

#include "peer-error.h"

#include <algorithm>
#include <sys/resource.h>

namespace dht
{

namespace
{

/// Files that a peer has open beside its connections.
constexpr rlim_t kOtherFiles = 32;

/// @param options What a peer is made of. @return Files that it may have open.
rlim_t
NeededFiles(const RealPeerOptions& options)
{
    return kOtherFiles + options.connections.total + options.maintenance.maximumLinks;
}

} // namespace

std::string
HowToAllowFiles(const RealPeerOptions& options)
{
    const std::string needed = std::to_string(NeededFiles(options));
    return "allow more (ulimit -n " + needed + ", or LimitNOFILE=" + needed + " in a unit)";
}

std::string
AllowOpenFiles(const RealPeerOptions& options)
{
    const rlim_t needed = NeededFiles(options);
    rlimit limit{};
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= needed)
    {
        return "";
    }
    limit.rlim_cur = std::min(needed, limit.rlim_max);
    static_cast<void>(setrlimit(RLIMIT_NOFILE, &limit));
    static_cast<void>(getrlimit(RLIMIT_NOFILE, &limit));
    const std::string allowed =
        "only " + std::to_string(limit.rlim_cur) + " open files are allowed, and ";
    if (limit.rlim_cur < kOtherFiles)
    {
        throw PeerError(PeerError::kFailed,
                        allowed + "a peer needs " + std::to_string(kOtherFiles) + " beside its " +
                            std::to_string(options.connections.total) +
                            " connections: " + HowToAllowFiles(options));
    }
    if (limit.rlim_cur < needed)
    {
        return allowed + std::to_string(options.connections.total) + " connections need " +
               std::to_string(needed) + ": " + HowToAllowFiles(options) +
               ", or give a lower --max-connections";
    }
    return "";
}

} // namespace dht
