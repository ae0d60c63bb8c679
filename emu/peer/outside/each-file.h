/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_EACH_FILE_H
#define DHT_EMU_EACH_FILE_H

#include "peer-error.h"
#include "spread-text.h"

#include <iostream>
#include <optional>
#include <string>

/**
 * @file
 * @ingroup dht-emu
 * One after the other of several files.
 */

namespace dht
{

/**
 * Do something with each of some files. If it fails with one of several, that is said, and the
 * others have their turn.
 *
 * @param files The files.
 * @param done What is done with them, such as "stored".
 * @param work Does it with one.
 * @throws std::exception It failed with one: why, or of several, with how many.
 */
template <typename Files, typename Work>
void
Each(const Files& files, const std::string& done, Work work)
{
    std::size_t failed = 0;
    PeerError::Status status = PeerError::kFailed;
    for (const auto& file : files)
    {
        try
        {
            work(file);
        }
        catch (const std::exception& error)
        {
            const auto* const known = dynamic_cast<const PeerError*>(&error);
            // where nobody answers, nobody will
            if (files.size() == 1 || (known && known->GetStatus() == PeerError::kCannotJoin))
            {
                throw;
            }
            std::cerr << "dht-peer: " << error.what() << std::endl;
            status = failed++ == 0 && known ? known->GetStatus() : status;
        }
    }
    if (failed > 0)
    {
        throw PeerError(status,
                        std::to_string(failed) + " of " + Counted(files.size(), "file") +
                            (failed == 1 ? " was not " : " were not ") + done);
    }
}

} // namespace dht

#endif // DHT_EMU_EACH_FILE_H
