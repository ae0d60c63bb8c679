/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_TEST_EMULATION_SETUP_H
#define DHT_CC_TEST_EMULATION_SETUP_H

#include "program-run.h"

#include <cstdint>
#include <optional>
#include <string>
#include <sys/types.h>

/// @return The command emu/netns, with a blank behind it.
std::string NamespaceTool();

/// @return Why no emulation can run here: the process lacks a privilege, or a program was not
/// built; empty if it can.
std::string WhyNoEmulation();

/// Network namespaces with taps, made by emu/netns and removed at the end.
class EmulationNamespaces
{
  public:
    explicit EmulationNamespaces(int count);
    ~EmulationNamespaces();

    EmulationNamespaces(const EmulationNamespaces&) = delete;
    EmulationNamespaces& operator=(const EmulationNamespaces&) = delete;

    /// @return What the namespaces' names begin with: of this process alone.
    const std::string& Prefix() const;

    /// @param peer A peer's number. @return Its namespace.
    std::string Name(int peer) const;

  private:
    std::string m_prefix; ///< Of the names.
};

/// A program of build/emu/ that runs beside the test; it is killed at the end.
class BackgroundProgram
{
  public:
    /// @param command What a shell is to become, such as "exec program --option".
    explicit BackgroundProgram(const std::string& command);
    ~BackgroundProgram();

    BackgroundProgram(const BackgroundProgram&) = delete;
    BackgroundProgram& operator=(const BackgroundProgram&) = delete;

    /// @param signal What it is sent.
    void Signal(int signal) const;

    /// Wait until it has ended, 20 seconds at most. @return What it did.
    ProgramRun Wait();

  private:
    ScratchDirectory m_scratch; ///< Of its output.
    pid_t m_pid;                ///< Its process; -1: it has ended.
};

/// A socket in a namespace, bound to one of its addresses.
class NamespaceSocket
{
  public:
    /// @param networkNamespace Name of the namespace of the socket. @param type SOCK_DGRAM or
    /// SOCK_STREAM. @param address Its own.
    /// @param port Its own.
    NamespaceSocket(const std::string& networkNamespace,
                    int type,
                    const std::string& address,
                    uint16_t port);
    /// @param file A connection that was accepted.
    explicit NamespaceSocket(int file);
    ~NamespaceSocket();

    NamespaceSocket(const NamespaceSocket&) = delete;
    NamespaceSocket& operator=(const NamespaceSocket&) = delete;

    /// @return The descriptor.
    int File() const;

    /// @param address Where the other end is. @param port Its port.
    void Connect(const std::string& address, uint16_t port) const;

    /// @param seconds How long Receive() waits.
    void SetTimeout(double seconds) const;

    /// @param data What to send, all of it.
    void Send(const std::string& data) const;

    /// @return What has come; nothing if nothing came in time, or all has come.
    std::optional<std::string> Receive() const;

  private:
    int m_file; ///< Descriptor.
};

#endif // DHT_CC_TEST_EMULATION_SETUP_H
