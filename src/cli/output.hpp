// SPDX-License-Identifier: Apache-2.0
// The standard output, and what the terminal behind it can show.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <ostream>
#include <stdexcept>
#include <streambuf>
#include <string>
#include <string_view>
#include <vector>

#include "lariat/base/columns.hpp"
#include "lariat/base/named.hpp"

namespace lariat::cli {

// Writing failed. `reader_left` if that is because whoever read a pipe has closed it, which is no error of anybody.
struct WriteError : std::runtime_error {
  explicit WriteError(int error);
  bool reader_left;
};

// The standard output as a stream that throws WriteError instead of losing text.
class StandardOutput : public std::ostream {
 public:
  StandardOutput();

 private:
  class Buffer : public std::streambuf {
   public:
    Buffer();

   protected:
    int_type overflow(int_type c) override;
    std::streamsize xsputn(const char* text, std::streamsize size) override;
    int sync() override;

   private:
    std::vector<char> text_;
  };
  Buffer buffer_;
};

// Writes to the standard error. A failure is ignored: there is nobody left to tell.
void complain(std::string_view text);

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

  // The text in that colour, if colours are shown.
  std::string paint(Paint paint, std::string_view text) const;
};

// What the standard output can show. Colour, unless the mode decides: on a terminal that is not dumb, if NO_COLOR is not set.
Terminal describe_terminal(ColorMode mode);

// `1 state`, `2 states`.
std::string counted(std::size_t number, std::string_view noun);

// A number for people: `1,234,567`.
std::string grouped(std::uint64_t number);

// A time for people: `0.12 ms`, `3.4 s`.
std::string duration_text(double seconds);

}  // namespace lariat::cli
