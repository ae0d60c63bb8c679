/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "million-ranks.h"

#include "dht-option-table.h"
#include "dht-program.h"
#include "dht-raw-bytes.h"
#include "dht-signal-guard.h"

#include <algorithm>
#include <cstdlib>

#ifdef DHT_CC_MPI
#include "mpi-million-ranks.h"
#endif

namespace ns3
{

namespace
{

/// @param names Environment variables. @return The number in the first one that is set; else 0.
int
FromEnvironment(const std::vector<const char*>& names)
{
    for (const char* const name : names)
    {
        if (const char* const value = std::getenv(name))
        {
            return std::atoi(value);
        }
    }
    return 0;
}

/// @return Whether an MPI launcher has started this process as one of several. (Those of Open MPI
/// and of MPICH say so; others are asked with MPI itself.)
bool
IsOneOfSeveral()
{
    return FromEnvironment({"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"}) > 1;
}

#ifdef DHT_CC_MPI

/// @param argc How many arguments. @param argv The arguments, as main() has them. @return The
/// processes that run the program.
std::unique_ptr<MillionRanks>
MakeRanks(int argc, char* argv[])
{
    if (IsOneOfSeveral() || std::getenv("PMIX_RANK"))
    {
        return std::make_unique<MpiMillionRanks>(argc, argv);
    }
    return std::make_unique<MillionRanks>();
}

#else

/// The same without MPI. @return This process alone.
std::unique_ptr<MillionRanks>
MakeRanks(int /* argc */, char* /* argv */[])
{
    if (IsOneOfSeveral())
    {
        if (FromEnvironment({"OMPI_COMM_WORLD_RANK", "PMI_RANK"}) > 0)
        {
            std::exit(0); // the first one says why, and ends with status 2
        }
        throw DhtOptionError("this ns-3 has no module mpi: one process can simulate all peers, "
                             "without mpirun; for more of them, see doc/scaling.rst");
    }
    return std::make_unique<MillionRanks>();
}

#endif

} // namespace

MillionCosts&
MillionCosts::operator+=(const MillionCosts& other)
{
    setup = std::max(setup, other.setup);
    wall = std::max(wall, other.wall);
    cpu += other.cpu;
    memory += other.memory;
    events += other.events;
    return *this;
}

bool
MillionRanks::IsFirst() const
{
    return GetRank() == 0;
}

uint32_t
MillionRanks::GetRank() const
{
    return 0;
}

uint32_t
MillionRanks::GetCount() const
{
    return 1;
}

double
MillionRanks::GetMachineShare() const
{
    return 1;
}

dht::RingSums*
MillionRanks::GetSums()
{
    return nullptr;
}

void
MillionRanks::Check(uint64_t peers,
                    const std::vector<std::pair<std::string, std::string>>& files) const
{
    const std::string count = std::to_string(GetCount());
    if (peers < GetCount())
    {
        throw DhtOptionError("peers",
                             std::to_string(peers),
                             "with " + count + " processes, at least " + count);
    }
    for (const auto& [option, file] : files)
    {
        if (GetCount() > 1 && !file.empty())
        {
            throw DhtOptionError(option, file, "only one process writes it, without mpirun");
        }
    }
}

PeerRange
MillionRanks::GetRange(uint64_t peers) const
{
    return PeerBlocks{static_cast<uint32_t>(peers), GetCount()}.RangeOf(GetRank());
}

RemotePeers*
MillionRanks::Connect(uint64_t /* peers */, dht::Time /* least */)
{
    return nullptr;
}

void
MillionRanks::SetRing(MessageLevelRing& /* ring */)
{
}

void
MillionRanks::CheckSignal()
{
    DhtSignalGuard::Check();
}

void
MillionRanks::CheckEnd() const
{
}

void
MillionRanks::Collect(dht::RingStatistics& statistics, dht::RingTotals& totals, MillionCosts& costs)
{
    if (GetCount() == 1)
    {
        return;
    }
    dht::RawWriter own;
    own.Put(totals);
    own.Put(costs);
    const std::vector<std::string> parts = Gather(statistics.ToBytes());
    const std::vector<std::string> sums = Gather(own.Bytes());
    for (std::size_t rank = 1; rank < parts.size(); ++rank)
    {
        statistics.AddPart(parts[rank]);
        dht::RawReader from(sums[rank]);
        dht::RingTotals theirs;
        from.Get(theirs);
        totals += theirs;
        MillionCosts theirCosts;
        from.Get(theirCosts);
        costs += theirCosts;
    }
}

std::vector<std::string>
MillionRanks::Gather(const std::string& own)
{
    return {own};
}

void
MillionRanks::LetFirstSpeak()
{
}

int
MillionRanks::Leave(int status)
{
    return status;
}

int
RunOnRanks(int argc, char* argv[], const std::function<void(MillionRanks&)>& program)
{
    std::unique_ptr<MillionRanks> ranks;
    const auto run = [&] {
        ranks = MakeRanks(argc, argv);
        try
        {
            program(*ranks);
        }
        catch (const std::exception&)
        {
            ranks->LetFirstSpeak();
            throw;
        }
    };
    return RunDhtProgram(argv[0], run, [&](int status) {
        return ranks ? ranks->Leave(status) : status;
    });
}

} // namespace ns3
