// SPDX-License-Identifier: Apache-2.0
// The example of docs/promela.md is a model, and the message it shows is what one gets.
#include "promela/support.hpp"

namespace lariat::promela {
namespace {

// The text of the n-th code block.
std::string block(const std::string& document, int n) {
  std::size_t begin = 0;
  for (int fence = 0; fence < 2 * n + 1; ++fence) begin = document.find("```", begin) + 3;
  begin = document.find('\n', begin) + 1;
  return document.substr(begin, document.find("```", begin) - begin);
}

TEST(Docs, ExampleAndMessage) {
  const std::string document = read_text(std::string(LARIAT_SOURCE_DIR) + "/docs/promela.md");
  std::string model = block(document, 0);
  EXPECT_EQ(model_of(model).ltls.size(), 1U);
  if (has_spin()) {
    EXPECT_EQ(run_spin(Folder(), "-a", model).status, 0);
  }
  const std::size_t word = model.find("want[_pid] = true");
  ASSERT_NE(word, model.npos);
  model.replace(word, 4, "wnat");
  const Result<promela::Model> wrong = promela::parse(model, "peterson.pml");
  ASSERT_FALSE(wrong);
  EXPECT_EQ(text_of(wrong.errors()), block(document, 1));
}

}  // namespace
}  // namespace lariat::promela
