// SPDX-License-Identifier: Apache-2.0
// Messages out of a stream of bytes: a header with Content-Length, an empty line, and so many bytes of JSON.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace lariat::lsp {

class MessageReader {
 public:
  static constexpr std::size_t longest_header = 4096;
  static constexpr std::size_t longest_message = std::size_t{256} << 20;

  struct Message {
    std::string body = {};
    std::string problem = {};  // what is wrong with the header; then there is no body
  };

  void append(std::string_view bytes) { bytes_.append(bytes); }

  // The next message that is complete. A header that makes no sense is a message with a problem, and reading goes on behind it.
  std::optional<Message> next();

 private:
  std::optional<Message> read_header();

  std::string bytes_;
  std::size_t begin_ = 0;                   // of what is not read yet
  std::optional<std::size_t> length_ = {};  // of the body that comes next
  std::size_t to_skip_ = 0;                 // bytes of a message that is too long
};

// The message as it goes over the wire.
std::string framed(std::string_view body);

}  // namespace lariat::lsp
