/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_OUTPUT_FILE_H
#define DHT_CC_OUTPUT_FILE_H

#include <fstream>
#include <string>

namespace ns3
{

/**
 * @ingroup dht-cc
 * A file that appears under its name only when it is complete.
 */
class OutputFile
{
  public:
    /**
     * Open the file, so that an impossible path is found out before hours of simulation.
     *
     * @param option The option that named the file, for the error.
     * @param path Where it goes; if empty, nothing is ever written.
     * @throws OptionError It cannot be written.
     */
    OutputFile(const std::string& option, const std::string& path);

    /// Removes what was written, unless Commit() was called.
    ~OutputFile();

    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    /**
     * @return Whether anything is to be written.
     */
    bool IsWanted() const;

    /**
     * @return Where to write.
     */
    std::ostream& Stream();

    /**
     * Give the file its name.
     *
     * @throws OptionError It could not be written.
     */
    void Commit();

  private:
    std::string m_option;   //!< The option that named it.
    std::string m_path;     //!< Where it goes.
    std::string m_partial;  //!< Where it is until then.
    std::ofstream m_stream; //!< To m_partial.
};

} // namespace ns3

#endif // DHT_CC_OUTPUT_FILE_H
