/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/collapse-experiment.h"
#include "ns3/dht-random-workload.h"
#include "ns3/dht-workload-registry.h"
#include "ns3/dht-zipf.h"

#include <memory>

/**
 * @file
 * A workload of one's own: a peer indexes documents, and each is a batch of requests, one for each
 * of its words, whose popularity is Zipf's. Documents come at random times.
 */

namespace
{

class IndexingWorkload : public dht::Workload
{
  public:
    IndexingWorkload(const dht::Parameters& constants,
                     const dht::WorkloadOptions& options,
                     dht::Random& gaps,
                     dht::Random& keys)
        : m_words(static_cast<std::uint64_t>(constants["Words"])),
          m_vocabulary(static_cast<std::uint64_t>(constants["Vocabulary"])),
          m_documents(OfDocuments(options), gaps, keys),
          m_keys(keys)
    {
    }

    dht::Time NextAt(dht::Time now) override
    {
        return m_left > 0 ? now : m_documents.NextAt(now);
    }

    Item Take(dht::Time now) override
    {
        if (m_left == 0)
        {
            m_document = m_documents.Take(now);
            m_left = m_words;
        }
        --m_left;
        return {dht::KeyOfRank(dht::DrawZipf(m_keys, 1, m_vocabulary)), m_document.payload};
    }

    void SetLoad(dht::Time now, double load) override
    {
        m_documents.SetLoad(now, load / static_cast<double>(m_words));
    }

    std::uint64_t Made(dht::Time now) override
    {
        return m_words * m_documents.Made(now);
    }

    bool IsExhausted(dht::Time now) override
    {
        return m_left == 0 && m_documents.IsExhausted(now);
    }

  private:
    /// @param options Of requests. @return Of documents.
    dht::WorkloadOptions OfDocuments(dht::WorkloadOptions options) const
    {
        options.load /= static_cast<double>(m_words);
        if (options.IsLimited())
        {
            options.requests /= m_words;
        }
        return options;
    }

    std::uint64_t m_words;           ///< Of a document.
    std::uint64_t m_vocabulary;      ///< Words there are.
    dht::RandomWorkload m_documents; ///< When they come.
    dht::Random& m_keys;             ///< Chooses words.
    Item m_document;                 ///< The last one.
    std::uint64_t m_left{0};         ///< Words of it that were not taken.
};

const dht::RegisterWorkload g_indexing(
    {"indexing",
     "documents, each a batch of requests for its words",
     {{{"Words", "Words of a document", 50, 1, 10000},
       {"Vocabulary",
        "Words there are; their popularity is Zipf's, with exponent 1",
        1e5,
        1,
        1e9}}},
     [](const dht::Parameters& constants,
        const dht::WorkloadOptions& options,
        dht::Random& gaps,
        dht::Random& keys) -> std::unique_ptr<dht::Workload> {
         return std::make_unique<IndexingWorkload>(constants, options, gaps, keys);
     }});

} // namespace

int
main(int argc, char* argv[])
{
    return ns3::RunCollapse(argc, argv);
}
