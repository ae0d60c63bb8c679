/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mpi-million-ranks.h"

#include "dht-signal-guard.h"
#include "message-ranks.h"

#include "ns3/global-value.h"
#include "ns3/mpi-interface.h"
#include "ns3/string.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <thread>

namespace ns3
{

namespace
{

/// How long the others wait for the first one to say what is wrong, and to end them.
constexpr std::chrono::seconds PATIENCE{2};

/// The program exits: MPI wants to know.
void
Finalize()
{
    int isFinalized = 0;
    MPI_Finalized(&isFinalized);
    if (!isFinalized)
    {
        MPI_Finalize();
    }
}

} // namespace

MpiMillionRanks::MpiMillionRanks(int argc, char* argv[])
{
    MpiInterface::Enable(&argc, &argv);
    std::atexit(Finalize);
    MPI_Comm_dup(MPI_COMM_WORLD, &m_results);
    if (!IsFirst() && !std::freopen("/dev/null", "w", stdout))
    {
        throw std::runtime_error("/dev/null cannot be opened");
    }
}

MpiMillionRanks::~MpiMillionRanks() = default;

uint32_t
MpiMillionRanks::GetRank() const
{
    return MpiInterface::GetSystemId();
}

uint32_t
MpiMillionRanks::GetCount() const
{
    return MpiInterface::GetSize();
}

double
MpiMillionRanks::GetMachineShare() const
{
    MPI_Comm machine;
    MPI_Comm_split_type(m_results, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine);
    int here = 0;
    MPI_Comm_size(machine, &here);
    MPI_Comm_free(&machine);
    return static_cast<double>(here) / GetCount();
}

dht::RingSums*
MpiMillionRanks::GetSums()
{
    return GetCount() > 1 ? this : nullptr;
}

RemotePeers*
MpiMillionRanks::Connect(uint64_t peers, dht::Time least)
{
    const bool isAlone = GetCount() == 1;
    GlobalValue::Bind(
        "SimulatorImplementationType",
        StringValue(isAlone ? "ns3::DefaultSimulatorImpl" : "ns3::DistributedSimulatorImpl"));
    if (!isAlone)
    {
        const PeerBlocks blocks{static_cast<uint32_t>(peers), GetCount()};
        m_messages = std::make_unique<MessageRanks>(blocks, least);
    }
    return m_messages.get();
}

void
MpiMillionRanks::SetRing(MessageLevelRing& ring)
{
    if (m_messages)
    {
        m_messages->SetRing(ring);
    }
}

void
MpiMillionRanks::CheckSignal()
{
    try
    {
        DhtSignalGuard::Check();
    }
    catch (const std::runtime_error&)
    {
        if (!m_messages)
        {
            throw;
        }
        // the others may wait for this rank, so that it cannot just leave
        m_messages->Stop();
    }
}

void
MpiMillionRanks::CheckEnd() const
{
    if (m_messages && m_messages->IsStopped())
    {
        throw std::runtime_error("interrupted; nothing was written");
    }
}

void
MpiMillionRanks::Add(const dht::LevelSum& own)
{
    OpenSum& sum = m_sums.emplace_back(OpenSum{own, {}, MPI_REQUEST_NULL});
    static_assert(sizeof(dht::LevelSum) == 2 * sizeof(double));
    MPI_Iallreduce(&sum.own, &sum.all, 2, MPI_DOUBLE, MPI_SUM, m_results, &sum.request);
}

std::optional<dht::LevelSum>
MpiMillionRanks::Take(bool wait)
{
    int isDone = 1;
    OpenSum& sum = m_sums.front();
    if (wait)
    {
        MPI_Wait(&sum.request, MPI_STATUS_IGNORE);
    }
    else
    {
        MPI_Test(&sum.request, &isDone, MPI_STATUS_IGNORE);
    }
    if (!isDone)
    {
        return std::nullopt;
    }
    const dht::LevelSum all = sum.all;
    m_sums.pop_front();
    return all;
}

std::vector<std::string>
MpiMillionRanks::Gather(const std::string& own)
{
    if (own.size() > std::numeric_limits<int>::max())
    {
        throw std::runtime_error("a process has seen more than MPI can gather");
    }
    const int size = static_cast<int>(own.size());
    std::vector<int> sizes(GetCount());
    MPI_Gather(&size, 1, MPI_INT, sizes.data(), 1, MPI_INT, 0, m_results);

    std::vector<std::string> all;
    if (!IsFirst())
    {
        MPI_Send(own.data(), size, MPI_CHAR, 0, 0, m_results);
        return all;
    }
    all.push_back(own);
    for (int rank = 1; rank < static_cast<int>(sizes.size()); ++rank)
    {
        std::string& theirs = all.emplace_back(sizes[rank], '\0');
        MPI_Recv(theirs.data(), sizes[rank], MPI_CHAR, rank, 0, m_results, MPI_STATUS_IGNORE);
    }
    return all;
}

void
MpiMillionRanks::LetFirstSpeak()
{
    if (!IsFirst())
    {
        std::this_thread::sleep_for(PATIENCE);
    }
}

int
MpiMillionRanks::Leave(int status)
{
    if (status != 0)
    {
        MPI_Abort(MPI_COMM_WORLD, status);
    }
    MPI_Comm_free(&m_results);
    m_messages.reset();
    MpiInterface::Disable();
    return status;
}

} // namespace ns3
