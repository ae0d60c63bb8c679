/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "file-list.h"

#include "dht-file-tree.h"
#include "fragments-found.h"
#include "key-command.h"
#include "outside-store.h"
#include "peer-error.h"
#include "tree-walk.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

namespace dht
{

namespace
{

/// Lists one file.
class Lister
{
  public:
    /// @param asking How the ring is asked. @param root The file's key. @param limit Bytes that the
    /// file may have.
    Lister(const AskingOptions& asking, const Key& root, std::uint64_t limit)
        : m_root(root),
          m_limit(limit),
          m_now{root, kMostLevels, 0, 0},
          m_client(asking,
                   {[this](const FetchReport& report) { OnFetched(report); },
                    [](const PutReport&) {},
                    [] {}})
    {
    }

    /// Do it.
    void Run()
    {
        m_client.Get(m_root);
        m_client.Run();
        CheckOutput(std::fflush(stdout) == 0);
    }

  private:
    /// A block.
    struct Item
    {
        Key key;              ///< Its key.
        unsigned level;       ///< How far it is above the leaves.
        std::uint64_t offset; ///< Where its bytes begin in the file.
        std::uint64_t size;   ///< Bytes of the file that it has, or has below it.
    };

    /// @param isWritten Whether standard output takes what it should. @throws PeerError It does
    /// not.
    static void CheckOutput(bool isWritten)
    {
        if (!isWritten)
        {
            throw PeerError(PeerError::kFailed,
                            std::string("standard output: ") + std::strerror(errno));
        }
    }

    /// Go on until an inner block is to be fetched.
    void Next()
    {
        while (!m_items.empty())
        {
            m_now = m_items.back();
            m_items.pop_back();
            const Fetched& last = m_fetched[m_now.level];
            if (m_now.level > 0 && last.key != m_now.key)
            {
                m_client.Get(m_now.key);
                return;
            }
            Tell(m_now);
            if (m_now.level > 0)
            {
                Append(last.block);
            }
        }
        m_client.Stop();
    }

    /// Write a block's line. @param item The block.
    void Tell(const Item& item) const
    {
        const int written = std::printf("%*s%s  %" PRIu64 "  %" PRIu64 "\n",
                                        static_cast<int>(2 * (m_height - item.level)),
                                        "",
                                        KeyToHex(item.key).c_str(),
                                        item.offset,
                                        item.size);
        CheckOutput(written >= 0);
    }

    /// An inner block was fetched. @param report The block, or why there is none.
    void OnFetched(const FetchReport& report)
    {
        if (!report.ok)
        {
            m_client.Fail(PeerError::kNotThere, WhyNotFetched(report));
            return;
        }
        const bool isRoot = m_height == 0;
        const auto inner =
            isRoot ? DecodeRoot(report.block) : DecodeInnerBlock(report.block, m_now.level);
        if (!inner || (!isRoot && inner->size != m_now.size))
        {
            m_client.Fail(PeerError::kNotThere,
                          KeyToHex(m_root) + " names no file: block " + KeyToHex(report.key) +
                              " is not as its place in the tree asks for");
            return;
        }
        if (isRoot)
        {
            CheckLimit(m_root, inner->size, m_limit);
            m_height = LevelOfRoot(inner->size);
            m_now = {m_root, m_height, 0, inner->size};
        }
        m_fetched[m_now.level] = {m_now.key, *inner};
        m_items.push_back(m_now);
        Next();
    }

    /// Note what is below the present block. @param inner The same block.
    void Append(const InnerBlock& inner)
    {
        const unsigned level = m_now.level - 1;
        std::vector<Item> below;
        std::uint64_t offset = m_now.offset;
        const std::uint64_t end = offset + inner.size;
        for (const Key& key : inner.below)
        {
            const std::uint64_t size = std::min(BytesBelow(level), end - offset);
            below.push_back({key, level, offset, size});
            offset += size;
        }
        m_items.insert(m_items.end(), below.rbegin(), below.rend()); // the last one comes next
    }

    /// The last inner block of a level: as the next one is the same, it is not fetched again.
    struct Fetched
    {
        std::optional<Key> key; ///< Its key, if there is one.
        InnerBlock block;       ///< What it says.
    };

    Key m_root;            ///< The file's key.
    std::uint64_t m_limit; ///< Bytes that it may have.
    unsigned m_height{0};  ///< How far the root is above the leaves; 0: not known yet.
    Item m_now;            ///< The present block.
    std::array<Fetched, kMostLevels + 1> m_fetched; ///< By level.
    std::vector<Item> m_items; ///< Blocks that were not told yet, the next one last.
    OutsideStore m_client;     ///< Gets them.
};

/// Lists a file.
class ListCommand : public KeyCommand
{
  public:
    ListCommand()
        : KeyCommand({"ls",
                      "KEY --join=HOST:PORT",
                      "list the blocks of a file",
                      "Lists the blocks of the file KEY, of which it reads the inner ones only: "
                      "one per line, the key, where its\nbytes begin in the file, and how many "
                      "there are. What is below a block is indented.\n\n"
                      "    dht-peer ls KEY --join=10.0.0.1:7000\n\n"
                      "Exit status 5: it is not in the ring, or too little of it.\n",
                      1,
                      1},
                     kReadBlocks)
    {
    }

    int Run() override
    {
        Lister(Asking(), Root(), Limit()).Run();
        return 0;
    }
};

} // namespace

std::unique_ptr<PeerCommand>
MakeListCommand()
{
    return std::make_unique<ListCommand>();
}

} // namespace dht
