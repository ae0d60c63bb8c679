/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_SIGNAL_FILE_H
#define DHT_CC_SIGNAL_FILE_H

#include <csignal>

namespace ns3
{

/**
 * @ingroup dht-cc
 * While it exists, SIGINT, SIGTERM and SIGHUP do nothing but make a file readable.
 */
class SignalFile
{
  public:
    SignalFile();
    ~SignalFile();

    SignalFile(const SignalFile&) = delete;
    SignalFile& operator=(const SignalFile&) = delete;

    /**
     * @return The descriptor.
     */
    int GetFile() const;

    /**
     * Take a signal.
     *
     * @return Its number; 0 if there was none.
     */
    int Take() const;

  private:
    sigset_t m_before; //!< The signals that were blocked before.
    int m_file;        //!< Descriptor.
};

} // namespace ns3

#endif // DHT_CC_SIGNAL_FILE_H
