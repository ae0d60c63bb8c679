/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "output-file.h"

#include "option-table.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <unistd.h>

namespace ns3
{

OutputFile::OutputFile(const std::string& option, const std::string& path)
    : m_option(option),
      m_path(path)
{
    if (path.empty())
    {
        return;
    }
    if (std::filesystem::is_directory(path))
    {
        throw OptionError("--" + option + "=" + path + ": is a directory");
    }
    // beside its final place, so that it can be renamed; two runs must not share it
    m_partial = path + ".partial-" + std::to_string(getpid());
    m_stream.open(m_partial);
    if (!m_stream)
    {
        throw OptionError("--" + option + "=" + path +
                          ": cannot be written: " + std::strerror(errno));
    }
}

OutputFile::~OutputFile()
{
    if (!m_partial.empty())
    {
        m_stream.close();
        std::remove(m_partial.c_str());
    }
}

bool
OutputFile::IsWanted() const
{
    return !m_path.empty();
}

std::ostream&
OutputFile::Stream()
{
    return m_stream;
}

void
OutputFile::Commit()
{
    if (m_partial.empty())
    {
        return;
    }
    m_stream.close();
    if (!m_stream || std::rename(m_partial.c_str(), m_path.c_str()) != 0)
    {
        throw OptionError("--" + m_option + "=" + m_path +
                          ": cannot be written: " + std::strerror(errno));
    }
    m_partial.clear();
}

} // namespace ns3
