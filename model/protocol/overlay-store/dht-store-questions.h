/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_STORE_QUESTIONS_H
#define DHT_STORE_QUESTIONS_H

#include "dht-observer.h"
#include "dht-overlay-store-message.h"
#include "dht-workload.h"

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * What a store asks others, by requests of its peer.
 */

namespace dht
{

/// What a question is about, as who asks calls it.
struct StoreTag
{
    std::uint64_t work{0}; ///< Of which get or put.
    std::size_t part{0};   ///< Which of its questions.
};

/// Who asks.
class StoreCaller
{
  public:
    virtual ~StoreCaller() = default;

    /// A question was answered. @param now The present. @param tag What the question was asked for.
    /// @param answer The answer; its payload is what `body` says. @param body What it says; null if
    /// that makes no sense.
    virtual void OnBody(Time now,
                        const StoreTag& tag,
                        const Answer& answer,
                        const OverlayStoreBody* body) = 0;

    /// A question was given up by the peer. @param now The present. @param tag What the question
    /// was asked for.
    virtual void OnNoBody(Time now, const StoreTag& tag) = 0;

    /// @param tag A question that was not issued yet. @return Whether it still matters.
    virtual bool Wants(const StoreTag& tag) const = 0;
};

/// Questions that wait to be issued, and those that were. What others wait for goes first.
class StoreQuestions : public RequestSource
{
  public:
    /// @param caller Who asks; must outlive this object. @param tag What the caller calls it.
    /// @param to A key of whom to ask. @param body What to ask. @param isForOthers As
    /// RequestSource::Item says.
    void Ask(StoreCaller& caller,
             const StoreTag& tag,
             const Key& to,
             const OverlayStoreBody& body,
             bool isForOthers);

    /// The peer has issued a request. @param request The request.
    void OnIssued(const Request& request);
    /// One was answered. @param now The present. @param answer The answer.
    void OnAnswered(Time now, const Answer& answer);
    /// One was given up. @param now The present. @param id The request's id.
    void OnGivenUp(Time now, std::uint64_t id);

    Time NextAt(Time now) override;
    Item Take(Time now) override;
    bool IsNextForOthers() const override;

    /// @return Whether some have come since TakeNews().
    bool HasNews() const;
    /// @return Likewise; it is no news any more.
    bool TakeNews();
    /// @return Questions that wait, or were issued and have not ended.
    std::size_t UnderWay() const;

  private:
    /// Who asks, and what about.
    struct Asker
    {
        StoreCaller* caller; ///< The component that asks.
        StoreTag tag;        ///< What about.
    };

    /// A question that waits.
    struct Question
    {
        Item item;   ///< As the peer gets it.
        Asker asker; ///< Who asks.
    };

    /// Forget what nobody wants to know any more, as far as it is next. @param queue Of questions.
    static void SkipUnwanted(std::deque<Question>& queue);
    /// @param id Of a request. @return Who asks, who is forgotten.
    std::optional<Asker> End(std::uint64_t id);

    std::deque<Question> m_forOthers;        ///< Those that wait and others wait for.
    std::deque<Question> m_own;              ///< The others that wait.
    std::vector<Question> m_taken;           ///< That were taken and have no id yet: two at most.
    std::map<std::uint64_t, Asker> m_issued; ///< By the requests' ids.
    bool m_news{false};                      ///< Whether some have come.
};

} // namespace dht

#endif // DHT_STORE_QUESTIONS_H
