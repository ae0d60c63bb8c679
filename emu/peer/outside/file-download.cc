/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "file-download.h"

#include "peer-error.h"
#include "transfer-progress.h"
#include "tree-walk.h"

#include <algorithm>
#include <climits>

namespace dht
{

FileDownload::FileDownload(const Wanted& wanted)
    : m_wanted(wanted),
      m_output(wanted.path, KeyToHex(wanted.root)),
      m_former(m_output.IsDirect() ? 0 : m_output.Size()),
      m_reader(
          wanted.root,
          [this](std::uint64_t offset, std::size_t size) { return Read(offset, size); },
          wanted.names)
{
}

std::vector<Key>
FileDownload::Ask()
{
    return m_reader.Ask();
}

void
FileDownload::Give(const Key& key, const Bytes& block)
{
    const bool isRoot = !m_reader.Size();
    if (m_reader.Give(key, block) == FileReader::Answer::kDamaged)
    {
        throw PeerError(PeerError::kNotThere,
                        KeyToHex(m_wanted.root) + " names no file: " + m_reader.Damage());
    }
    if (isRoot && m_reader.Size())
    {
        CheckSize(*m_reader.Size());
    }
}

void
FileDownload::Write(bool mayWait)
{
    // a pipe that is ready takes so much without waiting
    const std::size_t most = m_output.IsDirect() ? PIPE_BUF : kMostBlockBytes;
    while (m_piece || (m_piece = m_reader.Take()))
    {
        if (!mayWait && !m_output.IsReady())
        {
            return;
        }
        const std::size_t size = std::min(most, m_piece->bytes.size() - m_begun);
        m_output.WriteAt(m_piece->offset + m_begun, m_piece->bytes.data() + m_begun, size);
        m_written += size;
        m_begun += size;
        if (m_begun == m_piece->bytes.size())
        {
            m_piece.reset();
            m_begun = 0;
        }
    }
}

bool
FileDownload::IsDone() const
{
    return m_reader.IsDone() && !m_piece;
}

void
FileDownload::Commit()
{
    if (!m_output.IsDirect())
    {
        if (m_output.Size() > *m_reader.Size())
        {
            m_output.Resize(*m_reader.Size());
        }
        m_output.Sync();
        if (!m_reader.IsWhole())
        {
            throw OutputError(m_output.Name(),
                              "what is there is not what was written: does another program write "
                              "it, or is the disk broken? get it again, which mends it");
        }
    }
    m_output.Commit(Lasting::kThroughCrash);
}

std::optional<std::uint64_t>
FileDownload::Size() const
{
    return m_reader.Size();
}

std::uint64_t
FileDownload::Kept() const
{
    return m_reader.Kept();
}

std::uint64_t
FileDownload::Done() const
{
    return m_reader.Kept() + m_written;
}

std::uint64_t
FileDownload::Former() const
{
    return m_former;
}

const std::string&
FileDownload::Name() const
{
    return m_output.Name();
}

Bytes
FileDownload::Read(std::uint64_t offset, std::size_t size) const
{
    Bytes bytes;
    if (!m_output.IsDirect())
    {
        bytes.resize(size);
        bytes.resize(m_output.ReadAt(offset, bytes.data(), size));
    }
    return bytes;
}

void
FileDownload::CheckSize(std::uint64_t size) const
{
    CheckLimit(m_wanted.root, size, m_wanted.limit);
    const auto text = [](std::uint64_t bytes) { return BytesToText(static_cast<double>(bytes)); };
    const auto room = m_output.Room();
    if (room && size > *room)
    {
        throw OutputError(m_output.Name(),
                          "there is room for " + text(*room) + ", and the file has " + text(size));
    }
}

} // namespace dht
