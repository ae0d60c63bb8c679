/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "realtime-loop.h"

#include "ns3/abort.h"
#include "ns3/make-event.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <cerrno>
#include <ctime>
#include <sys/epoll.h>
#include <system_error>
#include <unistd.h>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(RealtimeLoop);

namespace
{

constexpr int64_t SECOND = 1'000'000'000;
/// However late the simulation is, files are looked at so often.
constexpr int64_t LOOK_INTERVAL = 100'000;
/// Longest wait at a time.
constexpr int64_t LONGEST = SECOND;

/// @return The clock in ns.
int64_t
Clock()
{
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * SECOND + now.tv_nsec;
}

} // namespace

TypeId
RealtimeLoop::GetTypeId()
{
    static TypeId tid = TypeId("ns3::RealtimeLoop")
                            .SetParent<Object>()
                            .SetGroupName("DhtCcEmulation")
                            .AddConstructor<RealtimeLoop>();
    return tid;
}

RealtimeLoop::RealtimeLoop()
    : m_epoll(epoll_create1(EPOLL_CLOEXEC)),
      m_arrival(MakeEvent(&RealtimeLoop::Dispatch, this), false)
{
    if (m_epoll < 0)
    {
        throw std::system_error(errno, std::generic_category(), "epoll");
    }
}

RealtimeLoop::~RealtimeLoop()
{
    close(m_epoll);
}

void
RealtimeLoop::DoDispose()
{
    m_watched.clear();
    m_ready.clear();
    Object::DoDispose();
}

void
RealtimeLoop::Watch(int file, Reader reader)
{
    epoll_event event{};
    event.events = EPOLLIN;
    event.data.u32 = m_watched.size();
    const int status = epoll_ctl(m_epoll, EPOLL_CTL_ADD, file, &event);
    NS_ABORT_MSG_IF(status != 0, "The file " << file << " cannot be watched");
    m_watched.push_back({file, std::move(reader)});
}

int64_t
RealtimeLoop::Now()
{
    const int64_t clock = Clock();
    if (m_origin < 0)
    {
        m_origin = clock;
    }
    return clock - m_origin;
}

bool
RealtimeLoop::Poll(int64_t nanoseconds)
{
    const timespec timeout{nanoseconds / SECOND, nanoseconds % SECOND};
    epoll_event events[256];
    const int count = epoll_pwait2(m_epoll, events, std::size(events), &timeout, nullptr);
    NS_ABORT_MSG_IF(count < 0 && errno != EINTR, "epoll_pwait2 failed: Linux 5.11 is needed");
    m_ready.clear();
    for (int i = 0; i < count; ++i)
    {
        m_ready.push_back(events[i].data.u32);
    }
    return !m_ready.empty();
}

std::optional<int64_t>
RealtimeLoop::Wait(int64_t time)
{
    int64_t now = Now();
    while (now < time)
    {
        const bool readable = Poll(std::min(time - now, LONGEST));
        now = Now();
        if (readable)
        {
            m_lastLook = now;
            return now;
        }
    }
    // late, or just in time: a busy simulation must not leave packets lying for long
    if (now - m_lastLook < LOOK_INTERVAL)
    {
        return std::nullopt;
    }
    m_lastLook = now;
    return Poll(0) ? std::optional<int64_t>(now) : std::nullopt;
}

void
RealtimeLoop::Dispatch()
{
    for (const uint32_t number : m_ready)
    {
        if (!m_watched[number].reader())
        {
            epoll_ctl(m_epoll, EPOLL_CTL_DEL, m_watched[number].file, nullptr);
        }
    }
    m_ready.clear();
    Simulator::Schedule(Time(0), m_arrival);
}

EventImpl*
RealtimeLoop::GetArrival() const
{
    return PeekPointer(m_arrival);
}

void
RealtimeLoop::Run()
{
    m_running = true;
    Simulator::Run();
    m_running = false;
}

bool
RealtimeLoop::IsRunning() const
{
    return m_running;
}

void
RealtimeLoop::NoteEvent(int64_t time)
{
    const int64_t lag = Now() - time;
    m_lag.Add(lag);
    m_recentLag.Add(lag);
}

const LagHistogram&
RealtimeLoop::GetLag() const
{
    return m_lag;
}

LagHistogram
RealtimeLoop::TakeRecentLag()
{
    LagHistogram lag = m_recentLag;
    m_recentLag.Clear();
    return lag;
}

} // namespace ns3
