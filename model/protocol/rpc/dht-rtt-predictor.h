/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_RTT_PREDICTOR_H
#define DHT_RTT_PREDICTOR_H

#include "dht-parameter.h"
#include "dht-time.h"

#include <cstdint>
#include <optional>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * How long to wait for an answer from somebody who has never answered before.
 */

namespace dht
{

/// The constants of timers. The defaults are those of Dabek et al., NSDI 2004, section 5.2.2, and
/// where it has none, those of DHash++ of April 2004.
struct RttPredictorOptions
{
    double errorGain{0.02};              ///< Weight of the last error in alpha.
    double errorFactor{6};               ///< Alphas that are added to the prediction.
    double deviationFactor{0};           ///< Mean deviations of the error that are added.
    Time margin{FromSeconds(0.015)};     ///< That is added.
    Time longest{FromSeconds(1)};        ///< Of a timeout.
    Time initial{FromSeconds(60)};       ///< Of one that no prediction says, if longest is longer.
    std::uint32_t settling{50};          ///< Answers before which all wait for the longest.
    Time ownHostLeast{FromSeconds(0.1)}; ///< Shortest timeout of a peer on the same host.

    /// @return What users may set of it: all.
    static const std::vector<ParameterOf<RttPredictorOptions>>& Table();
};

/// How wrong coordinates are, over all destinations, and the timeouts that follow.
class RttPredictor
{
  public:
    /// @param options The constants.
    explicit RttPredictor(const RttPredictorOptions& options);

    /// An answer came. @param rtt After so long. @param predicted After how long it was expected,
    /// when the question was sent.
    void OnSample(Time rtt, Time predicted);

    /**
     * @param predicted The round-trip time by coordinates; nothing if nobody has told them.
     * @param isOwnHost Whether it is a peer on the same host: what takes time there is not the
     *        network, which coordinates know, but whatever else the host does.
     * @return How long to wait for an answer.
     */
    Time Timeout(std::optional<Time> predicted, bool isOwnHost) const;

    /// @return Whether predictions are to be trusted: enough answers were seen.
    bool IsSettled() const;
    /// @return alpha: the mean of |RTT - prediction|, of the first answers, then a moving one.
    Time Error() const;
    /// @return How many answers were seen.
    std::uint64_t Samples() const;

  private:
    RttPredictorOptions m_options; ///< The constants.
    std::uint64_t m_samples{0};    ///< Answers.
    double m_error{0};             ///< alpha, in nanoseconds.
    double m_deviation{0};         ///< The mean of |error - alpha|, likewise.
};

} // namespace dht

#endif // DHT_RTT_PREDICTOR_H
