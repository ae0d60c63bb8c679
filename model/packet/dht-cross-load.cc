/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-cross-load.h"

#include "ns3/simulator.h"

namespace ns3
{

DhtCrossLoad::DhtCrossLoad(std::function<void(bool)> onChange)
    : m_onChange(std::move(onChange)),
      m_length(CreateObject<ExponentialRandomVariable>()),
      m_first(CreateObject<UniformRandomVariable>())
{
}

DhtCrossLoad::~DhtCrossLoad()
{
    Stop();
}

void
DhtCrossLoad::SetStream(int64_t stream)
{
    m_length->SetStream(stream);
    m_first->SetStream(stream + 1);
}

void
DhtCrossLoad::Start(double share, Time meanPause)
{
    if (share <= 0)
    {
        return;
    }
    m_meanPause = meanPause;
    m_meanWork = Seconds(meanPause.GetSeconds() * (1 - share) / share);
    // exponential times do not remember: this is how the pauses look to whoever comes along later
    m_paused = m_first->GetValue() >= share;
    m_change = Simulator::ScheduleNow(&DhtCrossLoad::Change, this);
}

void
DhtCrossLoad::Stop()
{
    m_change.Cancel();
}

void
DhtCrossLoad::Change()
{
    m_paused = !m_paused;
    const Time mean = m_paused ? m_meanPause : m_meanWork;
    m_change = Simulator::Schedule(Seconds(m_length->GetValue() * mean.GetSeconds()),
                                   &DhtCrossLoad::Change,
                                   this);
    m_onChange(m_paused);
}

} // namespace ns3
