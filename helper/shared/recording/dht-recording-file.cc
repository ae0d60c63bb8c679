/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-recording-file.h"

#include "dht-option-error.h"

#include <boost/crc.hpp>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <zlib.h>

namespace dht
{

namespace
{

const std::string kMagic = "dht-rec\n";
const std::string kTrailerMagic = "dht-end\n";
constexpr std::uint32_t kRecordingVersion = 1;

/// @param value A number. @param size How many bytes. @return Its bytes, the lowest first.
std::string
LittleEndian(std::uint64_t value, std::size_t size)
{
    std::string bytes;
    for (std::size_t i = 0; i < size; ++i)
    {
        bytes.push_back(static_cast<char>(value >> (8 * i)));
    }
    return bytes;
}

/// @param bytes What to compress. @return The same bytes, as a zlib stream.
std::string
Deflate(const std::string& bytes)
{
    uLongf size = compressBound(bytes.size());
    std::string packed(size, 0);
    const int failed = compress2(reinterpret_cast<Bytef*>(packed.data()),
                                 &size,
                                 reinterpret_cast<const Bytef*>(bytes.data()),
                                 bytes.size(),
                                 Z_BEST_SPEED);
    if (failed)
    {
        throw std::runtime_error("zlib cannot compress " + std::to_string(bytes.size()) + " bytes");
    }
    packed.resize(size);
    return packed;
}

} // namespace

RecordingFile::RecordingFile(const std::string& option, const std::string& path)
    : m_name("--" + option + "=" + path),
      m_index(nlohmann::ordered_json::array())
{
    if (std::filesystem::is_directory(path))
    {
        throw OptionError(m_name + ": is a directory");
    }
    m_stream.open(path, std::ios::binary);
    if (!m_stream)
    {
        throw OptionError(m_name + ": cannot be written: " + std::strerror(errno));
    }
    Append(kMagic + LittleEndian(kRecordingVersion, 4));
}

void
RecordingFile::WriteHeader(const nlohmann::ordered_json& header)
{
    nlohmann::ordered_json whole{{"format", "dht-cc recording"}, {"version", kRecordingVersion}};
    whole.update(header);
    Append(RecordingFrame::kHeader, whole.dump());
}

void
RecordingFile::Write(RecordingFrame kind, const std::string& payload, Time first, Time last)
{
    const std::uint64_t offset = Append(kind, payload);
    m_index.push_back({static_cast<int>(kind), offset, first.count(), last.count()});
}

void
RecordingFile::Close(const nlohmann::ordered_json& end)
{
    Append(RecordingFrame::kEnd, end.dump());
    const nlohmann::ordered_json index{{"frames", m_index}};
    const std::uint64_t offset = Append(RecordingFrame::kIndex, index.dump());
    Append(LittleEndian(offset, 8) + kTrailerMagic);
    errno = 0;
    m_stream.close();
    CheckWritten();
}

std::uint64_t
RecordingFile::Append(RecordingFrame kind, const std::string& payload)
{
    const std::uint64_t offset = m_size;
    const std::string packed = Deflate(payload);
    const std::string head =
        static_cast<char>(kind) + LittleEndian(packed.size(), sizeof(std::uint32_t));
    boost::crc_32_type crc;
    crc.process_bytes(head.data(), head.size());
    crc.process_bytes(packed.data(), packed.size());
    Append(head + LittleEndian(crc.checksum(), sizeof(std::uint32_t)) + packed);
    return offset;
}

void
RecordingFile::Append(const std::string& bytes)
{
    errno = 0;
    m_stream.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    m_stream.flush();
    CheckWritten();
    m_size += bytes.size();
}

void
RecordingFile::CheckWritten() const
{
    if (!m_stream)
    {
        throw std::runtime_error(m_name + ": cannot be written: " +
                                 (errno == 0 ? "the stream failed" : std::strerror(errno)));
    }
}

} // namespace dht
