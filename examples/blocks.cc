/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/dht-block-assembler.h"
#include "ns3/dht-file-builder.h"
#include "ns3/dht-memory-block-store.h"
#include "ns3/dht-option-table.h"
#include "ns3/dht-program.h"

#include <algorithm>
#include <ctime>
#include <functional>
#include <iostream>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup dht-cc-examples
 * What a stored block costs in CPU time, step by step, as CSV:
 *
 *     build/examples/blocks --size=8192
 */

using namespace ns3;

namespace
{

const char* const USAGE =
    "What a stored block costs in CPU time on this machine: microseconds of each step, as CSV on\n"
    "standard output. Then the bytes of a fragment, and how many of a hundred thousand sets of\n"
    "random fragments, just as many as a block needs, are dependent and need one more. Nothing is\n"
    "simulated.\n"
    "Exit status: 0 done, 1 something failed, 2 an option is wrong.";

/// Sets of fragments that are looked at.
constexpr uint64_t SETS = 100000;

/// What the program is asked for.
struct Options
{
    uint64_t size{dht::kMostBlockBytes};        //!< Bytes of a block.
    uint64_t fragments{dht::kDefaultFragments}; //!< Fragments of a block.
    uint64_t blocks{1000};                      //!< How many blocks.
};

Options
Parse(int argc, char* argv[])
{
    Options options;
    DhtOptionTable table(USAGE);
    table.AddInteger("size", "Bytes of a block", options.size, 0, dht::kMostBlockBytes);
    table.AddInteger("fragments",
                     "Fragments of a block, as many as it needs or more",
                     options.fragments,
                     dht::kMostNeeded,
                     dht::kCauchyRows);
    table.AddInteger("blocks", "How many blocks", options.blocks, 1, 1000000);
    table.Parse(argc, argv);
    return options;
}

/// @param number Any number; the same one names the same holder. @return Some peer's endpoint.
dht::Endpoint
Holder(uint64_t number)
{
    return dht::Endpoint::Ipv4(0x0a000001 + static_cast<uint32_t>(number), 7000);
}

/// Measures, and writes a line for each step.
class Bench
{
  public:
    /// \param options What is asked for.
    explicit Bench(const Options& options)
        : m_options(options),
          m_needed(dht::FragmentsNeeded(options.size)),
          m_block(options.size)
    {
        std::mt19937 random(1);
        std::generate(m_block.begin(), m_block.end(), [&] {
            return static_cast<uint8_t>(random());
        });
        m_key = dht::BlockKey(m_block);
    }

    /// Measure all.
    void Run()
    {
        std::cout << "step,microseconds\n";
        Measure("key", [&](uint64_t) { m_key = dht::BlockKey(m_block); });
        const auto cauchy = Rows([&](uint64_t i) { return dht::CauchyRow(m_needed, i); });
        Code("systematic", cauchy);
        Code("random", Rows([&](uint64_t i) { return RandomRow(i, 0); }));
        Store();
        File();
        std::cout << "bytes of a fragment," << m_fragments.front().bytes.size() << "\n";
        std::cout << "dependent sets in %," << 100.0 * DependentSets() / SETS << "\n";
    }

  private:
    /// \param i Which fragment. \param time When it is made. \return Its row.
    dht::FragmentRow RandomRow(uint64_t i, uint64_t time) const
    {
        return dht::RandomRow(m_needed, m_key, Holder(i), dht::Time(time));
    }

    /// \param row Makes one. \return A row for each fragment.
    std::vector<dht::FragmentRow> Rows(const std::function<dht::FragmentRow(uint64_t)>& row) const
    {
        std::vector<dht::FragmentRow> rows;
        for (uint64_t i = 0; i < m_options.fragments; ++i)
        {
            rows.push_back(row(i));
        }
        return rows;
    }

    /// Write what something takes. \param step Its name. \param what It.
    void Measure(const std::string& step, const std::function<void(uint64_t)>& what) const
    {
        const std::clock_t begin = std::clock();
        for (uint64_t i = 0; i < m_options.blocks; ++i)
        {
            what(i);
        }
        const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
        std::cout << step << "," << 1e6 * seconds / static_cast<double>(m_options.blocks) << "\n";
    }

    /// Code the block there and back. \param name Of the rows. \param rows The rows.
    void Code(const std::string& name, const std::vector<dht::FragmentRow>& rows)
    {
        std::vector<dht::Bytes> bytes;
        Measure("encode " + name,
                [&](uint64_t) { bytes = dht::EncodeBlock(m_block, m_needed, rows); });
        // of a systematic code, the last ones: the first ones are the block itself
        std::vector<dht::CodedStripe> stripes;
        for (std::size_t i = rows.size() - m_needed; i < rows.size(); ++i)
        {
            stripes.push_back({rows[i], &bytes[i]});
        }
        Measure("decode " + name, [&](uint64_t) {
            const auto decoded = dht::DecodeBlock(m_block.size(), stripes);
            if (!decoded || decoded->bytes != m_block)
            {
                throw std::runtime_error("the fragments do not give the block");
            }
        });
        m_fragments = dht::MakeFragments(m_block, m_needed, rows, dht::FromSeconds(3600));
        Measure("assemble " + name, [&](uint64_t) { Assemble(0); });
        Measure("assemble " + name + " with a wrong one", [&](uint64_t) { Assemble(1); });
    }

    /// Fetch the block. \param wrong How many fragments are wrong.
    void Assemble(std::size_t wrong) const
    {
        dht::BlockAssembler assembler(m_key);
        for (std::size_t i = 0; assembler.MoreNeeded() > 0; ++i)
        {
            dht::Fragment fragment = m_fragments.at(i);
            if (i < wrong && !fragment.bytes.empty())
            {
                fragment.bytes[0] ^= 1;
            }
            assembler.Add(Holder(i), fragment);
        }
        if (assembler.GetState() != dht::BlockAssembler::State::kDone)
        {
            throw std::runtime_error("the fragments do not give the block");
        }
    }

    /// Store fragments, and get them.
    void Store() const
    {
        dht::StoreLimits limits;
        limits.bytes = UINT64_MAX;
        dht::MemoryBlockStore store(limits);
        // one of a single stripe is the block, and is taken only under the block's own key
        const std::size_t needed = std::max<std::size_t>(2, m_needed);
        const dht::FragmentRow row = dht::CauchyRow(needed, 0);
        const dht::Fragment fragment =
            dht::MakeFragments(m_block, needed, {row}, dht::FromSeconds(3600)).front();
        Measure("put a fragment in memory", [&](uint64_t i) {
            store.Put(dht::Time(0), dht::EvenKey(i, m_options.blocks), fragment);
        });
        Measure("get a fragment from memory", [&](uint64_t i) {
            if (!store.Get(dht::Time(0), dht::EvenKey(i, m_options.blocks)))
            {
                throw std::runtime_error("a fragment is lost");
            }
        });
    }

    /// Cut a file of so many leaves.
    void File() const
    {
        dht::Bytes leaf(dht::kLeafBytes);
        dht::FileBuilder builder([](const dht::Key&, const dht::Bytes&) {});
        Measure("cut 8192 bytes of a file", [&](uint64_t i) {
            ++leaf[i % leaf.size()];
            builder.Append(leaf.data(), leaf.size());
        });
    }

    /// \return Of SETS sets of random rows, those that are dependent.
    uint64_t DependentSets() const
    {
        uint64_t dependent = 0;
        for (uint64_t set = 0; set < SETS; ++set)
        {
            std::vector<dht::FragmentRow> rows;
            for (std::size_t i = 0; i < m_needed; ++i)
            {
                rows.push_back(RandomRow(i, set));
            }
            dependent += dht::IndependentRows(m_needed, rows) < m_needed;
        }
        return dependent;
    }

    Options m_options;                      //!< What is asked for.
    std::size_t m_needed;                   //!< Fragments that give the block.
    dht::Bytes m_block;                     //!< A block.
    dht::Key m_key;                         //!< Its key.
    std::vector<dht::Fragment> m_fragments; //!< Its fragments.
};

void
Run(int argc, char* argv[])
{
    Bench(Parse(argc, argv)).Run();
}

} // namespace

int
main(int argc, char* argv[])
{
    return RunDhtProgram(argv[0], [=] { Run(argc, argv); });
}
