// SPDX-License-Identifier: Apache-2.0
// The syntax tree of a model after parsing.
#include <algorithm>
#include <map>

#include "promela/print.hpp"
#include "promela/support.hpp"

namespace lariat::promela {
namespace {

// An expression with all its parentheses: the operator, then the operands.
std::string tree(const promela::Model& model, promela::ExprId id) {
  static const std::map<promela::ExprKind, std::string> signs = {
      {promela::ExprKind::minus, "neg"},      {promela::ExprKind::complement, "~"},     {promela::ExprKind::negation, "!"},
      {promela::ExprKind::multiply, "*"},     {promela::ExprKind::divide, "/"},         {promela::ExprKind::modulo, "%"},
      {promela::ExprKind::add, "+"},          {promela::ExprKind::subtract, "-"},       {promela::ExprKind::shift_left, "<<"},
      {promela::ExprKind::shift_right, ">>"}, {promela::ExprKind::less, "<"},           {promela::ExprKind::greater, ">"},
      {promela::ExprKind::less_equal, "<="},  {promela::ExprKind::greater_equal, ">="}, {promela::ExprKind::equal, "=="},
      {promela::ExprKind::not_equal, "!="},   {promela::ExprKind::bit_and, "&"},        {promela::ExprKind::bit_xor, "^"},
      {promela::ExprKind::bit_or, "|"},       {promela::ExprKind::logical_and, "&&"},   {promela::ExprKind::logical_or, "||"},
      {promela::ExprKind::conditional, "?"},
  };
  const promela::Expr& expr = model[id];
  const auto sign = signs.find(expr.kind);
  if (sign == signs.end()) return promela::to_text(model, id);
  std::string result("(");
  result += sign->second;
  for (const promela::ExprId operand : expr.operands)
    if (operand) result.append(" ").append(tree(model, operand));
  return result + ")";
}

std::string tree(const std::string& expression) {
  const promela::Model model = model_of("byte a, b, c, d; chan q = [1] of {byte}; init { " + expression + " }");
  if (model.processes.empty()) return {};
  const promela::Stmt& statement = model[model.processes[0].body.at(0)];
  return tree(model, std::get<promela::Condition>(statement.what).value);
}

TEST(Parser, StrengthOfOperators) {
  EXPECT_EQ(tree("a & b == c"), "(& a (== b c))");
  EXPECT_EQ(tree("a || b && c | d ^ a & b == c < d << a + b * c"),
            "(|| a (&& b (| c (^ d (& a (== b (< c (<< d (+ a (* b c))))))))))");
  EXPECT_EQ(tree("a * b + c << d < a == b & c ^ d | a && b || c"),
            "(|| (&& (| (^ (& (== (< (<< (+ (* a b) c) d) a) b) c) d) a) b) c)");
  EXPECT_EQ(tree("a - b - c"), "(- (- a b) c)");
  EXPECT_EQ(tree("a / b * c % d"), "(% (* (/ a b) c) d)");
  EXPECT_EQ(tree("! a == b"), "(== (! a) b)");
  EXPECT_EQ(tree("- a * ~ b"), "(* (neg a) (~ b))");
  EXPECT_EQ(tree("! - ~ a"), "(! (neg (~ a)))");
  EXPECT_EQ(tree("a - -b"), "(- a (neg b))");
  EXPECT_EQ(tree("(a -> b + 1 : (c -> 1 : 2)) > d"), "(> (? a (+ b 1) (? c 1 2)) d)");
  EXPECT_EQ(tree("a != b == c >= d"), "(== (!= a b) (>= c d))");
  EXPECT_EQ(tree("q?[1] && len(q) > a || !q?\?[b, eval(c + 1), _]"),
            "(|| (&& q?[1] (> len(q) a)) (! q?\?[b, eval(c + 1), _]))");
  EXPECT_EQ(tree("full(q) || nempty(q) && a"), "(|| full(q) (&& nempty(q) a))");
}

// The parts of an expression are exactly those from its first to itself, and parts come before what they belong to.
TEST(Parser, ExpressionsAreInOrder) {
  for (const std::string& text : snippets("accepted.txt")) {
    const promela::Model model = model_of(text);
    for (std::uint32_t i = 0; i < model.expressions.size(); ++i) {
      const promela::Expr& expr = model.expressions[i];
      std::vector<promela::ExprId> parts;
      const auto add = [&](promela::ExprId part) {
        if (part) parts.push_back(part);
      };
      const auto add_reference = [&](promela::RefId id) {
        if (!id) return;
        add(model[id].index);
        for (const promela::Selector& selector : model[id].fields) add(selector.index);
      };
      for (const promela::ExprId operand : expr.operands) add(operand);
      add_reference(expr.reference);
      if (expr.kind == promela::ExprKind::run)
        for (const promela::ExprId argument : model.runs[expr.index].arguments) add(argument);
      if (expr.kind == promela::ExprKind::remote_label || expr.kind == promela::ExprKind::remote_variable) {
        add(model.remotes[expr.index].pid);
        add(model.remotes[expr.index].index);
      }
      if (expr.kind == promela::ExprKind::poll)
        for (const promela::MessageArgument& argument : model.messages[expr.index]) {
          add(argument.value);
          add_reference(argument.target);
        }
      std::sort(parts.begin(), parts.end(), [](promela::ExprId a, promela::ExprId b) { return a.value < b.value; });
      // Side by side, they fill the room before the expression.
      std::uint32_t next = expr.first.value;
      for (const promela::ExprId part : parts) {
        EXPECT_EQ(model[part].first.value, next) << text;
        next = part.value + 1;
      }
      EXPECT_EQ(next, i) << text << promela::to_text(model, promela::ExprId{i});
    }
  }
}

TEST(Parser, ValuesOfMtype) {
  const promela::Model model = model_of("mtype = {a, b, c}; mtype:fruit = {apple, pear}; mtype = {d, e}; init { skip }");
  ASSERT_EQ(model.mtypes.size(), 2U);
  EXPECT_EQ(model.mtypes[0].names, (std::vector<std::string>{"c", "b", "a", "e", "d"}));
  EXPECT_EQ(model.mtypes[1].name, "fruit");
  EXPECT_EQ(model.mtypes[1].names, (std::vector<std::string>{"pear", "apple"}));
  EXPECT_EQ(*model.mtype_name(0, 5), "d");
  EXPECT_EQ(model.mtype_name(0, 6), nullptr);
  EXPECT_EQ(model.mtype_name(0, 0), nullptr);
}

const promela::Variable& variable(const promela::Model& model, const std::string& name) {
  static const promela::Variable none{.name = "?"};
  for (const promela::Variable& candidate : model.variables)
    if (candidate.name == name) return candidate;
  ADD_FAILURE() << "no variable " << name;
  return none;
}

TEST(Parser, DeclarationsThatAreSteps) {
  const promela::Model model = model_of(
      "byte g = 1; active proctype P(byte p) { byte a = 1; byte b; { byte inner; skip }; byte after = 2; "
      "if :: byte option -> skip fi }\n"
      "init { atomic { byte first = 3; skip } }");
  for (const char* name : {"g", "p", "a", "b"}) EXPECT_FALSE(variable(model, name).set_by_step) << name;
  for (const char* name : {"inner", "after", "option", "first"}) EXPECT_TRUE(variable(model, name).set_by_step) << name;
  EXPECT_EQ(variable(model, "g").kind, promela::Variable::Kind::global);
  EXPECT_EQ(variable(model, "p").kind, promela::Variable::Kind::parameter);
  EXPECT_EQ(variable(model, "inner").kind, promela::Variable::Kind::local);
  EXPECT_EQ(promela::to_text(model, variable(model, "after").initial), "2");
}

TEST(Parser, Types) {
  const promela::Model model = model_of(
      "bit a; bool b; byte c; pid d; short e; int f; unsigned g : 7; mtype h; chan i; typedef T { byte x[3]; int y }; T j[2];\n"
      "typedef U { T t; bit z }; chan k[4] = [3] of {byte, T, mtype}; U l; byte m[3] = {1, 2}; byte n[2] = 5;\n"
      "hidden byte o; show byte p; local byte q; init { skip }");
  const promela::Basic expected[] = {promela::Basic::bit,
                                     promela::Basic::boolean,
                                     promela::Basic::byte,
                                     promela::Basic::pid,
                                     promela::Basic::short_integer,
                                     promela::Basic::integer,
                                     promela::Basic::unsigned_integer,
                                     promela::Basic::mtype,
                                     promela::Basic::channel,
                                     promela::Basic::structure};
  for (std::size_t i = 0; i < std::size(expected); ++i)
    EXPECT_EQ(variable(model, std::string(1, static_cast<char>('a' + i))).type.basic, expected[i]);
  EXPECT_EQ(variable(model, "g").type.width, 7);
  EXPECT_EQ(variable(model, "j").size, 2U);
  EXPECT_EQ(model.width(variable(model, "j").type), 4U);
  EXPECT_EQ(model.width(variable(model, "l").type), 5U);
  const promela::Variable& channel = variable(model, "k");
  ASSERT_TRUE(channel.channel);
  EXPECT_EQ(channel.size, 4U);
  EXPECT_EQ(channel.channel->capacity, 3U);
  EXPECT_EQ(channel.channel->fields.size(), 3U);
  EXPECT_EQ(variable(model, "m").elements.size(), 2U);
  EXPECT_TRUE(variable(model, "n").initial);
  EXPECT_TRUE(variable(model, "o").hidden && variable(model, "p").show && variable(model, "q").local);
}

TEST(Parser, InlinesAreExpanded) {
  const promela::Model model = model_of(
      "inline swap(x, y) {\n"
      "  byte t;\n"
      "  t = x; x = y; y = t\n"
      "}\n"
      "init { byte a, b[2]; swap(a, b[1]); swap(b[0], a) }\n");
  const std::string text = promela::to_text(model);
  EXPECT_NE(text.find("t = a;\n    a = b[1];\n    b[1] = t;"), text.npos) << text;
  EXPECT_NE(text.find("t = b[0];\n    b[0] = a;\n    a = t;"), text.npos) << text;
  // Each expansion has its own variable.
  EXPECT_EQ(
      std::count_if(model.variables.begin(), model.variables.end(), [](const promela::Variable& v) { return v.name == "t"; }),
      2);
  // The statement stands where the inline is defined; how it came there is known.
  const auto& block = std::get<promela::Block>(model[model.processes[0].body.at(1)].what);
  EXPECT_EQ(block.inlined, "swap");
  const promela::Stmt& first = model[block.body.at(1)];
  const auto where = model.sources->locate(first.place.at);
  EXPECT_EQ(where.line, 3U);
  EXPECT_EQ(where.column, 3U);
  const auto notes = model.sources->notes(first.place);
  ASSERT_EQ(notes.size(), 1U);
  EXPECT_EQ(notes[0].line, 5U);
  EXPECT_EQ(notes[0].column, 22U);
  EXPECT_EQ(notes[0].message, "the inline 'swap' is called here");
}

// The target of a goto, by the names of the statements.
std::vector<std::string> targets(const promela::Model& model) {
  std::vector<std::string> result;
  for (const promela::Stmt& statement : model.statements)
    if (const auto* jump = std::get_if<promela::Goto>(&statement.what))
      result.push_back(promela::to_text(model, model[jump->label].target));
  return result;
}

TEST(Parser, Gotos) {
  EXPECT_EQ(targets(model_of("byte x; init { { skip; L: x = 2; goto L }; L: x = 1; goto L }")),
            (std::vector<std::string>{"x = 2", "x = 1"}));
  EXPECT_EQ(targets(model_of("byte x; inline f(v) { skip; L: x = v; if :: goto L :: skip fi } init { f(1); f(2) }")),
            (std::vector<std::string>{"x = 1", "x = 2"}));
  EXPECT_EQ(targets(model_of("byte x; init { goto end; x = 1; end: }")), (std::vector<std::string>{"skip"}));
  EXPECT_EQ(targets(model_of("byte x; proctype P() { A: B: x = 1; goto B; goto A } init { skip }")),
            (std::vector<std::string>{"x = 1", "x = 1"}));
}

TEST(Parser, RemoteReferences) {
  const promela::Model model = model_of(
      "proctype P(byte n) { byte a[2]; L: skip; { byte inner; M: inner = 1 } }\n"
      "init { P[1]@L; P@M; P[2]:n == P:a[1]; P:inner == 3; run P(1) }");
  std::vector<std::string> found;
  for (const promela::Remote& remote : model.remotes) {
    EXPECT_EQ(model[remote.process].name, "P");
    found.push_back((remote.label ? model[remote.label].name : model[remote.variable].name) + (remote.pid ? " with pid" : "") +
                    (remote.index ? " with index" : ""));
  }
  EXPECT_EQ(found, (std::vector<std::string>{"L with pid", "M", "n with pid", "a with index", "inner"}));
}

TEST(Parser, Processes) {
  const promela::Model model = model_of(
      "byte go; active [3] proctype P(byte a, b; chan c) priority 4 provided (go == 1) { skip }\n"
      "D_proctype Q() { skip } init priority 2 { run Q() priority 3 } never bad { skip } never { skip }\n"
      "chan d = [1] of {byte}; trace { d!1 } init { skip }");
  ASSERT_EQ(model.processes.size(), 7U);
  const promela::Process& p = model.processes[0];
  EXPECT_EQ(p.name, "P");
  EXPECT_EQ(p.active, 3U);
  EXPECT_EQ(p.parameters.size(), 3U);
  EXPECT_EQ(p.priority, 4);
  EXPECT_EQ(promela::to_text(model, p.provided), "go == 1");
  EXPECT_TRUE(model.processes[1].deterministic);
  EXPECT_EQ(model.processes[1].active, 0U);
  EXPECT_EQ(model.processes[2].kind, promela::Process::Kind::init);
  EXPECT_EQ(model.processes[2].active, 1U);
  EXPECT_EQ(model.runs.at(0).priority, 3);
  EXPECT_EQ(model[model.runs.at(0).process].name, "Q");
  EXPECT_EQ(model.processes[3].name, "bad");
  EXPECT_EQ(model.processes[4].name, "never_1");
  EXPECT_EQ(model.processes[5].kind, promela::Process::Kind::trace);
  EXPECT_TRUE(model.uses_priorities);
  EXPECT_FALSE(model.uses_last);
  EXPECT_TRUE(model_of("init { _last == 1 }").uses_last);
}

TEST(Parser, Formulas) {
  const promela::Model model = model_of(
      "#define busy (x > 1)\n"
      "ltl first { [] (busy -> <> P@done) }\n"
      "byte x; active proctype P() { done: x = 1; ltl inside { <> (x == 3) } }\n"
      "ltl { (x == 1) U (x == 2) }");
  ASSERT_EQ(model.ltls.size(), 3U);
  EXPECT_EQ(model.ltls[0].name, "first");
  EXPECT_EQ(model.ltls[1].name, "inside");
  EXPECT_EQ(model.ltls[2].name, "ltl_0");
  std::vector<std::string> atoms;
  for (const promela::Ltl::Atom& atom : model.ltls[0].atoms) atoms.push_back(promela::to_text(model, atom.value));
  std::sort(atoms.begin(), atoms.end());
  EXPECT_EQ(atoms, (std::vector<std::string>{"P@done", "x > 1"}));
  EXPECT_EQ(model.ltls[2].atoms.size(), 2U);
}

TEST(Parser, ExpressionsAlone) {
  promela::Model model = model_of(
      "#define critical (P[0]@cs && n == 1)\n"
      "mtype = {red, green}; mtype c; byte n; typedef T { byte x }; T t[2]; chan q = [1] of {mtype};\n"
      "active proctype P() { byte mine; cs: skip }");
  const auto read = [&](const std::string& text) {
    const Result<promela::ExprId> result = promela::parse_expression(model, text);
    return result ? promela::to_text(model, *result) : "error: " + result.errors().front().message;
  };
  EXPECT_EQ(read("critical || c == red"), "P[0]@cs && n == 1 || c == red");
  EXPECT_EQ(read("t[1].x + len(q) > P:mine"), "t[1].x + len(q) > P:mine");
  EXPECT_EQ(read("q?[green] && _nr_pr == 2"), "q?[green] && _nr_pr == 2");
  EXPECT_EQ(read("nn == 1"), "error: 'nn' is not declared");
  EXPECT_EQ(read("mine == 1"), "error: 'mine' is not declared");
  EXPECT_EQ(read("P@cz"), "error: 'P' has no label 'cz'");
  EXPECT_EQ(read("n == "), "error: expected an expression, found the end of the text");
  EXPECT_EQ(read("n = 1"),
            "error: expected the end of the expression, found '='; assignments are statements of the form x = expression");
  EXPECT_EQ(read(""), "error: expected an expression, found the end of the text");
  EXPECT_EQ(read("run P()"), "error: 'run' can be used in processes only");
  EXPECT_EQ(read("full(q)"), "full(q)");
  const Result<promela::ExprId> wrong = promela::parse_expression(model, "n == red + bleu", "--ltl");
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.errors().front().file, "--ltl");
  EXPECT_EQ(wrong.errors().front().column, 12U);
}

}  // namespace
}  // namespace lariat::promela
