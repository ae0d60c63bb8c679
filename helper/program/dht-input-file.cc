/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-input-file.h"

#include "dht-option-error.h"
#include "dht-signal-guard.h"

#include <array>
#include <filesystem>
#include <ios>
#include <streambuf>
#include <system_error>
#include <zlib.h>

namespace ns3
{

/// zlib's file, which may be packed or not.
class DhtInputFile::Buffer : public std::streambuf
{
  public:
    /// @param path The file's path.
    explicit Buffer(const std::string& path)
        : m_file(gzopen(path.c_str(), "rb"))
    {
    }

    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;

    ~Buffer() override
    {
        if (m_file)
        {
            gzclose(m_file);
        }
    }

    /// @return Whether the file is open.
    bool IsOpen() const
    {
        return m_file;
    }

  protected:
    int_type underflow() override
    {
        DhtSignalGuard::Check(); // a pipe may never end
        const int count = gzread(m_file, m_some.data(), static_cast<unsigned>(m_some.size()));
        int error = Z_OK;
        gzerror(m_file, &error);
        if (count < 0 || (error != Z_OK && error != Z_STREAM_END))
        {
            throw std::ios_base::failure("damaged data"); // which makes the stream bad
        }
        setg(m_some.data(), m_some.data(), m_some.data() + count);
        return count == 0 ? traits_type::eof() : traits_type::to_int_type(m_some.front());
    }

  private:
    gzFile m_file;                    //!< The file; null: it cannot be read.
    std::array<char, 1 << 16> m_some; //!< A part of it.
};

DhtInputFile::DhtInputFile(const std::string& option, const std::string& path)
    : m_buffer(std::make_unique<Buffer>(path)),
      m_stream(m_buffer.get())
{
    std::error_code error;
    if (!m_buffer->IsOpen() || std::filesystem::is_directory(path, error))
    {
        throw dht::OptionError(option, path, "cannot be read");
    }
}

DhtInputFile::~DhtInputFile() = default;

std::istream&
DhtInputFile::Stream()
{
    return m_stream;
}

} // namespace ns3
