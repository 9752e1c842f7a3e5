// SPDX-License-Identifier: Apache-2.0
#include "lsp/message_reader.hpp"

#include <algorithm>
#include <charconv>

namespace lariat::lsp {
namespace {

// The number behind `Content-Length:` in a header; nothing if there is none. Names of fields may be written in any case.
std::optional<std::size_t> content_length(std::string_view header) {
  constexpr std::string_view name = "content-length:";
  while (!header.empty()) {
    const std::size_t end = std::min(header.find('\n'), header.size());
    std::string_view line = header.substr(0, end);
    header.remove_prefix(std::min(end + 1, header.size()));
    const auto is_same = [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a - 'A' + 'a' : a) == b; };
    if (line.size() < name.size() ||
        !std::equal(name.begin(), name.end(), line.begin(), [&](char b, char a) { return is_same(a, b); }))
      continue;
    line.remove_prefix(name.size());
    while (!line.empty() && (line.front() == ' ' || line.front() == '\t')) line.remove_prefix(1);
    while (!line.empty() && (line.back() == ' ' || line.back() == '\r' || line.back() == '\t')) line.remove_suffix(1);
    std::size_t length = 0;
    const auto [rest, error] = std::from_chars(line.data(), line.data() + line.size(), length);
    if (error != std::errc() || rest != line.data() + line.size() || line.empty()) return std::nullopt;
    return length;
  }
  return std::nullopt;
}

}  // namespace

std::optional<MessageReader::Message> MessageReader::next() {
  if (to_skip_ > 0) {
    const std::size_t skipped = std::min(to_skip_, bytes_.size() - begin_);
    begin_ += skipped;
    to_skip_ -= skipped;
  }
  if (begin_ > (std::size_t{1} << 16) || begin_ == bytes_.size()) {
    bytes_.erase(0, begin_);
    begin_ = 0;
  }
  if (!length_) {
    if (auto bad = read_header()) return bad;
    if (!length_) return std::nullopt;
  }
  if (bytes_.size() - begin_ < *length_) return std::nullopt;
  Message message{.body = bytes_.substr(begin_, *length_)};
  begin_ += *length_;
  length_.reset();
  return message;
}

// Reads the header, if it is complete. A message if it is bad.
std::optional<MessageReader::Message> MessageReader::read_header() {
  const std::string_view rest = std::string_view(bytes_).substr(begin_);
  std::size_t end = rest.find("\r\n\r\n");
  std::size_t sign = 4;
  if (const std::size_t plain = rest.substr(0, end).find("\n\n"); plain != std::string_view::npos) {
    end = plain;
    sign = 2;
  }
  if (end == std::string_view::npos || end > longest_header) {
    if (rest.size() <= longest_header) return std::nullopt;
    begin_ = end == std::string_view::npos ? bytes_.size() : begin_ + end + sign;
    return Message{.problem = "a header of more than " + std::to_string(longest_header) + " bytes"};
  }
  const auto length = content_length(rest.substr(0, end));
  begin_ += end + sign;
  if (!length) return Message{.problem = "a header without a Content-Length that is a number"};
  if (*length > longest_message) {
    to_skip_ = *length;
    return Message{.problem = "a message of more than " + std::to_string(longest_message) + " bytes"};
  }
  length_ = length;
  return std::nullopt;
}

std::string framed(std::string_view body) {
  return "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + std::string(body);
}

}  // namespace lariat::lsp
