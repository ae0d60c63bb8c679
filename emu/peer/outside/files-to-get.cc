/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "files-to-get.h"

#include "dht-option-error.h"
#include "key-text.h"

#include <algorithm>
#include <filesystem>
#include <set>

namespace dht
{

namespace
{

constexpr std::size_t kKeyDigits = kKeyBits / 4;
const std::string kBetween = "  ";

/// @param line Of a list. @return The file. @throws OptionError It is none.
FileToGet
FileIn(const std::string& line)
{
    const auto key = KeyIn(line.substr(0, kKeyDigits));
    const std::string rest = line.substr(std::min(line.size(), kKeyDigits));
    const bool isNamed = rest.size() > kBetween.size() && rest.compare(0, 2, kBetween) == 0;
    if (!key || (!rest.empty() && !isNamed))
    {
        throw OptionError("get: " + line +
                          ": a line is a key of 40 hexadecimal digits, and maybe two spaces and a "
                          "name");
    }
    // as archives do it: wherever a file was, it goes below one directory
    const auto name =
        std::filesystem::path(isNamed ? rest.substr(kBetween.size()) : "").relative_path();
    if (std::find(name.begin(), name.end(), "..") != name.end() ||
        (isNamed && !name.has_filename()))
    {
        throw OptionError("get: " + line + ": the name leads out of the directory");
    }
    return {*key, name.string()};
}

} // namespace

std::vector<FileToGet>
ReadFilesToGet(std::istream& list)
{
    std::vector<FileToGet> files;
    for (std::string line; std::getline(list, line);)
    {
        files.push_back(FileIn(line));
    }
    if (files.empty())
    {
        throw OptionError("get: standard input names no file");
    }
    return files;
}

std::vector<std::string>
PlacesOf(const std::vector<FileToGet>& files, const std::string& output)
{
    std::error_code error;
    const bool isDirectory =
        std::filesystem::is_directory(output, error) || (!output.empty() && output.back() == '/');
    std::vector<std::string> places;
    std::set<std::string> taken;
    for (const FileToGet& file : files)
    {
        const auto name = file.name.empty() ? KeyToHex(file.key) : file.name;
        const std::string place =
            isDirectory ? (std::filesystem::path(output) / name).lexically_normal().string()
                        : output;
        if (output != "-" && !taken.insert(place).second)
        {
            throw OptionError("output",
                              output,
                              "two files would go to " + place +
                                  (isDirectory ? "" : ": name a directory, which ends with /"));
        }
        places.push_back(place);
    }
    return places;
}

} // namespace dht
