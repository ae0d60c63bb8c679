/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "killed-process.h"

#include <csignal>
#include <cstdint>
#include <fcntl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace dht
{
namespace test
{
namespace
{

/// @param number Of a call of the system. @param arguments Its arguments. @return What it does with
/// files; nothing if it changes none.
std::optional<FileCall>
CallOf(std::uint64_t number, const std::uint64_t* arguments)
{
    switch (number)
    {
    case SYS_pwrite64:
    case SYS_write:
    case SYS_ftruncate:
        return FileCall::kWrite;
    case SYS_openat:
        return (arguments[2] & O_CREAT) != 0 ? std::optional(FileCall::kName) : std::nullopt;
#ifdef SYS_rename
    case SYS_rename:
#endif
#ifdef SYS_unlink
    case SYS_unlink:
#endif
#ifdef SYS_renameat
    case SYS_renameat:
#endif
    case SYS_renameat2:
    case SYS_unlinkat:
        return FileCall::kName;
    default:
        return std::nullopt;
    }
}

/// Go on until the process calls the system, or ends. @param process The process. @return Whether
/// it has not ended.
bool
GoOn(pid_t process)
{
    int status = 0;
    ptrace(PTRACE_SYSCALL, process, nullptr, nullptr);
    return waitpid(process, &status, 0) == process && WIFSTOPPED(status);
}

} // namespace

std::optional<std::vector<FileCall>>
RunUntilKilled(const std::function<void()>& act, std::size_t last)
{
    const pid_t process = fork();
    if (process == 0)
    {
        if (ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) != 0)
        {
            _exit(1);
        }
        raise(SIGSTOP);
        act();
        _exit(0);
    }
    int status = 0;
    if (waitpid(process, &status, 0) != process || !WIFSTOPPED(status))
    {
        return std::nullopt;
    }
    ptrace(PTRACE_SETOPTIONS, process, nullptr, PTRACE_O_TRACESYSGOOD | PTRACE_O_EXITKILL);
    std::vector<FileCall> calls;
    while (GoOn(process))
    {
        struct __ptrace_syscall_info info = {};
        ptrace(PTRACE_GET_SYSCALL_INFO, process, sizeof(info), &info);
        if (info.op != PTRACE_SYSCALL_INFO_ENTRY)
        {
            continue;
        }
        const auto call = CallOf(info.entry.nr, info.entry.args);
        if (call && calls.size() == last)
        {
            kill(process, SIGKILL);
            waitpid(process, &status, 0);
            break;
        }
        if (call)
        {
            calls.push_back(*call);
        }
    }
    return calls;
}

} // namespace test
} // namespace dht
