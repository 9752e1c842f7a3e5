// SPDX-License-Identifier: Apache-2.0
// From text to verdicts, in every language of the table.
#include "lariat/frontend/check.hpp"

#include <gtest/gtest.h>

#include <sstream>

#include "lariat/frontend/languages.hpp"
#include "lariat/run/formats.hpp"

namespace lariat::frontend {
namespace {

// A counter from 0 to 3 that starts again, in each language: x is 3 again and again, and never 4.
const char* text_in(std::string_view language) {
  if (language == "dve")
    return "byte x; process P { state s; init s; trans s -> s { guard x < 3; effect x = x + 1; }, s -> s { guard x == 3; "
           "effect "
           "x = 0; }; } system async;";
  if (language == "promela") return "byte x; active proctype P() { do :: x < 3 -> x++ :: x == 3 -> x = 0 od }";
  return nullptr;
}

TEST(FrontEnd, AnswersTextInEveryLanguage) {
  for (const Language& language : languages()) {
    SCOPED_TRACE(language.name);
    const char* const text = text_in(language.name);
    ASSERT_NE(text, nullptr) << "a language without a test";
    auto model = read_model(text, "counter" + std::string(language.endings.front()));
    ASSERT_TRUE(model);
    EXPECT_EQ(model->language().name, language.name);
    EXPECT_EQ(model->program().language, language.name);
    const auto answers = check_model(
        *model, {.formulas = {"G F x == 3", "G x < 3"}, .invariants = {"x < 4"}, .reaches = {"x == 2"}, .deadlock = true});
    ASSERT_TRUE(answers);
    std::vector<check::Verdict> verdicts;
    for (const Answer& answer : *answers) {
      verdicts.push_back(answer.finding.verdict);
      EXPECT_EQ(run_text(*model, answer).empty(), answer.finding.verdict == check::Verdict::holds);
    }
    using enum check::Verdict;
    EXPECT_EQ(verdicts, (std::vector{holds, violated, holds, violated, holds}));
  }
}

TEST(FrontEnd, SaysWhatIsWrong) {
  EXPECT_NE(load_model("no such file.dve").errors().front().message.find("cannot open"), std::string::npos);
  EXPECT_NE(read_model("", "model.txt").errors().front().message.find("--language"), std::string::npos);
  EXPECT_FALSE(read_model("byte", "x.dve"));
  auto model = read_model(text_in("dve"), "x.dve");
  ASSERT_TRUE(model);
  const auto answers = check_model(*model, {.formulas = {"G y == 1", "G F"}, .invariants = {"z"}});
  ASSERT_FALSE(answers);
  EXPECT_EQ(answers.errors().size(), 3U);  // all of them
}

TEST(FrontEnd, ALimitIsUnknown) {
  auto model = read_model(text_in("dve"), "x.dve");
  ASSERT_TRUE(model);
  const auto answers = check_model(*model, {.formulas = {"G F x == 3"}, .deadlock = true}, {.product = {.max_states = 2}});
  ASSERT_TRUE(answers);
  for (const Answer& answer : *answers) {
    EXPECT_EQ(answer.finding.verdict, check::Verdict::unknown);
    EXPECT_NE(answer.finding.reason, "");
  }
}

// What a format writes and reads is the same run.
TEST(RunFormats, ReadWhatTheyWrite) {
  auto model = read_model(text_in("promela"), "x.pml");
  ASSERT_TRUE(model);
  const auto answers = check_model(*model, {.reaches = {"x == 2"}});
  ASSERT_TRUE(answers);
  const check::Finding& finding = answers->front().finding;
  ASSERT_TRUE(finding.run);
  std::size_t read = 0;
  for (const run::RunFormat& format : run::run_formats()) {
    SCOPED_TRACE(format.name);
    model::Interpreter interpreter(model->program(), finding.interpretation);
    std::ostringstream text;
    const run::RunOrigin origin{.model = "x.pml"};
    ASSERT_FALSE(
        format.write(text, {.interpreter = interpreter, .run = *finding.run, .origin = origin, .promela = model->promela()}));
    EXPECT_FALSE(text.view().empty());
    EXPECT_EQ(run::find_run_format(format.name), &format);
    if (format.read == nullptr) continue;
    ++read;
    EXPECT_TRUE(format.recognise(text.view(), "x"));
    const auto again =
        run::read_run(text.view(), "x",
                      {.interpreter = interpreter,
                       .watched_by = [&](const std::string& name) -> model::Program& { return model->watched_by(name); },
                       .promela = [&](const std::string& name) { return model->promela(name); }});
    ASSERT_TRUE(again);
    ASSERT_EQ(again->run.steps.size(), finding.run->steps.size());
    for (std::size_t i = 0; i < again->run.steps.size(); ++i) EXPECT_EQ(again->run.steps[i].state, finding.run->steps[i].state);
  }
  EXPECT_GE(read, 2U);
}

}  // namespace
}  // namespace lariat::frontend
