/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-windows.h"

namespace dht
{

namespace
{

/// No congestion control: for measurements, and for paths that somebody else shares out.
class FixedRule : public WindowRule
{
  public:
    explicit FixedRule(const Parameters& parameters)
        : m_size(parameters["InitialWindow"])
    {
    }

    void OnAck(WindowState& state, const WindowAck& /* ack */) override
    {
        state.size = m_size; // it was less if nothing had come for long
    }

  protected:
    double Kept() const override
    {
        return 1;
    }

  private:
    double m_size; ///< In packets.
};

} // namespace

WindowKind
FixedWindow()
{
    return {"fixed", "a constant, InitialWindow", WindowTable({10}, {}), [](const Parameters& p) {
                return std::make_unique<FixedRule>(p);
            }};
}

} // namespace dht
