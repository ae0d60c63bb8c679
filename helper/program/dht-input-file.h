/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_DHT_INPUT_FILE_H
#define DHT_CC_DHT_INPUT_FILE_H

#include <istream>
#include <memory>
#include <string>

namespace ns3
{

/**
 * @ingroup dht-cc
 * A file that an option names, read from its beginning to its end. A file that gzip has packed is
 * unpacked.
 */
class DhtInputFile
{
  public:
    /**
     * @param option The option that named the file, for the error.
     * @param path The file's path; /dev/stdin is standard input.
     * @throws DhtOptionError It cannot be read.
     */
    DhtInputFile(const std::string& option, const std::string& path);
    ~DhtInputFile();

    DhtInputFile(const DhtInputFile&) = delete;
    DhtInputFile& operator=(const DhtInputFile&) = delete;

    /// @return What is in it; after damaged data, the stream is bad().
    std::istream& Stream();

  private:
    class Buffer;

    std::unique_ptr<Buffer> m_buffer; //!< Reads and unpacks.
    std::istream m_stream;            //!< Reads from it.
};

} // namespace ns3

#endif // DHT_CC_DHT_INPUT_FILE_H
