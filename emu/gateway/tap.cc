/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tap.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <linux/if_tun.h>
#include <net/if.h>
#include <sched.h>
#include <sstream>
#include <sys/ioctl.h>
#include <unistd.h>

namespace ns3
{

namespace
{

const char* const TUN = "/dev/net/tun";
const char* const PRIVILEGE = "run it as root, or with CAP_SYS_ADMIN and CAP_NET_ADMIN";

/// @param what What did not work. @param error Its errno. @throws EmulationImpossible Always.
[[noreturn]] void
Fail(const std::string& what, int error)
{
    const bool denied = error == EPERM || error == EACCES;
    throw EmulationImpossible(what + ": " + (denied ? PRIVILEGE : std::strerror(error)));
}

/// @return A file descriptor of the tun device.
int
OpenTun()
{
    const int file = open(TUN, O_RDWR | O_CLOEXEC | O_NONBLOCK);
    if (file < 0 && (errno == ENOENT || errno == ENODEV || errno == ENXIO))
    {
        throw EmulationImpossible(std::string(TUN) +
                                  " is missing: load the kernel's module tun (modprobe tun)");
    }
    if (file < 0)
    {
        Fail(std::string(TUN) + " cannot be opened", errno);
    }
    return file;
}

} // namespace

NetworkNamespaceScope::NetworkNamespaceScope(const std::string& name)
    : m_home(open("/proc/thread-self/ns/net", O_RDONLY | O_CLOEXEC))
{
    const int there = open(("/run/netns/" + name).c_str(), O_RDONLY | O_CLOEXEC);
    const int error = there < 0 || setns(there, CLONE_NEWNET) != 0 ? errno : 0;
    if (there >= 0)
    {
        close(there);
    }
    if (error == 0)
    {
        return;
    }
    close(m_home);
    if (error == ENOENT)
    {
        throw EmulationImpossible("there is no network namespace " + name +
                                  ": emu/netns makes those of the peers");
    }
    Fail("the network namespace " + name + " cannot be entered", error);
}

NetworkNamespaceScope::~NetworkNamespaceScope()
{
    setns(m_home, CLONE_NEWNET);
    close(m_home);
}

Tap::Tap(const std::string& networkNamespace, const std::string& interface)
    : m_namespace(networkNamespace),
      m_interface(interface)
{
    const NetworkNamespaceScope scope(networkNamespace);
    const std::string what =
        "the tap " + interface + " in the network namespace " + networkNamespace;
    // TUNSETIFF would make one that is not there, and that goes away with this process
    if (if_nametoindex(interface.c_str()) == 0)
    {
        throw EmulationImpossible("there is no " + what.substr(4) +
                                  ": emu/netns makes those of the peers");
    }
    m_file = OpenTun();
    ifreq request{};
    request.ifr_flags = IFF_TAP | IFF_NO_PI;
    interface.copy(request.ifr_name, IFNAMSIZ - 1);
    if (ioctl(m_file, TUNSETIFF, &request) != 0 || ioctl(m_file, SIOCGIFHWADDR, &request) != 0)
    {
        const int error = errno;
        close(m_file);
        if (error == EBUSY)
        {
            throw EmulationImpossible(what + " is in use: another emulation runs");
        }
        Fail(what + " cannot be opened", error);
    }
    std::copy_n(request.ifr_hwaddr.sa_data, m_address.size(), m_address.begin());
    m_droppedBefore = ReadDropped();
}

Tap::~Tap()
{
    close(m_file);
}

int
Tap::GetFile() const
{
    return m_file;
}

EthernetAddress
Tap::GetAddress() const
{
    return m_address;
}

uint64_t
Tap::GetDropped() const
{
    try
    {
        const NetworkNamespaceScope scope(m_namespace);
        return ReadDropped() - m_droppedBefore;
    }
    catch (const EmulationImpossible&)
    {
        return 0;
    }
}

uint64_t
Tap::ReadDropped() const
{
    // a line: name: 8 numbers of what was received, then bytes, packets, errors, drops of what was
    // sent
    std::ifstream table("/proc/thread-self/net/dev");
    for (std::string line; std::getline(table, line);)
    {
        std::replace(line.begin(), line.end(), ':', ' ');
        std::istringstream words(line);
        std::string name;
        uint64_t number = 0;
        words >> name;
        for (int i = 0; i < 12 && words >> number; ++i)
        {
        }
        if (name == m_interface)
        {
            return number;
        }
    }
    return m_droppedBefore;
}

} // namespace ns3
