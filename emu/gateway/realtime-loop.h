/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_REALTIME_LOOP_H
#define DHT_CC_REALTIME_LOOP_H

#include "lag-histogram.h"

#include "ns3/event-impl.h"
#include "ns3/object.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace ns3
{

/**
 * @ingroup dht-cc
 * The real time of a simulation, and the files it waits for: whoever waits for the next event is
 * woken when one of them can be read.
 *
 * One thread does everything. A packet that arrives is read and handed to the simulation by the
 * thread that runs the simulation, so that it wakes nobody, takes no lock and, unless the
 * simulation is late, costs no event.
 */
class RealtimeLoop : public Object
{
  public:
    /// A file can be read. @return Whether it is to be watched further.
    using Reader = std::function<bool()>;

    /**
     * @return The TypeId.
     */
    static TypeId GetTypeId();

    /**
     * @throws std::system_error The system has no epoll.
     */
    RealtimeLoop();
    ~RealtimeLoop() override;

    /**
     * Watch a file.
     *
     * @param file A file descriptor; stays its owner's.
     * @param reader Called in an event, and again until nothing more can be read.
     */
    void Watch(int file, Reader reader);

    /**
     * Wait until a time has come or a file can be read. The clock starts with the first call.
     *
     * @param time Simulated time in ns.
     * @return Simulated time in ns of a file that can be read; nothing when the time has come.
     */
    std::optional<int64_t> Wait(int64_t time);

    /**
     * @return The event that reads the files that can be read, once each. It schedules itself
     * again, for the scheduler to keep until Wait() has found such files.
     */
    EventImpl* GetArrival() const;

    /// Run the simulation, as Simulator::Run() does, but in real time.
    void Run();

    /**
     * @return Whether Run() runs: otherwise nothing is to be waited for.
     */
    bool IsRunning() const;

    /**
     * Count an event that begins.
     *
     * @param time When it should begin, simulated, in ns.
     */
    void NoteEvent(int64_t time);

    /**
     * @return The lag of all events so far.
     */
    const LagHistogram& GetLag() const;

    /**
     * @return The lag since the last call.
     */
    LagHistogram TakeRecentLag();

  private:
    /// A watched file.
    struct Watched
    {
        int file;      //!< Its descriptor.
        Reader reader; //!< What to do.
    };

    void DoDispose() override;
    /// Read the files that can be read.
    void Dispatch();
    /// @return Simulated time in ns.
    int64_t Now();
    /// Ask which files can be read. @param nanoseconds How long to wait for one. @return Whether
    /// there are any.
    bool Poll(int64_t nanoseconds);

    int m_epoll;                    //!< Descriptor.
    std::vector<Watched> m_watched; //!< By the number that epoll knows.
    std::vector<uint32_t> m_ready;  //!< Numbers of files that can be read.
    Ptr<EventImpl> m_arrival;       //!< Calls Dispatch().
    bool m_running{false};          //!< Whether Run() runs.
    int64_t m_origin{-1};           //!< The clock at simulated time 0; -1: not started.
    int64_t m_lastLook{0};          //!< When files were asked for last, simulated, in ns.
    LagHistogram m_lag;             //!< Of all events.
    LagHistogram m_recentLag;       //!< Of the events since the last TakeRecentLag().
};

} // namespace ns3

#endif // DHT_CC_REALTIME_LOOP_H
