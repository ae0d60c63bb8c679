/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_SQLITE_BLOCK_STORE_H
#define DHT_EMU_SQLITE_BLOCK_STORE_H

#include "dht-block-store.h"
#include "set-aside-files.h"
#include "sqlite-fragment-file.h"

#include <memory>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup dht-emu
 * A store that survives its peer.
 */

namespace dht
{

/**
 * Keeps fragments in a file. One that was stored is there after the process was killed, at whatever
 * moment.
 *
 * The store has a time of its own, which goes on only while it is open: what is kept of a lifetime
 * is how much is left of it, and no date is believed, at no start of the machine. Whoever opens the
 * store hands in times that begin with Opened().
 *
 * Once it is open, nothing that is wrong with the disk or the file is an error: what cannot be read
 * is not there, and where nothing can be written, there is no room. A damaged file is set aside,
 * and what can be read of it, row by row, is taken over by Mend(), also by the next process if this
 * one ends before. Then its name is kSetAside.
 */
class SqliteBlockStore : public BlockStore
{
  public:
    /**
     * @param directory Where the file is, or shall be; it is made if only its last part is missing.
     * @param limits How much it keeps. If there is more already, nothing is thrown away.
     * @throws PeerError It cannot be opened, nor set aside.
     */
    SqliteBlockStore(const std::string& directory, const StoreLimits& limits);

    /// The file's name in its directory.
    static constexpr const char* kFile = "fragments.sqlite";
    /// The name of the last one that was damaged, once all was taken over.
    static constexpr const char* kSetAside = "fragments.sqlite.damaged";

    /// @return The time at which it was opened: where it was when it was closed, or killed, up to
    /// kNotes before that.
    Time Opened() const;

    /// How often the time is noted.
    static constexpr Time kNotes = std::chrono::seconds(10);

    /**
     * Do what is due: note the time, begin a new file in place of a damaged one, take over what
     * that has.
     *
     * @param now The present.
     * @return When to call it again.
     */
    Time Mend(Time now);

    /// Note the time now, as it is about to be closed. @param now The present.
    void Note(Time now);

    /// @return What a user should know, in lines: of damage, and of what became of it.
    const std::vector<std::string>& News() const;

  private:
    bool Insert(const Label& label, const Entry& entry) override;
    std::optional<Entry> Find(const Key& key) const override;
    std::optional<Label> Look(const Key& key) const override;
    bool SetExpiry(const Label& label, Time expires) override;
    bool Erase(const Label& label) override;
    std::optional<Label> First() const override;
    void AppendKeys(const Key& from,
                    const Key& last,
                    std::size_t most,
                    std::vector<Key>& keys) const override;

    /// @param otherwise What comes of it if that is not possible. @param act Does something with
    /// the file. @return What comes of it.
    template <typename Result, typename Act>
    Result Try(Result otherwise, const Act& act) const;
    /// Something is wrong with the file. @param error What SQLite says.
    void OnError(const SqliteError& error) const;
    /// Open the file. @throws PeerError That is not possible.
    void OpenFile();
    /// Give the damaged file another name, and begin to take over what it has. @throws PeerError
    /// That is not possible.
    void SetAside();
    /// Begin to take over what the first file has that was set aside, if there is one.
    void BeginImport();
    /// Take over some of what a damaged file has. @param now The present. @return When to go on.
    Time Import(Time now);
    /// Take one over. @param now The present. @param record As the damaged file has it. @return
    /// Whether it is done with; else there is no room for it.
    bool TakeOver(Time now, const FragmentRecord& record);
    /// All of a damaged file was taken over. @param what What a user should know of that.
    void EndImport(const std::string& what);
    /// @return The latest time that was noted in a file whose fragments may be here, or may be
    /// taken over.
    Time LastNoted() const;
    /// @param line What a user should know.
    void Say(const std::string& line) const;

    std::string m_path;                       ///< Where the file is.
    SetAsideFiles m_aside;                    ///< Where damaged ones are.
    Time m_longest;                           ///< Longest lifetime of a fragment.
    std::unique_ptr<FragmentFile> m_file;     ///< The file; null while it cannot be opened.
    std::unique_ptr<FragmentImport> m_import; ///< Of a damaged one; null if there is none.
    std::string m_importName;                 ///< Name of that one.
    std::optional<FragmentRecord> m_waiting;  ///< Of there, for which there was no room.
    std::uint64_t m_imported{0};              ///< Fragments that came from there.
    Time m_opened{0};                         ///< When it was opened.
    Time m_nextNote{0};                       ///< When to note the time.
    mutable bool m_isDamaged{false};          ///< Whether the file has to be set aside.
    mutable std::vector<std::string> m_news;  ///< What a user should know.
};

} // namespace dht

#endif // DHT_EMU_SQLITE_BLOCK_STORE_H
