/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-schemes.h"

namespace dht
{

namespace
{

class None : public CongestionControl
{
  public:
    Time Admit(Time now, std::size_t /* outstanding */) override
    {
        return now;
    }
};

} // namespace

Scheme
NoneScheme()
{
    return {"none",
            "no congestion control: requests are issued as the application makes them",
            Parameters({}),
            [](const Parameters&) { return std::make_unique<None>(); }};
}

} // namespace dht
