/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_DHT_STREAM_RANDOM_H
#define DHT_CC_DHT_STREAM_RANDOM_H

#include "dht-random.h"

#include "ns3/random-variable-stream.h"

namespace ns3
{

/**
 * @ingroup dht-cc
 * A stream of ns-3's random numbers, lent to the protocol core.
 */
class DhtStreamRandom : public dht::Random
{
  public:
    DhtStreamRandom()
        : m_variable(CreateObject<UniformRandomVariable>())
    {
    }

    double Uniform() override
    {
        return m_variable->GetValue();
    }

    /**
     * @param stream The number of the random stream to use.
     */
    void SetStream(int64_t stream)
    {
        m_variable->SetStream(stream);
    }

  private:
    Ptr<UniformRandomVariable> m_variable; //!< Uniform in [0, 1).
};

} // namespace ns3

#endif // DHT_CC_DHT_STREAM_RANDOM_H
