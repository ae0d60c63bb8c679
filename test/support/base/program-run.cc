/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "program-run.h"

#include "places.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <nlohmann/json.hpp>
#include <sys/wait.h>
#include <unistd.h>

nlohmann::json
ProgramRun::Json() const
{
    return nlohmann::json::parse(output);
}

int
InAnotherProcess(const std::function<int()>& child)
{
    std::fflush(nullptr);
    const pid_t pid = fork();
    if (pid == 0)
    {
        int status = 99;
        try
        {
            status = child();
        }
        catch (const std::exception& error)
        {
            std::fprintf(stderr, "%s\n", error.what());
        }
        std::fflush(nullptr);
        _exit(status);
    }
    int status = 0;
    waitpid(pid, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

ScratchDirectory::ScratchDirectory()
{
    std::string name = (std::filesystem::temp_directory_path() / "dht-cc-XXXXXX").string();
    m_path = mkdtemp(name.data());
}

ScratchDirectory::~ScratchDirectory()
{
    std::filesystem::remove_all(m_path);
}

std::string
ScratchDirectory::Path(const std::string& name) const
{
    return (m_path / name).string();
}

std::size_t
ScratchDirectory::FileCount() const
{
    return std::distance(std::filesystem::directory_iterator(m_path),
                         std::filesystem::directory_iterator());
}

std::string
ReadFile(const std::string& path)
{
    std::ifstream stream(path);
    return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

ProgramRun
RunCommand(const std::string& command)
{
    const ScratchDirectory scratch;
    const std::string line =
        command + " >'" + scratch.Path("out") + "' 2>'" + scratch.Path("err") + "'";
    const int status = std::system(line.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status),
            ReadFile(scratch.Path("out")),
            ReadFile(scratch.Path("err"))};
}

ProgramRun
RunProgram(const std::string& name, const std::string& arguments)
{
    return RunCommand("'" + places::Examples() + "/" + name + "' " + arguments);
}

void
ExpectRefused(const std::string& program, const BadOption& bad, const std::string& output)
{
    const ScratchDirectory scratch;
    const ProgramRun run =
        RunProgram(program, bad.arguments + " " + output + "=" + scratch.Path("file"));
    EXPECT_EQ(run.status, 2);
    EXPECT_EQ(run.output, "");
    EXPECT_EQ(std::count(run.errors.begin(), run.errors.end(), '\n'), 1) << run.errors;
    EXPECT_NE(run.errors.find(bad.named), std::string::npos) << run.errors;
    EXPECT_NE(run.errors.find(bad.allowed), std::string::npos) << run.errors;
    EXPECT_EQ(scratch.FileCount(), 0U);
}
