/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "message-batches.h"

#include "dht-wire-format.h"

#include "ns3/abort.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <boost/endian/conversion.hpp>
#include <cstddef>
#include <utility>

namespace ns3
{

namespace
{

/// Writes the parts of a message, one after the other.
class Writer
{
  public:
    /// @param bytes Where they go, at the end.
    explicit Writer(std::vector<uint8_t>& bytes)
        : m_bytes(bytes)
    {
    }

    /// @param number What to write.
    template <typename T>
    void Put(T number)
    {
        boost::endian::endian_store<T, sizeof(T), boost::endian::order::big>(Grow(sizeof(T)),
                                                                             number);
    }

    /// @param time What to write.
    void Put(dht::Time time)
    {
        Put(static_cast<int64_t>(time.count()));
    }

    void operator()(const MessageRequest& message)
    {
        Put(message.from);
        PutFrame(message.request);
    }

    void operator()(const MessageSegment& message)
    {
        Put(message.from);
        Put(message.stream);
        Put(static_cast<uint16_t>(message.requests.Size()));
        for (std::size_t i = 0; i < message.requests.Size(); ++i)
        {
            PutFrame(message.requests[i]);
        }
        Put(message.sent);
    }

    void operator()(const MessageSegmentAck& message)
    {
        Put(message.stream);
        Put(message.ack.received);
        Put(message.ack.edge);
        Put(message.ack.times.sent);
        Put(message.ack.times.delay);
        Put(message.ack.times.hold);
    }

    void operator()(const MessageDatagram& message)
    {
        Put(message.from);
        const std::vector<uint8_t> frame = dht::EncodeDatagram(message.datagram);
        Put(static_cast<uint32_t>(frame.size()));
        std::copy(frame.begin(), frame.end(), Grow(frame.size()));
    }

  private:
    /// @param request What to write, and how long it is.
    void PutFrame(const dht::Request& request)
    {
        const std::size_t size = dht::FrameSize(request);
        Put(static_cast<uint32_t>(size));
        dht::Encode(request, Grow(size));
    }

    /// @param size Bytes to add. @return Where they begin.
    uint8_t* Grow(std::size_t size)
    {
        m_bytes.resize(m_bytes.size() + size);
        return m_bytes.data() + m_bytes.size() - size;
    }

    std::vector<uint8_t>& m_bytes; //!< Where it writes, at the end.
};

/// Reads what a Writer has written.
class Reader
{
  public:
    /// @param bytes What to read; must outlive the reader.
    explicit Reader(const std::vector<uint8_t>& bytes)
        : m_next(bytes.data()),
          m_end(bytes.data() + bytes.size())
    {
    }

    /// @return Whether everything was read.
    bool IsAtEnd() const
    {
        return m_next == m_end;
    }

    /// @return The next number.
    template <typename T>
    T Get()
    {
        return boost::endian::endian_load<T, sizeof(T), boost::endian::order::big>(Skip(sizeof(T)));
    }

    /// @return The next time.
    dht::Time GetTime()
    {
        return dht::Time(Get<int64_t>());
    }

    /// @return The next message.
    RemotePeers::Message GetMessage()
    {
        // in the order in which they were written
        const auto kind = Get<uint8_t>();
        if (kind == RemotePeers::Message(MessageSegmentAck()).index())
        {
            const auto stream = Get<uint32_t>();
            MessageSegmentAck message{stream, {}};
            message.ack.received = Get<uint32_t>();
            message.ack.edge = Get<uint32_t>();
            message.ack.times.sent = GetTime();
            message.ack.times.delay = GetTime();
            message.ack.times.hold = GetTime();
            return message;
        }
        const auto from = Get<uint32_t>();
        if (kind == RemotePeers::Message(MessageRequest()).index())
        {
            // in a ready-made ring, all that come from one peer come on one connection
            return MessageRequest{from, 0, GetFrame<dht::Request>(dht::Decode)};
        }
        if (kind == RemotePeers::Message(MessageDatagram()).index())
        {
            return MessageDatagram{from, GetFrame<dht::Datagram>(dht::DecodeDatagram)};
        }
        const auto stream = Get<uint32_t>();
        MessageRequests requests;
        for (auto size = Get<uint16_t>(); size > 0; --size)
        {
            requests.PushBack(GetFrame<dht::Request>(dht::Decode));
        }
        return MessageSegment{from, stream, std::move(requests), GetTime()};
    }

  private:
    /// @param decode Reads such a frame. @return What the next frame says.
    template <typename T>
    T GetFrame(dht::WireError (*decode)(const uint8_t*, std::size_t, T&))
    {
        const auto size = Get<uint32_t>();
        T content;
        const dht::WireError error = decode(Skip(size), size, content);
        NS_ABORT_MSG_IF(error != dht::WireError::kNone,
                        "a frame of another process is wrong: " << dht::ToString(error));
        return content;
    }

    /// @param size Of what comes next. @return Where it begins.
    const uint8_t* Skip(std::size_t size)
    {
        NS_ABORT_MSG_IF(size > static_cast<std::size_t>(m_end - m_next),
                        "a batch of another process is too short");
        return std::exchange(m_next, m_next + size);
    }

    const uint8_t* m_next; //!< What comes next.
    const uint8_t* m_end;  //!< Where it ends.
};

} // namespace

PeerRange
PeerBlocks::RangeOf(uint32_t block) const
{
    const uint64_t all = peers;
    return {static_cast<uint32_t>(all * block / blocks),
            static_cast<uint32_t>(all * (block + 1) / blocks)};
}

uint32_t
PeerBlocks::BlockOf(uint32_t peer) const
{
    return static_cast<uint32_t>(((uint64_t{peer} + 1) * blocks - 1) / peers);
}

void
MessageBatch::Add(Time arrival, uint32_t to, const RemotePeers::Message& message)
{
    Writer writer(m_bytes);
    writer.Put(arrival.GetTimeStep());
    writer.Put(to);
    writer.Put(static_cast<uint8_t>(message.index()));
    std::visit(writer, message);
}

std::size_t
MessageBatch::Size() const
{
    return m_bytes.size();
}

std::vector<uint8_t>
MessageBatch::Take(std::size_t size)
{
    const auto end = m_bytes.begin() + static_cast<std::ptrdiff_t>(size);
    std::vector<uint8_t> taken(m_bytes.begin(), end);
    m_bytes.erase(m_bytes.begin(), end);
    return taken;
}

void
MessageBatch::Read(const std::vector<uint8_t>& bytes, const Receiver& receive)
{
    for (Reader reader(bytes); !reader.IsAtEnd();)
    {
        const Time arrival = TimeStep(reader.Get<int64_t>());
        const auto to = reader.Get<uint32_t>();
        receive(arrival, to, reader.GetMessage());
    }
}

MessageBatches::MessageBatches(PeerBlocks blocks, dht::Time least, std::size_t most)
    : m_blocks(blocks),
      m_least(NanoSeconds(least.count())),
      m_most(most),
      m_outboxes(blocks.blocks)
{
}

MessageBatches::~MessageBatches()
{
    m_flush.Cancel();
}

Time
MessageBatches::GetLookAhead() const
{
    return TimeStep(m_least.GetTimeStep() / 4 * 3);
}

void
MessageBatches::Send(Time arrival, uint32_t to, const Message& message)
{
    const uint32_t block = m_blocks.BlockOf(to);
    MessageBatch& batch = m_outboxes[block].batch;
    const std::size_t before = batch.Size();
    batch.Add(arrival, to, message);
    NS_ABORT_MSG_IF(batch.Size() - before > m_most,
                    "a message of " << batch.Size() - before << " bytes fits in no batch");
    if (batch.Size() > m_most)
    {
        Flush(block, before);
    }
    if (m_flush.IsExpired())
    {
        m_flush = Simulator::Schedule(TimeStep(m_least.GetTimeStep() / 8),
                                      &MessageBatches::FlushAll,
                                      this);
    }
}

void
MessageBatches::Flush(uint32_t block, std::size_t size)
{
    Outbox& outbox = m_outboxes[block];
    outbox.arrival = Max(Simulator::Now() + GetLookAhead(), outbox.arrival + TimeStep(1));
    Carry(block, outbox.batch.Take(size), outbox.arrival);
}

void
MessageBatches::FlushAll()
{
    for (uint32_t block = 0; block < m_outboxes.size(); ++block)
    {
        if (const std::size_t size = m_outboxes[block].batch.Size())
        {
            Flush(block, size);
        }
    }
}

} // namespace ns3
