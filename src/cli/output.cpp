// SPDX-License-Identifier: Apache-2.0
#include "cli/output.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <sys/random.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <system_error>

namespace lariat::cli {
namespace {

constexpr std::size_t block = std::size_t{1} << 16;

// Writes all of it, or throws.
void write_all(const char* data, std::size_t size) {
  while (size > 0) {
    const ssize_t written = ::write(STDOUT_FILENO, data, size);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) throw WriteError(errno);
    data += written;
    size -= static_cast<std::size_t>(written);
  }
}

void write_error(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

// What marks our own colour sequences: chosen anew by each process, so that no input can contain it.
std::string_view color_key() {
  static const std::string key = [] {
    std::uint64_t number[2] = {};
    if (::getrandom(number, sizeof number, 0) != sizeof number) throw WriteError(errno);
    return fmt::format("{:016x}{:016x}", number[0], number[1]);
  }();
  return key;
}

std::string_view environment(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? std::string_view() : std::string_view(value);
}

// From the names alone: the locale itself may not be installed, and the terminal does not care.
bool locale_is_utf8() {
  for (const char* const name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    std::string value(environment(name));
    if (value.empty()) continue;
    std::ranges::transform(value, value.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    return value.find("utf-8") != std::string::npos || value.find("utf8") != std::string::npos;
  }
  return false;
}

std::size_t terminal_width() {
  winsize size{};
  if (::isatty(STDOUT_FILENO) == 1 && ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col >= 40) return size.ws_col;
  return 80;
}

}  // namespace

WriteError::WriteError(int error) : std::runtime_error(std::generic_category().message(error)), reader_left(error == EPIPE) {}

StandardOutput::StandardOutput() : std::ostream(nullptr) {
  rdbuf(&buffer_);
  exceptions(std::ios::badbit);
}

StandardOutput::Buffer::Buffer() : printable_(color_key()) { text_.reserve(block); }

StandardOutput::Buffer::int_type StandardOutput::Buffer::overflow(int_type c) {
  if (traits_type::eq_int_type(c, traits_type::eof())) return traits_type::not_eof(c);
  const char text = traits_type::to_char_type(c);
  xsputn(&text, 1);
  return c;
}

std::streamsize StandardOutput::Buffer::xsputn(const char* text, std::streamsize size) {
  has_text_ = true;
  printable_.append(text_, {text, static_cast<std::size_t>(size)});
  if (text_.size() >= block) drain();
  return size;
}

int StandardOutput::Buffer::sync() {
  printable_.finish(text_);
  drain();
  return 0;
}

void StandardOutput::Buffer::drain() {
  std::string text;
  text.reserve(block);
  text.swap(text_);  // what fails once is not tried again
  write_all(text.data(), text.size());
}

std::ostream& operator<<(std::ostream& out, RawText raw) {
  if (dynamic_cast<StandardOutput::Buffer*>(out.rdbuf()) == nullptr) return out << raw.bytes;
  out.flush();
  write_all(raw.bytes.data(), raw.bytes.size());
  return out;
}

void complain(std::string_view text) {
  PrintableWriter writer;
  std::string shown;
  writer.append(shown, text);
  writer.finish(shown);
  write_error(shown);
}

void redraw_line(std::string_view text, std::optional<std::size_t> cursor) {
  std::string line = "\r\033[K" + printable(text);
  if (cursor) line += *cursor == 0 ? "\r" : fmt::format("\r\033[{}C", *cursor);
  write_error(line);
}

Colors Terminal::colors() const { return {.on = color, .key = color_key()}; }

std::string Terminal::paint(Paint paint, std::string_view text) const {
  static constexpr const char* codes[] = {"", "1", "2", "31", "32", "33"};
  return colors().paint(codes[static_cast<int>(paint)], text);
}

Terminal describe_terminal(ColorMode mode) {
  const bool fit = ::isatty(STDOUT_FILENO) == 1 && environment("NO_COLOR").empty() && environment("TERM") != "dumb";
  return {.color = mode == ColorMode::always || (mode == ColorMode::automatic && fit),
          .utf8 = locale_is_utf8(),
          .is_terminal = ::isatty(STDOUT_FILENO) == 1,
          .width = terminal_width()};
}

std::string counted(std::size_t number, std::string_view noun, std::string_view plural) {
  if (number == 1) return fmt::format("1 {}", noun);
  return plural.empty() ? fmt::format("{} {}s", number, noun) : fmt::format("{} {}", number, plural);
}

std::string percent(double share) {
  return share >= 0.995 ? fmt::format("{:.0f}%", 100 * share) : fmt::format("{:.2g}%", 100 * share);
}

std::string grouped(std::uint64_t number) {
  const std::string digits = std::to_string(number);
  std::string text;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0) text += ',';
    text += digits[i];
  }
  return text;
}

std::string duration_text(double seconds) {
  if (seconds < 1e-5) return "<0.01 ms";
  if (seconds < 1e-3) return fmt::format("{:.2f} ms", seconds * 1e3);
  if (seconds < 1) return fmt::format("{:.3g} ms", seconds * 1e3);
  return seconds < 100 ? fmt::format("{:.3g} s", seconds) : fmt::format("{:.0f} s", seconds);
}

}  // namespace lariat::cli
