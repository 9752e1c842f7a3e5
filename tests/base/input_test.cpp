// SPDX-License-Identifier: Apache-2.0
#include "lariat/base/input.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <sstream>
#include <string>
#include <system_error>

namespace lariat {
namespace {

std::string read_all(const Input& input) {
  std::string text;
  std::array<char, 4> piece{};
  while (const std::size_t count = input(piece.data(), piece.size())) text.append(piece.data(), count);
  return text;
}

TEST(Input, ReadsAStreamToItsEnd) {
  std::istringstream stream("a text of some length");
  EXPECT_EQ(read_all(input_from(stream)), "a text of some length");
}

TEST(Input, ReadsAPipeAsFarAsItIsFilled) {
  std::array<int, 2> pipe{};
  ASSERT_EQ(::pipe(pipe.data()), 0);
  const Input input = input_from_descriptor(pipe[0]);
  ASSERT_EQ(::write(pipe[1], "ab", 2), 2);
  std::array<char, 16> piece{};
  EXPECT_EQ(input(piece.data(), piece.size()), 2U) << "waits for what has not been written";
  ASSERT_EQ(::write(pipe[1], "cdefg", 5), 5);
  ::close(pipe[1]);
  EXPECT_EQ(read_all(input), "cdefg");
  ::close(pipe[0]);
}

TEST(Input, ReportsADescriptorThatCannotBeRead) {
  std::array<char, 4> piece{};
  EXPECT_THROW(input_from_descriptor(-1)(piece.data(), piece.size()), std::system_error);
}

}  // namespace
}  // namespace lariat
