/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_DHT_CROSS_LOAD_H
#define DHT_CC_DHT_CROSS_LOAD_H

#include "ns3/event-id.h"
#include "ns3/nstime.h"
#include "ns3/random-variable-stream.h"

#include <functional>

namespace ns3
{

/**
 * @ingroup dht-cc
 * What other programs on a peer's machine do to it: it pauses now and then, for exponentially
 * distributed times (NCA06, section 3.2; COMSNETS09, section V-C). The times between the pauses are
 * exponential too. The pauses depend on the random stream and the two parameters alone, and those
 * of a larger share have the same random numbers.
 */
class DhtCrossLoad
{
  public:
    /**
     * @param onChange Called with true when a pause begins and with false when it ends.
     */
    explicit DhtCrossLoad(std::function<void(bool)> onChange);
    ~DhtCrossLoad();

    DhtCrossLoad(const DhtCrossLoad&) = delete;
    DhtCrossLoad& operator=(const DhtCrossLoad&) = delete;

    /**
     * @param stream The first of two random streams to use.
     */
    void SetStream(int64_t stream);

    /**
     * Begin; the first pause may begin at once.
     *
     * @param share Of the time that is spent in pauses, in [0, 1).
     * @param meanPause Mean length of a pause, above 0.
     */
    void Start(double share, Time meanPause);

    /// End for good: whoever pauses now is not told that it ends.
    void Stop();

  private:
    /// The present state has ended, and the other one begins.
    void Change();

    std::function<void(bool)> m_onChange;    //!< Whom to tell.
    Ptr<ExponentialRandomVariable> m_length; //!< Draws lengths, in units of their mean.
    Ptr<UniformRandomVariable> m_first;      //!< Draws the first state.
    Time m_meanPause;                        //!< Mean length of a pause.
    Time m_meanWork;                         //!< Mean time between two pauses.
    bool m_paused{false};                    //!< The present state.
    EventId m_change;                        //!< Of Change().
};

} // namespace ns3

#endif // DHT_CC_DHT_CROSS_LOAD_H
