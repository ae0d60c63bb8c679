/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-output-file.h"

#include "dht-option-error.h"

#include <boost/iostreams/categories.hpp>
#include <boost/iostreams/stream.hpp>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <iostream>
#include <sstream>
#include <stdexcept>

namespace dht
{

namespace
{

/// Where Boost writes what its stream has gathered.
struct PendingSink
{
    using char_type = char;
    using category = boost::iostreams::sink_tag;

    /// @param bytes What to write. @param size How many. @return As many.
    std::streamsize write(const char* bytes, std::streamsize size)
    {
        try
        {
            file->Write(bytes, static_cast<std::size_t>(size));
        }
        catch (const OutputError& error)
        {
            *why = error.Why();
            throw; // the stream turns it into a state, and whoever writes goes on
        }
        return size;
    }

    PendingFile* file; ///< Where it goes.
    std::string* why;  ///< Gets the reason if that fails.
};

} // namespace

OutputFile::OutputFile(const std::string& option, const std::string& path)
    : m_name("--" + option + "=" + path)
{
    if (path.empty())
    {
        return;
    }
    try
    {
        m_file.emplace(path);
    }
    catch (const OutputError& error)
    {
        throw OptionError(m_name + ": cannot be written: " + error.Why());
    }
    m_stream =
        std::make_unique<boost::iostreams::stream<PendingSink>>(PendingSink{&*m_file, &m_why});
}

bool
OutputFile::IsWanted() const
{
    return m_file.has_value();
}

std::ostream&
OutputFile::Stream()
{
    return *m_stream;
}

void
OutputFile::Commit(Lasting lasting)
{
    if (!IsWanted())
    {
        return;
    }
    try
    {
        if (m_stream->flush())
        {
            m_file->Commit(lasting);
            return;
        }
    }
    catch (const OutputError& error)
    {
        m_why = error.Why();
    }
    throw std::runtime_error(
        m_name + ": cannot be written: " + (m_why.empty() ? "the stream failed" : m_why));
}

void
FlushStandardOutput(const std::string& last)
{
    errno = 0;
    if (!(std::cout << last).flush() || std::fflush(stdout) != 0 || std::ferror(stdout) != 0)
    {
        throw OutputError("standard output",
                          errno == 0 ? "cannot be written" : std::strerror(errno));
    }
}

void
CommitOutputs(OutputFile& series,
              OutputFile& summary,
              const std::function<void(std::ostream&)>& write)
{
    std::ostringstream text;
    write(text);
    std::exception_ptr seriesError;
    try
    {
        series.Commit();
    }
    catch (const std::exception&)
    {
        seriesError = std::current_exception();
    }
    try
    {
        if (summary.IsWanted())
        {
            summary.Stream() << text.str();
            summary.Commit();
        }
        else
        {
            FlushStandardOutput(text.str());
        }
    }
    catch (const std::exception& error)
    {
        std::cerr << text.str() << std::flush;
        throw std::runtime_error(error.what() + std::string(": the summary is above instead"));
    }
    if (seriesError)
    {
        std::rethrow_exception(seriesError);
    }
}

} // namespace dht
