// SPDX-License-Identifier: Apache-2.0
// Expressions from outside of a model.
#include <gtest/gtest.h>

#include "dve/parse.hpp"
#include "lariat/dve/read.hpp"
#include "lariat/model/interpreter.hpp"

namespace lariat::dve {
namespace {

class DveExpression : public testing::Test {
 protected:
  DveExpression()
      : program_(*read_dve("const byte SAME = 0, OTHER = 1; byte File = OTHER, x = 5, t[3] = {7, 8, 9};\n"
                           "process N { state n; init n; accept n; trans n -> n {}; }\n"
                           "process P_0 { const int lim = 30; byte v = 2, w[2] = {3, 4}, x = 6; state NCS, CS; init CS; }\n"
                           "process P_1 { state NCS, CS; init NCS; }\nsystem async property N;",
                           "m.dve")) {}

  int value(const std::string& text) {
    const auto id = dve::read_expression(program_, text, "--define p");
    if (!id) {
      ADD_FAILURE() << to_string(id.errors().front());
      return -1;
    }
    model::Interpreter interpreter(program_);
    const model::Evaluation result = interpreter.evaluate(*id, interpreter.initial());
    EXPECT_FALSE(result.fault) << text;
    return result.value;
  }

  std::string error(const std::string& text) {
    const auto id = dve::read_expression(program_, text, "--define p");
    return id ? std::string() : to_string(id.errors().front());
  }

  model::Program program_;
};

TEST_F(DveExpression, Values) {
  EXPECT_EQ(value("P_0.CS"), 1);
  EXPECT_EQ(value("P_1.CS"), 0);
  EXPECT_EQ(value("P_0.CS + P_1.CS == 1"), 1);
  EXPECT_EQ(value("File == SAME"), 0);
  EXPECT_EQ(value("File == OTHER && x > 2"), 1);
  EXPECT_EQ(value("P_0->v"), 2);
  EXPECT_EQ(value("P_0->w[P_0->v - 1]"), 4);
  EXPECT_EQ(value("(P_0->w & 2) == 2"), 1);
  EXPECT_EQ(value("P_0->lim"), 30);
  EXPECT_EQ(value("P_0->x * 10 + x"), 65);
  EXPECT_EQ(value("P_0->File"), 1);
  EXPECT_EQ(value("t[x - 3]"), 9);
  EXPECT_EQ(value("t"), 7);
  EXPECT_EQ(value("not P_0.NCS"), 1);
  EXPECT_EQ(value("-1"), -1);
}

TEST_F(DveExpression, Errors) {
  EXPECT_EQ(error("P_0.SC"),
            "--define p:1:5: error: process 'P_0' has no state 'SC' (did you mean 'CS'?)\n  P_0.SC\n      ^\n");
  EXPECT_EQ(error("x = 1"), "--define p:1:3: error: expected an operator, found '=' (did you mean '=='?)\n  x = 1\n    ^\n");
  EXPECT_NE(error("v == 1").find("no variable 'v'"), std::string::npos);
  EXPECT_NE(error("N.n").find("watches"), std::string::npos);
  EXPECT_NE(error("").find("missing"), std::string::npos);
  EXPECT_NE(error("x == ").find("expected an expression, found the end"), std::string::npos);
  EXPECT_NE(error("x y").find("an operator or the end"), std::string::npos);
  EXPECT_NE(error("!x").find("write 'not'"), std::string::npos);
  EXPECT_NE(error("x[1]").find("no array"), std::string::npos);
}

TEST_F(DveExpression, KeepsTheProgramWhole) {
  const std::size_t globals = program_.globals.size();
  value("x == 1");
  error("y == 1");
  EXPECT_EQ(program_.globals.size(), globals);
  EXPECT_EQ(model::find_defect(program_), std::nullopt);
}

TEST_F(DveExpression, FaultsNameTheLabel) {
  const auto id = dve::read_expression(program_, "1 / (x - 5)", "--define q");
  ASSERT_TRUE(id);
  model::Interpreter interpreter(program_);
  const model::Evaluation result = interpreter.evaluate(*id, interpreter.initial());
  ASSERT_TRUE(result.fault);
  EXPECT_EQ(program_.files[result.fault.source.file], "--define q");
  EXPECT_EQ(result.fault.source.column, 3U);
}

}  // namespace
}  // namespace lariat::dve
