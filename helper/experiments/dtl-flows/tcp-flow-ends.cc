/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "flow-ends.h"

#include "ns3/inet-socket-address.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/tcp-socket-base.h"
#include "ns3/tcp-socket-factory.h"

namespace ns3
{

namespace
{

/// Where sinks listen.
constexpr uint16_t TCP_PORT = 7000;
/// Bytes that wait to be sent, so that a flow ends soon after it was told to.
constexpr uint32_t MOST_UNSENT = 1 << 16;
/// Bytes that are written at a time.
constexpr uint32_t TCP_WRITE = 8192;

/// A greedy source of TCP and its sink.
class TcpFlowEnds : public FlowEnds
{
  public:
    TcpFlowEnds(const FlowPlan& plan,
                const DhtDumbbellHelper::Host& from,
                const DhtDumbbellHelper::Host& to)
        : m_sinkAddress(to.address)
    {
        const auto factory = to.node->GetObject<TcpL4Protocol>();
        m_listener = factory->CreateSocket();
        m_listener->Bind(InetSocketAddress(Ipv4Address::GetAny(), TCP_PORT));
        m_listener->Listen();
        m_listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                      MakeCallback(&TcpFlowEnds::Accept, this));
        m_source = from.node->GetObject<TcpL4Protocol>()->CreateSocket(
            TypeId::LookupByName(TcpVariantType(plan.variant)));
        m_source->TraceConnectWithoutContext("Tx", MakeCallback(&TcpFlowEnds::OnSent, this));
        m_source->TraceConnectWithoutContext("BytesInFlight",
                                             MakeCallback(&TcpFlowEnds::OnInFlight, this));
        Simulator::Schedule(plan.start, &TcpFlowEnds::Start, this);
        Simulator::Schedule(plan.stop, &TcpFlowEnds::Stop, this);
    }

    ~TcpFlowEnds() override
    {
        m_source->SetSendCallback(MakeNullCallback<void, Ptr<Socket>, uint32_t>());
        for (const auto& socket : {m_source, m_listener, m_sink})
        {
            if (socket)
            {
                socket->SetRecvCallback(MakeNullCallback<void, Ptr<Socket>>());
            }
        }
    }

    uint64_t GetReceived() const override
    {
        return m_received;
    }

    uint64_t GetRetransmitted() const override
    {
        return m_retransmitted;
    }

    std::optional<Time> GetBelieved() const override
    {
        return std::nullopt;
    }

    bool IdentitiesHold() const override
    {
        return true;
    }

  private:
    void Start()
    {
        m_source->Bind();
        m_capacity = m_source->GetTxAvailable();
        m_source->SetSendCallback(MakeCallback(&TcpFlowEnds::Fill, this));
        m_source->Connect(InetSocketAddress(m_sinkAddress, TCP_PORT));
    }

    /// What was written is still delivered: it is not much.
    void Stop()
    {
        m_isStopped = true;
        m_source->Close();
    }

    void Accept(Ptr<Socket> socket, const Address& /* from */)
    {
        m_sink = socket;
        socket->SetRecvCallback(MakeCallback(&TcpFlowEnds::Receive, this));
    }

    void Fill(Ptr<Socket> socket, uint32_t /* room */)
    {
        const uint32_t free = socket->GetTxAvailable();
        for (uint32_t room = free; !m_isStopped && room >= TCP_WRITE; room -= TCP_WRITE)
        {
            const bool isEnough = m_capacity - room > m_inFlight + MOST_UNSENT;
            if (isEnough || socket->Send(Create<Packet>(TCP_WRITE)) <= 0)
            {
                return;
            }
        }
    }

    void Receive(Ptr<Socket> socket)
    {
        while (const Ptr<Packet> packet = socket->Recv())
        {
            if (packet->GetSize() == 0)
            {
                return;
            }
            m_received += packet->GetSize();
        }
    }

    void OnInFlight(uint32_t /* before */, uint32_t now)
    {
        m_inFlight = now;
    }

    /// @param packet A segment without its header. @param header The header.
    void OnSent(const Ptr<const Packet> packet,
                const TcpHeader& header,
                const Ptr<const TcpSocketBase> /* socket */)
    {
        if (packet->GetSize() == 0)
        {
            return;
        }
        const SequenceNumber32 end = header.GetSequenceNumber() + packet->GetSize();
        m_retransmitted += m_hasSent && end <= m_highest;
        m_highest = m_hasSent ? std::max(m_highest, end) : end;
        m_hasSent = true;
    }

    Ipv4Address m_sinkAddress;   //!< The sink's.
    Ptr<Socket> m_source;        //!< Sends.
    Ptr<Socket> m_listener;      //!< Accepts.
    Ptr<Socket> m_sink;          //!< Reads; null before.
    uint32_t m_capacity{0};      //!< Of the source's buffer in bytes.
    uint32_t m_inFlight{0};      //!< Bytes that were sent and not acknowledged.
    bool m_isStopped{false};     //!< Nothing is written any more.
    bool m_hasSent{false};       //!< Data has left.
    SequenceNumber32 m_highest;  //!< End of what has left.
    uint64_t m_received{0};      //!< Bytes read.
    uint64_t m_retransmitted{0}; //!< Segments sent again.
};

} // namespace

std::unique_ptr<FlowEnds>
MakeTcpFlow(const FlowPlan& plan,
            const DhtDumbbellHelper::Host& from,
            const DhtDumbbellHelper::Host& to)
{
    return std::make_unique<TcpFlowEnds>(plan, from, to);
}

} // namespace ns3
