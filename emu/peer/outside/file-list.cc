/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "file-list.h"

#include "asking-command.h"
#include "dht-file-tree.h"
#include "fragments-found.h"
#include "outside-store.h"
#include "peer-error.h"

#include <algorithm>
#include <cerrno>
#include <cinttypes>
#include <cstdio>
#include <cstring>
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
    /// @param asking How the ring is asked. @param root The file's key.
    Lister(const AskingOptions& asking, const Key& root)
        : m_root(root),
          m_now{root, kMostStoreys, 0, 0},
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
        if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0)
        {
            throw PeerError(PeerError::kFailed,
                            std::string("standard output: ") + std::strerror(errno));
        }
    }

  private:
    /// A block.
    struct Item
    {
        Key key;              ///< Its key.
        unsigned storey;      ///< How far it is above the leaves.
        std::uint64_t offset; ///< Where its bytes begin in the file.
        std::uint64_t size;   ///< Bytes of the file that it has, or has below it.
    };

    /// Go on until an inner block is to be fetched.
    void Next()
    {
        while (!m_items.empty())
        {
            m_now = m_items.back();
            m_items.pop_back();
            if (m_now.storey > 0)
            {
                m_client.Get(m_now.key);
                return;
            }
            Tell(m_now);
        }
        m_client.Stop();
    }

    /// Write a block's line. @param item The block.
    void Tell(const Item& item) const
    {
        std::printf("%*s%s  %" PRIu64 "  %" PRIu64 "\n",
                    static_cast<int>(2 * (m_height - item.storey)),
                    "",
                    KeyToHex(item.key).c_str(),
                    item.offset,
                    item.size);
    }

    /// An inner block was fetched. @param report The block, or why there is none.
    void OnFetched(const FetchReport& report)
    {
        if (!report.ok)
        {
            const bool isHopeless = m_client.GetStorage().Rpcs().Counts().answered == 0;
            if (isHopeless || ++m_tries == OutsideStore::kTries)
            {
                m_client.Fail(PeerError::kNotThere,
                              KeyToHex(report.key) + ": " +
                                  (report.found == 0 ? "nobody has it" : FragmentsFound(report)));
                return;
            }
            m_client.Get(report.key);
            return;
        }
        m_tries = 0;
        const bool isRoot = m_height == 0;
        const auto inner =
            isRoot ? DecodeRoot(report.block) : DecodeInnerBlock(report.block, m_now.storey);
        if (!inner || (!isRoot && inner->size != m_now.size))
        {
            m_client.Fail(PeerError::kNotThere,
                          KeyToHex(m_root) + " names no file: block " + KeyToHex(report.key) +
                              " is not as its place in the tree asks for");
            return;
        }
        if (isRoot)
        {
            m_height = StoreyOfRoot(inner->size);
            m_now = {m_root, m_height, 0, inner->size};
        }
        Tell(m_now);
        Append(*inner);
        Next();
    }

    /// Note what is below the present block. @param inner The same block.
    void Append(const InnerBlock& inner)
    {
        const unsigned storey = m_now.storey - 1;
        std::vector<Item> below;
        std::uint64_t offset = m_now.offset;
        const std::uint64_t end = offset + inner.size;
        for (const Key& key : inner.below)
        {
            const std::uint64_t size = std::min(BytesBelow(storey), end - offset);
            below.push_back({key, storey, offset, size});
            offset += size;
        }
        m_items.insert(m_items.end(), below.rbegin(), below.rend()); // the last one comes next
    }

    Key m_root;                ///< The file's key.
    unsigned m_height{0};      ///< How far the root is above the leaves; 0: not known yet.
    Item m_now;                ///< The present block.
    unsigned m_tries{0};       ///< How often it did not come.
    std::vector<Item> m_items; ///< Blocks that were not told yet, the next one last.
    OutsideStore m_client;     ///< Gets them.
};

/// Lists a file.
class ListCommand : public AskingCommand
{
  public:
    ListCommand()
        : AskingCommand({"ls",
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

    void Take(const std::vector<std::string>& words, Options& table) override
    {
        AskingCommand::Take(words, table);
        m_key = ParseKey(words[0]);
    }

    int Run() override
    {
        Lister(Asking(), m_key).Run();
        return 0;
    }

  private:
    Key m_key{0}; ///< The file's key.
};

} // namespace

std::unique_ptr<PeerCommand>
MakeListCommand()
{
    return std::make_unique<ListCommand>();
}

} // namespace dht
