/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-rpc-window.h"

namespace dht
{

void
RpcWindow::Enter(Time /* now */)
{
    ++m_inFlight;
}

void
RpcWindow::Leave(Time /* now */)
{
    --m_inFlight;
}

} // namespace dht
