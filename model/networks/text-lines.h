/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_TEXT_LINES_H
#define DHT_TEXT_LINES_H

#include <array>
#include <cstddef>
#include <deque>
#include <istream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

/**
 * @file
 * @ingroup dht-cc
 * @internal
 * The lines of a text file that others wrote.
 */

namespace dht
{

/**
 * The lines of a file that say something: empty ones, and those that begin with #, are left out. A
 * mark of UTF-8 at the beginning and carriage returns before line ends do not matter. Memory is
 * bounded by the longest line.
 */
class TextLines
{
  public:
    /// Bytes of the longest line that is read: a matrix of DelayMatrix::kMostHosts fits.
    static constexpr std::size_t kLongest = std::size_t{1} << 21;

    /// A line, and where it is.
    struct Line
    {
        std::string text;      ///< Without its end.
        std::size_t number{0}; ///< In the file, from 1.
    };

    /// @param in The file; must outlive this object.
    explicit TextLines(std::istream& in);

    /**
     * @param [out] line The next line.
     * @return Whether there is one.
     * @throws LineError It is too long, or no text.
     */
    bool Next(Line& line);

    /// @param count How many. @return So many of the next lines, which Next() gives again, or all.
    /// @throws LineError See Next().
    const std::deque<Line>& Ahead(std::size_t count);

    /// @return The first line of the file, if it was read and begins with #; else an empty one.
    const std::string& Title() const;

  private:
    /// @param [out] text The next line, whatever it says. @return Whether there is one.
    bool Read(std::string& text);
    /// @param [out] line The next line that says something. @return Whether there is one.
    bool ReadSaying(Line& line);

    std::istream& m_in;               ///< The file.
    std::array<char, 1 << 16> m_some; ///< A part of it.
    std::size_t m_at{0};              ///< How much of the part is read.
    std::size_t m_end{0};             ///< Length of the part.
    std::size_t m_number{0};          ///< Lines that were read.
    std::deque<Line> m_ahead;         ///< Read before their turn.
    std::string m_title;              ///< The first line, if it is a comment.
};

/// The error of a line that is wrong: the message names it.
class LineError : public std::invalid_argument
{
  public:
    /// @param number Of the line, from 1. @param why What is wrong on it.
    LineError(std::size_t number, const std::string& why)
        : std::invalid_argument("line " + std::to_string(number) + ": " + why)
    {
    }
};

/// @param text A part of a line. @return The same without blanks around it.
std::string_view Trim(std::string_view text);

/// @param line A line. @return What separates its cells: a tab, semicolons, commas, or else blanks.
char SeparatorOf(std::string_view line);

/**
 * Split a line, as CSV has them: cells may have quotation marks around them, and separators within.
 *
 * @param line The line.
 * @param separator See SeparatorOf(); any number of blanks separates two cells.
 * @param [out] cells The cells, without blanks and quotation marks around them; parts of the line.
 */
void Split(std::string_view line, char separator, std::vector<std::string_view>& cells);

/// @param text A number in decimal notation, such as -1, +2.5 or 1e-3, or "nan" or "inf".
/// @param [out] number Its value. @return Whether it is a number.
bool ReadNumber(std::string_view text, double& number);

} // namespace dht

#endif // DHT_TEXT_LINES_H
