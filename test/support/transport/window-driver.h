/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_TEST_WINDOW_DRIVER_H
#define DHT_CC_TEST_WINDOW_DRIVER_H

#include "dht-window-registry.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

/**
 * @file
 * @ingroup dht-cc-tests
 * Windows made by name, and acks for them, one by one.
 */

namespace dht
{
namespace test
{

/// Constants to be set, and their values.
using Settings = std::vector<std::pair<std::string, double>>;

/// @param name A kind of window. @param settings Constants to be set. @return All of its constants.
inline Parameters
ConstantsOf(const std::string& name, const Settings& settings = {})
{
    Parameters parameters = WindowRegistry::Get().Find(name).parameters;
    for (const auto& [constant, value] : settings)
    {
        parameters.Set(constant, value);
    }
    return parameters;
}

/// @param name A kind of window. @param settings Constants to be set. @param priority N.
/// @return The window.
inline std::unique_ptr<TransportWindow>
WindowOf(const std::string& name, const Settings& settings = {}, double priority = 1)
{
    return MakeWindow(WindowRegistry::Get().Find(name), ConstantsOf(name, settings), priority);
}

/// @param polite The polite kind. @param priority The priority. @param settings Of the polite kind.
/// @return A window that is this kind at 0 and multcp above.
inline std::unique_ptr<TransportWindow>
WindowAt(const std::string& polite, double priority, const Settings& settings = {})
{
    const auto& registry = WindowRegistry::Get();
    return MakePriorityWindows(registry.Find(polite),
                               ConstantsOf(polite, settings),
                               registry.Find("multcp"),
                               ConstantsOf("multcp"))(priority);
}

/// A window and its acks. The path has a round trip of 100 ms; the first ack shows it, at 1 s.
class WindowDriver
{
  public:
    /// The round trip without a queue.
    static constexpr Time kRoundTrip = std::chrono::milliseconds(100);

    /// @param window The window.
    explicit WindowDriver(std::unique_ptr<TransportWindow> window)
        : m_window(std::move(window))
    {
    }

    /// Nothing is acknowledged, but the delay is shown.
    void ShowPath()
    {
        Ack(0, 0);
    }

    /// @param packets How many are acknowledged. @param queue How long they waited in ms.
    /// @param isLimited The window bounds the flow.
    void Ack(double packets, double queue, bool isLimited = true)
    {
        const Time waited = FromSeconds(queue / 1000);
        const Time roundTrip = kRoundTrip + waited;
        m_window->OnAck({m_now,
                         m_now - roundTrip,
                         static_cast<std::size_t>(packets * 1400),
                         isLimited,
                         {{roundTrip, kRoundTrip / 2 + waited, Time(0)}}});
    }

    /// Packets are lost that left before. @param ago How long ago, in ms. @param packets How many.
    void Lose(double ago, std::size_t packets = 1)
    {
        m_window->OnLoss({m_now, m_now - FromSeconds(ago / 1000), false, packets});
    }

    /// A packet arrives that had been taken for lost. @param ago When it left, in ms before now.
    void Find(double ago)
    {
        m_window->OnSpuriousLoss(m_now, m_now - FromSeconds(ago / 1000));
    }

    /// Nothing has arrived for long. @param ago When what was lost last had left, in ms before now.
    void Collapse(double ago = 100)
    {
        m_window->OnLoss({m_now, m_now - FromSeconds(ago / 1000), true});
    }

    /// @param milliseconds Until the next event.
    void Wait(double milliseconds)
    {
        m_now += FromSeconds(milliseconds / 1000);
    }

    /// @return w in packets, cut to the byte.
    double Size() const
    {
        return static_cast<double>(m_window->Bytes()) / 1400;
    }

    /// @return The window.
    TransportWindow& Window()
    {
        return *m_window;
    }

    /// @return The present.
    Time Now() const
    {
        return m_now;
    }

  private:
    std::unique_ptr<TransportWindow> m_window; ///< What is examined.
    Time m_now{FromSeconds(1)};                ///< The present.
};

/// What of a window is the byte that it is cut to, in packets.
constexpr double kByte = 1.0 / 1400;

} // namespace test
} // namespace dht

#endif // DHT_CC_TEST_WINDOW_DRIVER_H
