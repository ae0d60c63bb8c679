/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "text-lines.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace dht
{

namespace
{

const char* const kBlanks = " \t\r";

/// @param byte Of a file. @return Whether text has no such bytes.
bool
IsNoText(char byte)
{
    return static_cast<unsigned char>(byte) < ' ' && byte != '\t';
}

} // namespace

TextLines::TextLines(std::istream& in)
    : m_in(in)
{
}

bool
TextLines::Read(std::string& text)
{
    text.clear();
    for (;;)
    {
        if (m_at == m_end)
        {
            m_in.read(m_some.data(), static_cast<std::streamsize>(m_some.size()));
            m_at = 0;
            m_end = static_cast<std::size_t>(m_in.gcount());
            if (m_end == 0)
            {
                break;
            }
        }
        const char* const begin = m_some.data() + m_at;
        const auto* const end = static_cast<const char*>(std::memchr(begin, '\n', m_end - m_at));
        const std::size_t size = end ? static_cast<std::size_t>(end - begin) : m_end - m_at;
        text.append(begin, size);
        m_at += size + (end ? 1 : 0);
        if (text.size() > kLongest)
        {
            throw LineError(m_number + 1,
                            "it has more than " + std::to_string(kLongest) + " bytes");
        }
        if (end)
        {
            ++m_number;
            return true;
        }
    }
    m_number += text.empty() ? 0 : 1;
    return !text.empty();
}

bool
TextLines::ReadSaying(Line& line)
{
    const std::string_view mark = "\xef\xbb\xbf";
    while (Read(line.text))
    {
        if (m_number == 1 && line.text.compare(0, mark.size(), mark) == 0)
        {
            line.text.erase(0, mark.size());
        }
        if (!line.text.empty() && line.text.back() == '\r')
        {
            line.text.pop_back();
        }
        if (std::any_of(line.text.begin(), line.text.end(), IsNoText))
        {
            throw LineError(m_number, "it is no text");
        }
        if (!Trim(line.text).empty() && line.text.front() != '#')
        {
            line.number = m_number;
            return true;
        }
        if (m_number == 1)
        {
            m_title = line.text;
        }
    }
    return false;
}

bool
TextLines::Next(Line& line)
{
    if (m_ahead.empty())
    {
        return ReadSaying(line);
    }
    line = std::move(m_ahead.front());
    m_ahead.pop_front();
    return true;
}

const std::deque<TextLines::Line>&
TextLines::Ahead(std::size_t count)
{
    for (Line line; m_ahead.size() < count && ReadSaying(line);)
    {
        m_ahead.push_back(std::move(line));
    }
    return m_ahead;
}

const std::string&
TextLines::Title() const
{
    return m_title;
}

std::string_view
Trim(std::string_view text)
{
    const auto begin = text.find_first_not_of(kBlanks);
    return begin == std::string_view::npos
               ? std::string_view()
               : text.substr(begin, text.find_last_not_of(kBlanks) + 1 - begin);
}

char
SeparatorOf(std::string_view line)
{
    for (const char separator : {'\t', ';', ','})
    {
        if (Trim(line).find(separator) != std::string_view::npos)
        {
            return separator;
        }
    }
    return ' ';
}

void
Split(std::string_view line, char separator, std::vector<std::string_view>& cells)
{
    cells.clear();
    line = separator == ' ' ? Trim(line) : line;
    for (bool isMore = true; isMore;)
    {
        const auto quote = line.find_first_not_of(' ');
        const bool isQuoted = quote != std::string_view::npos && line[quote] == '"';
        const auto closing = isQuoted ? line.find('"', quote + 1) : 0;
        const auto end =
            closing == std::string_view::npos ? closing : line.find(separator, closing);
        std::string_view cell = Trim(line.substr(0, end));
        if (cell.size() > 1 && cell.front() == '"' && cell.back() == '"')
        {
            cell = Trim(cell.substr(1, cell.size() - 2));
        }
        cells.push_back(cell);
        isMore = end != std::string_view::npos;
        line.remove_prefix(isMore ? end + 1 : line.size());
        line = separator == ' ' ? Trim(line) : line;
    }
}

bool
ReadNumber(std::string_view text, double& number)
{
    const bool hasPlus = text.size() > 1 && text[0] == '+' && text[1] != '-';
    const char* const end = text.data() + text.size();
    const auto parsed = std::from_chars(text.data() + (hasPlus ? 1 : 0), end, number);
    return !text.empty() && parsed.ec == std::errc{} && parsed.ptr == end;
}

} // namespace dht
