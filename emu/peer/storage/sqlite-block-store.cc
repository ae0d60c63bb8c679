/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "sqlite-block-store.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <sys/stat.h>
#include <unistd.h>

namespace dht
{

namespace
{

/// How long to wait for what is due.
constexpr Time kPause = std::chrono::seconds(1);
/// The same between parts of what a damaged file has, and how much that is: less than 20 ms of
/// work.
constexpr Time kImportPause = std::chrono::milliseconds(50);
constexpr unsigned kImportedAtOnce = 500;
/// Lines that are kept for a user.
constexpr std::size_t kMostNews = 100;

/// @param directory A directory. @return Where the database is in it, once the directory is there.
std::string
PathIn(const std::string& directory)
{
    if (mkdir(directory.c_str(), 0700) != 0 && errno != EEXIST)
    {
        throw PeerError(PeerError::kFailed,
                        directory + ": the directory cannot be made: " + std::strerror(errno));
    }
    return directory + "/" + SqliteBlockStore::kFile;
}

/// @param label What is said of a fragment. @param entry The fragment. @return The row.
template <typename Label, typename Entry>
FragmentRecord
RecordOf(const Label& label, const Entry& entry)
{
    return {label.key, label.expires, label.cost, entry.fragment, entry.checksum};
}

} // namespace

SqliteBlockStore::SqliteBlockStore(const std::string& directory, const StoreLimits& limits)
    : BlockStore(limits),
      m_path(PathIn(directory)),
      m_aside(directory + "/" + kSetAside),
      m_longest(limits.longest)
{
    try
    {
        OpenFile();
        m_opened = m_file->Noted();
    }
    catch (const SqliteError& error)
    {
        if (!error.IsDamage())
        {
            throw;
        }
        OnError(error);
        SetAside();
        OpenFile();
        m_opened = m_import ? m_import->Noted() : Time(0);
        m_file->Note(m_opened);
    }
    m_nextNote = m_opened;
}

void
SqliteBlockStore::OpenFile()
{
    m_file = std::make_unique<FragmentFile>(m_path, m_longest);
    const auto [count, bytes] = m_file->Held();
    Found(count, bytes);
}

void
SqliteBlockStore::SetAside()
{
    m_import.reset();
    m_file.reset();
    LoseAll();
    const auto move = [](const std::string& from, const std::string& to) {
        return std::rename(from.c_str(), to.c_str()) == 0 || errno == ENOENT;
    };
    unlink((m_aside + "-wal").c_str());
    if (!move(m_path, m_aside) || !move(m_path + "-wal", m_aside + "-wal"))
    {
        throw PeerError(PeerError::kFailed,
                        m_path + ": it is damaged, and cannot be set aside: " +
                            std::strerror(errno) + ": move it away, or name another directory");
    }
    unlink((m_path + "-shm").c_str());
    m_isDamaged = false;
    m_imported = 0;
    Say(m_path + ": it is now " + m_aside + ", and a new one is begun");
    try
    {
        m_import = std::make_unique<FragmentImport>(m_aside);
    }
    catch (const SqliteError& error)
    {
        Say(m_aside + ": nothing of it can be read; repair makes its fragments anew");
    }
}

Time
SqliteBlockStore::Opened() const
{
    return m_opened;
}

Time
SqliteBlockStore::Mend(Time now)
{
    try
    {
        if (m_isDamaged)
        {
            SetAside();
        }
        if (!m_file)
        {
            OpenFile();
            m_nextNote = now;
        }
    }
    catch (const PeerError& error)
    {
        Say(error.what()); // it is tried again
        return Later(now, kPause);
    }
    if (now >= m_nextNote)
    {
        Note(now);
        m_nextNote = Later(now, kNotes);
    }
    Import(now);
    return Later(now, m_import ? kImportPause : kPause);
}

void
SqliteBlockStore::Note(Time now)
{
    Try(false, [&](FragmentFile& file) { return file.Note(now); });
}

void
SqliteBlockStore::Import(Time now)
{
    for (unsigned i = 0; m_import && i < kImportedAtOnce; ++i)
    {
        const auto record = m_import->Next();
        if (record)
        {
            const Label label{record->key,
                              std::min(record->expires, Later(now, m_longest)),
                              Cost(record->fragment)};
            const Entry entry{record->fragment, label.expires, record->checksum};
            if (IsSound(label.key, entry) && label.expires > now && !Look(label.key) &&
                Insert(label, entry))
            {
                Found(1, label.cost);
                ++m_imported;
            }
        }
        if (m_import->IsDone())
        {
            m_import.reset();
            Say(m_aside + ": " + std::to_string(m_imported) +
                " fragments of it were taken over; repair makes the others anew. Remove it once "
                "you know what has damaged it");
        }
    }
}

const std::vector<std::string>&
SqliteBlockStore::News() const
{
    return m_news;
}

void
SqliteBlockStore::Say(const std::string& line) const
{
    const auto last =
        m_news.end() - static_cast<std::ptrdiff_t>(std::min<std::size_t>(m_news.size(), 3));
    if (m_news.size() < kMostNews && std::find(last, m_news.end(), line) == m_news.end())
    {
        m_news.push_back(line);
    }
}

void
SqliteBlockStore::OnError(const SqliteError& error) const
{
    m_isDamaged = m_isDamaged || error.IsDamage();
    Say(error.what());
}

template <typename Result, typename Act>
Result
SqliteBlockStore::Try(Result otherwise, const Act& act) const
{
    try
    {
        return m_file ? act(*m_file) : otherwise;
    }
    catch (const SqliteError& error)
    {
        OnError(error);
        return otherwise;
    }
}

bool
SqliteBlockStore::Insert(const Label& label, const Entry& entry)
{
    return Try(false, [&](FragmentFile& file) { return file.Insert(RecordOf(label, entry)); });
}

std::optional<BlockStore::Entry>
SqliteBlockStore::Find(const Key& key) const
{
    return Try(std::optional<Entry>(), [&](FragmentFile& file) -> std::optional<Entry> {
        auto record = file.Find(key);
        return record ? std::optional<Entry>(
                            {std::move(record->fragment), record->expires, record->checksum})
                      : std::nullopt;
    });
}

std::optional<BlockStore::Label>
SqliteBlockStore::Look(const Key& key) const
{
    return Try(std::optional<Label>(), [&](FragmentFile& file) -> std::optional<Label> {
        const auto record = file.Look(key);
        return record ? std::optional<Label>({record->key, record->expires, record->cost})
                      : std::nullopt;
    });
}

bool
SqliteBlockStore::SetExpiry(const Label& label, Time expires)
{
    return Try(false, [&](FragmentFile& file) { return file.SetExpiry(label.key, expires); });
}

bool
SqliteBlockStore::Erase(const Label& label)
{
    return Try(false, [&](FragmentFile& file) { return file.Erase(label.key); });
}

std::optional<BlockStore::Label>
SqliteBlockStore::First() const
{
    return Try(std::optional<Label>(), [&](FragmentFile& file) -> std::optional<Label> {
        const auto record = file.First();
        return record ? std::optional<Label>({record->key, record->expires, record->cost})
                      : std::nullopt;
    });
}

void
SqliteBlockStore::AppendKeys(const Key& from,
                             const Key& last,
                             std::size_t most,
                             std::vector<Key>& keys) const
{
    Try(false, [&](FragmentFile& file) {
        file.AppendKeys(from, last, most, keys);
        return true;
    });
}

} // namespace dht
