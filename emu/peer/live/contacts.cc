/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "contacts.h"

#include "dht-endpoint-name.h"
#include "dht-option-error.h"
#include "dht-output-file.h"
#include "peer-endpoint.h"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

namespace dht
{

namespace
{

/// The longest endpoint is shorter; so is any comment that this program writes.
constexpr std::size_t kLongestLine = 200;
/// Bytes of a wrong line that an error shows.
constexpr std::size_t kShown = 40;

const char* const kComment =
    "# Peers of a ring that dht-peer --contacts has met: an address and a port a line.\n";

/// @param line Any bytes. @return Their beginning, such that a terminal can show it.
std::string
Shown(const std::string& line)
{
    std::string shown = line.substr(0, kShown);
    std::replace_if(
        shown.begin(),
        shown.end(),
        [](unsigned char letter) { return std::isprint(letter) == 0; },
        '?');
    return shown + (line.size() > kShown ? "..." : "");
}

/// @param stream A file. @param line Is set to its next line, but to no more of it than matters.
/// @return False at the end of the file.
bool
NextLine(std::istream& stream, std::string& line)
{
    line.clear();
    for (int letter = stream.get(); letter != EOF; letter = stream.get())
    {
        if (letter == '\n')
        {
            return true;
        }
        line += static_cast<char>(letter);
        if (line.size() > kLongestLine)
        {
            return true;
        }
    }
    return !line.empty();
}

} // namespace

Contacts::Contacts(const std::string& path)
    : m_path(path)
{
    std::error_code error;
    if (path.empty() || !std::filesystem::exists(path, error))
    {
        return;
    }
    m_isThere = true;
    if (!std::filesystem::is_regular_file(path, error))
    {
        throw OptionError("contacts", path, "it is no regular file");
    }
    std::ifstream stream(path, std::ios::binary);
    if (!stream)
    {
        throw OptionError("contacts", path, std::string("cannot be read: ") + std::strerror(errno));
    }
    std::string line;
    for (std::size_t number = 1; NextLine(stream, line); ++number)
    {
        ReadLine(line, number);
    }
}

void
Contacts::ReadLine(const std::string& line, std::size_t number)
{
    const auto reject = [&](const std::string& why) {
        throw OptionError("contacts",
                          m_path,
                          "line " + std::to_string(number) + ": " + why +
                              "; mend it, or remove the file");
    };
    if (line.size() > kLongestLine)
    {
        reject("it is longer than " + std::to_string(kLongestLine) + " bytes");
    }
    if (line.empty() || line.front() == '#')
    {
        return;
    }
    Endpoint endpoint;
    try
    {
        endpoint = ParseEndpoint("contacts", line);
    }
    catch (const OptionError&)
    {
        reject("\"" + Shown(line) +
               "\" is no address and port such as 10.0.0.1:7000 or [2001:db8::1]:7000");
    }
    if (!endpoint.IsUnicast())
    {
        reject(NameOf(endpoint) + " is nobody's endpoint");
    }
    if (!Add(endpoint))
    {
        reject("there are more than " + std::to_string(kMost) + " endpoints");
    }
}

bool
Contacts::IsWanted() const
{
    return !m_path.empty();
}

bool
Contacts::IsThere() const
{
    return m_isThere;
}

const std::vector<Endpoint>&
Contacts::All() const
{
    return m_endpoints;
}

void
Contacts::Save(const std::vector<Endpoint>& met)
{
    std::vector<Endpoint> before;
    m_endpoints.swap(before);
    for (const auto* const endpoints : {&met, static_cast<const std::vector<Endpoint>*>(&before)})
    {
        for (const Endpoint& endpoint : *endpoints)
        {
            Add(endpoint);
        }
    }
    OutputFile file("contacts", m_path);
    file.Stream() << kComment;
    for (const Endpoint& endpoint : m_endpoints)
    {
        file.Stream() << NameOf(endpoint) << "\n";
    }
    file.Commit(Lasting::kThroughCrash);
}

void
Contacts::CheckWritable() const
{
    const OutputFile probe("contacts", m_path);
}

bool
Contacts::Add(const Endpoint& endpoint)
{
    if (std::find(m_endpoints.begin(), m_endpoints.end(), endpoint) != m_endpoints.end())
    {
        return true;
    }
    if (m_endpoints.size() == kMost)
    {
        return false;
    }
    m_endpoints.push_back(endpoint);
    return true;
}

} // namespace dht
