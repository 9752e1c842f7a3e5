// SPDX-License-Identifier: Apache-2.0
#include "lsp/message_reader.hpp"

#include <gtest/gtest.h>

namespace lariat::lsp {
namespace {

TEST(MessageReader, ReadsMessagesInPiecesOfAnySize) {
  const std::string stream = framed("{}") + framed("") + framed("three");
  for (std::size_t size = 1; size <= stream.size(); ++size) {
    MessageReader reader;
    std::vector<std::string> bodies;
    for (std::size_t at = 0; at < stream.size(); at += size) {
      reader.append(std::string_view(stream).substr(at, size));
      while (const auto message = reader.next()) {
        EXPECT_EQ(message->problem, "");
        bodies.push_back(message->body);
      }
    }
    EXPECT_EQ(bodies, (std::vector<std::string>{"{}", "", "three"})) << size;
  }
}

TEST(MessageReader, GoesOnBehindBadHeaders) {
  for (const std::string bad : {"Content-Length: x\r\n\r\n", "Nothing: 1\r\n\r\n", "Content-Length: 1 2\r\n\r\n", "\r\n\r\n"}) {
    MessageReader reader;
    reader.append(bad + framed("good"));
    const auto first = reader.next();
    ASSERT_TRUE(first);
    EXPECT_NE(first->problem, "") << bad;
    const auto second = reader.next();
    ASSERT_TRUE(second);
    EXPECT_EQ(second->body, "good");
  }
}

TEST(MessageReader, SkipsWhatIsTooLong) {
  MessageReader reader;
  const std::size_t length = MessageReader::longest_message + 1;
  reader.append("Content-Length: " + std::to_string(length) + "\r\n\r\n");
  ASSERT_NE(reader.next()->problem, "");
  for (std::size_t sent = 0; sent < length; sent += std::size_t{1} << 20) {
    reader.append(std::string(std::min(std::size_t{1} << 20, length - sent), 'x'));
    ASSERT_FALSE(reader.next());
  }
  reader.append(framed("good"));
  EXPECT_EQ(reader.next()->body, "good");
}

TEST(MessageReader, GivesUpHeadersWithoutEnd) {
  MessageReader reader;
  reader.append(std::string(MessageReader::longest_header + 1, 'x'));
  EXPECT_NE(reader.next()->problem, "");
  reader.append(framed("good"));
  EXPECT_EQ(reader.next()->body, "good");
}

}  // namespace
}  // namespace lariat::lsp
