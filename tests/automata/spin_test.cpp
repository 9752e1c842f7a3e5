// SPDX-License-Identifier: Apache-2.0
// Translations against those of another tool: what `spin -f` makes of a formula without X must accept the same words.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <regex>
#include <sstream>
#include <string>
#include <unordered_map>

#include "lariat/automata/compare.hpp"
#include "lariat/automata/translate.hpp"
#include "lariat/ltl/evaluate.hpp"
#include "lariat/ltl/parse.hpp"
#include "lariat/ltl/print.hpp"
#include "lariat/ltl/random.hpp"

namespace lariat {
namespace {

#ifdef LARIAT_SLOW_BUILD
constexpr int formulas = 40;
#else
constexpr int formulas = 300;
#endif

const std::vector<std::string> atom_names = {"p0", "p1", "p2"};

// The standard output of a command; nothing if it fails.
std::string output_of(const std::string& command) {
  std::string output;
  FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return "";
  char buffer[4096];
  while (const std::size_t n = std::fread(buffer, 1, sizeof buffer, pipe)) output.append(buffer, n);
  return pclose(pipe) == 0 ? output : "";
}

LabelId label_of(Labels& labels, const std::string& guard) {
  FormulaStore store;
  auto parsed = parse_formula(store, guard);
  EXPECT_TRUE(parsed) << guard;
  std::vector<Formula> atoms;
  for (const std::string& name : atom_names) atoms.push_back(store.atom(name));
  LabelId result = Labels::never;
  for (Letter letter = 0; letter < 8; ++letter) {
    if (!evaluate(store, parsed->formula, atoms, {{}, {letter}})) continue;
    LabelId cube = Labels::always;
    for (std::uint32_t a = 0; a < 3; ++a)
      cube = (letter >> a & 1) != 0 ? labels.conjoin(cube, labels.atom(a)) : labels.subtract(cube, labels.atom(a));
    result = labels.disjoin(result, cube);
  }
  return result;
}

// Just what spin writes: labels, and guards that go to a label or violate an assertion, after which anything may follow.
Automaton read_claim(const std::string& claim) {
  Automaton result;
  result.atoms = atom_names;
  GraphBuilder builder(1);
  std::map<std::string, StateId> numbers;
  const auto number = [&](const std::string& label) {
    return numbers.emplace(label, static_cast<StateId>(numbers.size())).first->second;
  };
  const std::regex label(R"(^(\w+):$)");
  const std::regex jump(R"(^\s*:: (.*) -> goto (\w+)$)");
  const std::regex violation(R"(^\s*:: atomic \{ (.*) -> assert\(.*\) \}$)");
  struct Edge {
    StateId source, target;
    LabelId label;
  };
  std::vector<Edge> edges;
  std::vector<StateId> accepting;
  StateId current = no_state;
  bool follows_label = false;
  std::istringstream lines(claim);
  for (std::string line; std::getline(lines, line);) {
    std::smatch match;
    if (std::regex_match(line, match, label)) {
      // Two labels in a row name the same state.
      if (follows_label)
        numbers[match[1]] = current;
      else
        current = number(match[1]);
      if (std::string(match[1]).starts_with("accept")) accepting.push_back(current);
      if (edges.empty() && builder.states() == 0) builder.add_initial(current);
      follows_label = true;
      continue;
    }
    follows_label = false;
    if (std::regex_match(line, match, jump))
      edges.push_back({current, number(match[2]), label_of(result.labels, match[1])});
    else if (std::regex_match(line, match, violation))
      edges.push_back({current, number("accept_all"), label_of(result.labels, match[1])});
    else if (line == "\tskip")
      edges.push_back({current, current, Labels::always});
    else
      EXPECT_TRUE(std::regex_match(line, std::regex(R"(never.*|\s*(:: false|do|od;|if|fi;|\})|\s*)"))) << line;
  }
  std::vector<LabelId> labels;
  builder.ensure_states(numbers.size());
  for (const StateId s : accepting) builder.mark_state(s, 1);
  for (const Edge& edge : edges) {
    if (edge.label == Labels::never) continue;
    builder.add_edge(edge.source, edge.target);
    labels.push_back(edge.label);
  }
  std::vector<std::uint32_t> order;
  result.graph = std::move(builder).build(&order);
  for (const std::uint32_t i : order) result.edge_labels.push_back(labels[i]);
  return result;
}

// spin -f knows no W.
Formula without_weak_until(FormulaStore& store, Formula f) {
  std::unordered_map<Formula, Formula> done;
  for (const Formula g : store.subformulas(f)) {
    std::vector<Formula> operands;
    for (const Formula h : store.operands(g)) operands.push_back(done.at(h));
    if (store.is(g, Op::weak_until))
      done[g] = store.release(operands[1], store.disjunction(operands[0], operands[1]));
    else
      done[g] = operands.empty() ? g : store.make(store.op(g), operands);
  }
  return done.at(f);
}

TEST(Spin, MakesEquivalentAutomata) {
  if (std::system("spin -V > /dev/null 2>&1") != 0) GTEST_SKIP() << "spin is not installed";
  const std::string file = testing::TempDir() + "lariat_spin_formula";
  const auto claim = [&](const FormulaStore& store, Formula f) {
    std::ofstream(file) << to_string(store, f, Notation::spin) << "\n";
    return output_of("timeout 0.5 spin -F " + file + " 2>/dev/null");
  };
  RandomSource random(2025);
  int compared = 0;
  for (int i = 0; i < formulas; ++i) {
    FormulaStore store;
    const Formula f = without_weak_until(store, random_formula(store, random, {.size = 7, .atoms = 3, .next = false}));
    const Formula negated = store.negation(f);
    const std::string theirs = claim(store, f);
    const std::string theirs_negated = claim(store, negated);
    if (theirs.empty() || theirs_negated.empty()) continue;  // it took too long, or it would not read it
    ++compared;
    const Translation ours = translate(store, f, {.type = AutomatonType::ba});
    const Translation ours_negated = translate(store, negated);
    EXPECT_FALSE(common_word(read_claim(theirs), *ours_negated.automaton).word) << to_string(store, f) << "\n" << theirs;
    EXPECT_FALSE(common_word(*ours.automaton, read_claim(theirs_negated)).word) << to_string(store, f) << "\n"
                                                                                << theirs_negated;
  }
  std::filesystem::remove(file);
  EXPECT_GT(compared, formulas * 3 / 4);
}

}  // namespace
}  // namespace lariat
