/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "sqlite-block-store.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <sys/stat.h>

namespace dht
{

namespace
{

/// How long to wait for what is due.
constexpr Time kPause = std::chrono::seconds(1);
/// The same between parts of what a damaged file has, and how much that is at the most.
constexpr Time kImportPause = std::chrono::milliseconds(50);
constexpr unsigned kImportedAtOnce = 500;
constexpr std::chrono::milliseconds kImportTime{20};
/// Lines that are kept for a user.
constexpr std::size_t kMostNews = 100;

/// @param directory A directory that cannot be made. @param why What the system says. @return The
/// reason in words.
std::string
WhyNotMade(const std::string& directory, const std::string& why)
{
    namespace fs = std::filesystem;
    std::error_code ignored;
    const fs::path whole = fs::absolute(directory, ignored);
    // the nearest place above it that is there
    fs::path there = whole;
    while (there.has_relative_path() && !fs::exists(there, ignored))
    {
        there = there.parent_path();
    }
    if (fs::exists(there, ignored) && !fs::is_directory(there, ignored))
    {
        return there.string() + " is no directory: name another one";
    }
    const bool lacksParent = there != whole.parent_path() && there != whole;
    return "the directory cannot be made: " + why +
           (lacksParent ? ": make the directory in which it is to be first" : "");
}

/// @param directory A directory. @return Where the database is in it, once the directory is there.
/// @throws PeerError There cannot be one.
std::string
PathIn(const std::string& directory)
{
    std::error_code ignored;
    const int error = mkdir(directory.c_str(), 0700) == 0 ? 0 : errno;
    if (error != 0 && !(error == EEXIST && std::filesystem::is_directory(directory, ignored)))
    {
        throw PeerError(PeerError::kFailed,
                        directory + ": " + WhyNotMade(directory, std::strerror(error)));
    }
    std::string file = directory + "/" + SqliteBlockStore::kFile;
    if (std::filesystem::is_directory(file, ignored))
    {
        throw PeerError(PeerError::kFailed,
                        file + ": it is a directory, and the fragments belong into a file of that "
                               "name: remove it, or name another directory");
    }
    return file;
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
      m_aside(m_path),
      m_longest(limits.longest)
{
    m_aside.Resume();
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
    }
    // what was set aside may have lifetimes by a later clock, if the process ended meanwhile
    if (const Time noted = LastNoted(); noted > m_opened)
    {
        m_opened = noted;
        Note(m_opened);
    }
    m_nextNote = m_opened;
    BeginImport();
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
    m_file.reset();
    LoseAll();
    const std::string name = m_aside.Add();
    m_isDamaged = false;
    Say(m_path + ": it is now " + name + ", and a new one is begun");
}

Time
SqliteBlockStore::LastNoted() const
{
    Time last(0);
    for (const std::string& name : m_aside.Waiting())
    {
        try
        {
            last = std::max(last, FragmentImport(name).Noted());
        }
        catch (const SqliteError&)
        {
            continue; // BeginImport() says so
        }
    }
    return last;
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
    catch (const SqliteError& error)
    {
        OnError(error); // it is tried again
        return Later(now, kPause);
    }
    catch (const PeerError& error)
    {
        Say(error.what()); // likewise
        return Later(now, kPause);
    }
    if (now >= m_nextNote)
    {
        Note(now);
        m_nextNote = Later(now, kNotes);
    }
    return Import(now);
}

void
SqliteBlockStore::Note(Time now)
{
    Try(false, [&](FragmentFile& file) { return file.Note(now); });
}

void
SqliteBlockStore::BeginImport()
{
    for (const std::string& name : m_aside.Waiting())
    {
        m_importName = name;
        m_imported = 0;
        try
        {
            m_import = std::make_unique<FragmentImport>(name);
            return;
        }
        catch (const SqliteError& error)
        {
            if (!error.IsDamage())
            {
                Say(error.what()); // it is tried again
                return;
            }
            EndImport("nothing of it can be read; repair makes its fragments anew");
        }
    }
}

Time
SqliteBlockStore::Import(Time now)
{
    if (!m_import)
    {
        BeginImport();
    }
    // a disk that fails is slow
    const auto until = std::chrono::steady_clock::now() + kImportTime;
    for (unsigned i = 0; m_import && i < kImportedAtOnce; ++i)
    {
        m_waiting = m_waiting ? m_waiting : m_import->Next();
        if (m_waiting && !TakeOver(now, *m_waiting))
        {
            return Later(now, kPause);
        }
        m_waiting.reset();
        if (m_import->IsDone())
        {
            EndImport(std::to_string(m_imported) +
                      " fragments of it were taken over; repair makes the others anew");
        }
        if (std::chrono::steady_clock::now() > until)
        {
            break;
        }
    }
    return Later(now, m_import ? kImportPause : kPause);
}

bool
SqliteBlockStore::TakeOver(Time now, const FragmentRecord& record)
{
    const Label label{record.key,
                      std::min(record.expires, Later(now, m_longest)),
                      Cost(record.fragment)};
    const Entry entry{record.fragment, label.expires, record.checksum};
    if (!IsSound(label.key, entry) || label.expires <= now || Look(label.key))
    {
        return true;
    }
    if (!Insert(label, entry))
    {
        if (!m_isDamaged)
        {
            Say(m_path + ": there is no room for what " + m_importName + " has yet: make room");
        }
        return false;
    }
    Found(1, label.cost);
    ++m_imported;
    return true;
}

void
SqliteBlockStore::EndImport(const std::string& what)
{
    m_import.reset();
    try
    {
        const std::string name = m_aside.Finish(m_importName);
        Say(m_importName + ": " + what + ". It is now " + name +
            ": remove it once you know what has damaged it");
    }
    catch (const PeerError& error)
    {
        Say(error.what()); // it is read once more, which changes nothing
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
