// SPDX-License-Identifier: Apache-2.0
// The standard output, and what the terminal behind it can show.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <ostream>
#include <stdexcept>
#include <streambuf>
#include <string>
#include <string_view>

#include "lariat/base/columns.hpp"
#include "lariat/base/named.hpp"
#include "lariat/base/printable.hpp"

namespace lariat::cli {

// Writing failed. `reader_left` if that is because whoever read a pipe has closed it, which is no error of anybody.
struct WriteError : std::runtime_error {
  explicit WriteError(int error);
  bool reader_left;
};

// Bytes that are written as they are: a picture, or what the user asked for by --raw.
struct RawText {
  std::string_view bytes;
};
std::ostream& operator<<(std::ostream& out, RawText raw);

// The standard output as a stream that throws WriteError instead of losing text. What is written is made printable
// (base/printable.hpp), whoever writes it: only colours of Terminal::paint and RawText get through as they are.
class StandardOutput : public std::ostream {
 public:
  StandardOutput();
  // True if anything has been written.
  bool has_text() const { return buffer_.has_text(); }

 private:
  class Buffer : public std::streambuf {
   public:
    Buffer();
    bool has_text() const { return has_text_; }

   protected:
    int_type overflow(int_type c) override;
    std::streamsize xsputn(const char* text, std::streamsize size) override;
    int sync() override;

   private:
    void drain();

    PrintableWriter printable_;
    std::string text_;  // printable
    bool has_text_ = false;
  };
  friend std::ostream& operator<<(std::ostream& out, RawText raw);
  Buffer buffer_;
};

// Writes to the standard error, printable like all output. A failure is ignored: there is nobody left to tell.
void complain(std::string_view text);
// Writes a text of one line over the last line of the terminal behind the standard error. The cursor goes to that column.
void redraw_line(std::string_view text, std::optional<std::size_t> cursor = {});

enum class ColorMode { automatic, always, never };
inline constexpr std::array color_modes = {
    Named{ColorMode::automatic, "auto", "on a terminal"},
    Named{ColorMode::always, "always"},
    Named{ColorMode::never, "never"},
};
static_assert(lists_all(color_modes, ColorMode::never));

enum class Paint { plain, bold, dim, red, green, yellow };

struct Terminal {
  bool color = false;
  bool utf8 = false;
  bool is_terminal = false;
  std::size_t width = 80;

  // How colours are written to the standard output.
  Colors colors() const;
  // The text in that colour, if colours are shown.
  std::string paint(Paint paint, std::string_view text) const;
};

// What the standard output can show. Colour, unless the mode decides: on a terminal that is not dumb, if NO_COLOR is not set.
Terminal describe_terminal(ColorMode mode);

// `1 state`, `2 states`; `plural` where it does not end in s alone.
std::string counted(std::size_t number, std::string_view noun, std::string_view plural = "");

// A number for people: `1,234,567`.
std::string grouped(std::uint64_t number);
// A share from 0 to 1, as `12%` with two digits that count.
std::string percent(double share);

// A time for people: `0.12 ms`, `3.4 s`.
std::string duration_text(double seconds);

}  // namespace lariat::cli
