// SPDX-License-Identifier: Apache-2.0
// Random automata, written down by the test together with what they mean; then read, compared, written and read again.
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <sstream>

#include "automata/same_automaton.hpp"
#include "lariat/automata/io/hoa.hpp"

namespace lariat::automata {
namespace {

constexpr unsigned max_atoms = 4;
using Table = std::uint32_t;  // bit v: the value under the valuation v

// An automaton as the test understands it, before lariat has seen it.
struct Naive {
  struct Edge {
    StateId target;
    Table label;
    Marks marks;
  };
  struct State {
    Marks marks = 0;
    std::string name;
    std::vector<Edge> edges;
  };
  std::string name;
  unsigned atoms = 0;
  unsigned sets = 0;
  bool rejects_all = false;
  std::vector<StateId> initial;
  std::vector<State> states;
};

class Generator {
 public:
  explicit Generator(unsigned seed) : random_(seed) {}

  std::string run(Naive& naive) {
    naive_ = &naive;
    naive.atoms = below(max_atoms + 1);
    all_ = (Table{1} << (1U << naive.atoms)) - 1;
    naive.states.resize(below(8));
    if (chance(2)) naive.name = "n\"a\\me " + std::to_string(below(100));
    choose_sets();
    std::vector<std::string> items = {acceptance()};
    if (naive.atoms > 0 || chance(2)) items.push_back(atom_names());
    if (chance(2)) items.push_back("States:" + blank() + std::to_string(naive.states.size()));
    if (!naive.name.empty()) items.push_back("name:" + blank() + quoted(naive.name));
    if (chance(2)) items.push_back("properties: x y");
    if (chance(2)) items.push_back("comment: 1 t \"z\" x");
    if (chance(2)) items.push_back("tool: \"none\"");
    if (!naive.states.empty())
      for (unsigned i = below(3); i > 0; --i) {
        naive.initial.push_back(below(static_cast<unsigned>(naive.states.size())));
        starts_.push_back("Start:" + blank() + std::to_string(naive.initial.back()));
      }
    std::shuffle(items.begin(), items.end(), random_);
    std::string text = "HOA: v1" + space();
    for (const std::string& item : items) text += item + space();
    for (const std::string& start : starts_) text += start + space();
    for (unsigned i = below(4); i > 0; --i) text += alias() + space();
    text += "--BODY--" + blank();
    std::vector<StateId> order(naive.states.size());
    for (StateId s = 0; s < order.size(); ++s) order[s] = s;
    if (chance(2)) std::shuffle(order.begin(), order.end(), random_);
    for (const StateId s : order) text += state(s);
    return text + "--END--" + blank();
  }

 private:
  unsigned below(unsigned n) { return static_cast<unsigned>(random_() % n); }
  bool chance(unsigned n) { return below(n) == 0; }
  std::string blank() {
    static const char* const blanks[] = {" ", "\n", "\t", "  ", "\r\n", " /* c */", "/*/**/*/ "};
    return blanks[below(7)];
  }
  std::string space() { return blank() + " "; }
  static std::string quoted(const std::string& text) {
    std::string result = "\"";
    for (const char c : text) (c == '"' || c == '\\' ? result += '\\' : result) += c;
    return result + '"';
  }

  void choose_sets() {
    declared_ = below(6);
    for (unsigned set = 0; set < declared_; ++set)
      if (!chance(4)) used_.push_back(set);
    naive_->rejects_all = chance(10);
    naive_->sets = naive_->rejects_all ? 1 : static_cast<unsigned>(used_.size());
  }
  std::string acceptance() {
    std::vector<std::string> parts;
    for (const unsigned set : used_)
      for (unsigned i = 1 + below(5) / 4; i > 0; --i) parts.push_back("Inf(" + blank() + std::to_string(set) + ")");
    if (naive_->rejects_all) parts.emplace_back("f");
    if (parts.empty() || chance(5)) parts.emplace_back("t");
    std::shuffle(parts.begin(), parts.end(), random_);
    std::string text;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const std::string part = chance(3) ? "((" + parts[i] + "))" : parts[i];
      text = i == 0 ? part : (chance(2) ? "(" + text + ")" : text) + blank() + "&" + blank() + part;
    }
    return "Acceptance:" + blank() + std::to_string(declared_) + " " + text;
  }
  std::string atom_names() {
    std::string text = "AP:" + blank() + std::to_string(naive_->atoms);
    for (unsigned i = 0; i < naive_->atoms; ++i) text += blank() + quoted("p\\\"" + std::to_string(i));
    return text;
  }
  std::string alias() {
    const auto [text, table] = expression(4);
    const std::string name = "@a" + std::to_string(aliases_.size());
    aliases_.emplace_back(name, table);
    return "Alias:" + blank() + name + blank() + " " + text;
  }

  Table atom_table(unsigned atom) const {
    Table table = 0;
    for (unsigned v = 0; v < (1U << naive_->atoms); ++v)
      if (((v >> atom) & 1U) != 0) table |= Table{1} << v;
    return table;
  }
  // Everything is put in parentheses, so that precedence does not matter; the reader's own tests look at that.
  std::pair<std::string, Table> expression(unsigned size) {
    if (size <= 1) {
      if (!aliases_.empty() && chance(3)) return aliases_[below(static_cast<unsigned>(aliases_.size()))];
      if (naive_->atoms == 0 || chance(8)) return chance(2) ? std::pair("t", all_) : std::pair("f", Table{0});
      const unsigned atom = below(naive_->atoms);
      return {std::to_string(atom), atom_table(atom)};
    }
    if (chance(4)) {
      const auto [text, table] = expression(size - 1);
      return {"!" + blank() + "(" + text + ")", all_ & ~table};
    }
    const bool both = chance(2);
    std::string text;
    Table table = both ? all_ : 0;
    for (unsigned i = 2 + below(2); i > 0; --i) {
      const auto [part, part_table] = expression(size / 2);
      text += (text.empty() ? "" : blank() + (both ? "&" : "|")) + "(" + part + blank() + ")";
      table = both ? table & part_table : table | part_table;
    }
    return {text, table};
  }

  std::string marks(Marks& result) {
    if (chance(2)) return "";
    std::string text = "{" + blank();
    for (unsigned set = 0; set < declared_; ++set) {
      if (!chance(3)) continue;
      text += std::to_string(set) + space();
      for (std::size_t i = 0; i < used_.size(); ++i)
        if (used_[i] == set && !naive_->rejects_all) result |= Marks{1} << i;
    }
    return text + "}" + blank();
  }
  std::string state(StateId s) {
    Naive::State& state = naive_->states[s];
    enum Kind { state_label, edge_labels, implicit };
    const auto kind = static_cast<Kind>(below(3));
    std::string text = "State:" + blank();
    std::pair<std::string, Table> label;
    if (kind == state_label) {
      label = expression(1 + below(6));
      text += "[" + label.first + "]" + blank();
    }
    text += std::to_string(s) + space();
    if (chance(3)) {
      state.name = "s\\\"" + std::to_string(below(50));
      text += quoted(state.name) + blank();
    }
    text += marks(state.marks);
    const unsigned edges = kind == implicit ? 1U << naive_->atoms : below(4);
    for (unsigned i = 0; i < edges; ++i) {
      if (kind == edge_labels) {
        label = expression(1 + below(10));
        text += "[" + blank() + label.first + "]" + blank();
      } else if (kind == implicit) {
        label.second = Table{1} << i;
      }
      Naive::Edge edge = {below(static_cast<unsigned>(naive_->states.size())), label.second, 0};
      text += std::to_string(edge.target) + space() + marks(edge.marks);
      if (edge.label != 0) state.edges.push_back(edge);
    }
    return text;
  }

  std::mt19937 random_;
  Naive* naive_ = nullptr;
  Table all_ = 0;
  unsigned declared_ = 0;
  std::vector<unsigned> used_;
  std::vector<std::string> starts_;
  std::vector<std::pair<std::string, Table>> aliases_;
};

Automaton read_one(const std::string& text) {
  std::istringstream in(text);
  HoaReader reader(in, "random.hoa");
  auto result = reader.next();
  if (!result) throw std::runtime_error(to_string(result.errors()[0]));
  return std::move(result->value());
}

void expect_same(const Naive& naive, const Automaton& a) {
  ASSERT_EQ(a.name, naive.name);
  ASSERT_EQ(a.atoms.size(), naive.atoms);
  for (unsigned i = 0; i < naive.atoms; ++i) ASSERT_EQ(a.atoms[i], std::string("p\\\"") + std::to_string(i));
  ASSERT_EQ(a.rejects_all, naive.rejects_all);
  ASSERT_EQ(a.graph.sets(), naive.sets);
  ASSERT_EQ(std::vector(a.graph.initial().begin(), a.graph.initial().end()), naive.initial);
  ASSERT_EQ(a.graph.states(), naive.states.size());
  for (StateId s = 0; s < naive.states.size(); ++s) {
    const Naive::State& state = naive.states[s];
    ASSERT_EQ(a.graph.state_marks(s), state.marks);
    const auto name = a.state_names.find(s);
    ASSERT_EQ(name == a.state_names.end() ? "" : name->second, state.name);
    ASSERT_EQ(a.graph.targets(s).size(), state.edges.size());
    for (std::uint32_t i = 0; i < state.edges.size(); ++i) {
      const std::uint32_t e = a.graph.first_edge(s) + i;
      ASSERT_EQ(a.graph.edge_target(e), state.edges[i].target);
      ASSERT_EQ(a.graph.edge_marks(e), state.edges[i].marks);
      for (unsigned v = 0; v < (1U << naive.atoms); ++v) {
        std::vector<bool> valuation(naive.atoms);
        for (unsigned atom = 0; atom < naive.atoms; ++atom) valuation[atom] = ((v >> atom) & 1U) != 0;
        ASSERT_EQ(a.labels.holds(a.edge_labels[e], valuation), ((state.edges[i].label >> v) & 1U) != 0);
      }
    }
  }
}

TEST(HoaRandom, ReadingGivesWhatWasWrittenDown) {
  std::size_t edges = 0;
  for (unsigned seed = 0; seed < 5000; ++seed) {
    Naive naive;
    const std::string text = Generator(seed).run(naive);
    SCOPED_TRACE(::testing::Message() << "seed " << seed << "\n" << text);
    const Automaton a = read_one(text);
    expect_same(naive, a);
    if (HasFatalFailure()) return;
    edges += a.graph.edges();
    const std::string written = to_hoa(a);
    const Automaton again = read_one(written);
    ASSERT_EQ(difference(a, again), "") << written;
    expect_same(naive, again);
    if (HasFatalFailure()) return;
    ASSERT_EQ(to_hoa(again), written);
  }
  EXPECT_GT(edges, 20000U) << "the automata have become too small to say much";
}

// Whatever is cut off or damaged: an answer, never a crash.
TEST(HoaRandom, DamagedTextsAreAnswered) {
  std::size_t refused = 0;
  for (unsigned seed = 0; seed < 2000; ++seed) {
    SCOPED_TRACE(seed);
    Naive naive;
    std::string text = Generator(seed).run(naive);
    std::mt19937 random(seed);
    if (random() % 2 == 0) text.resize(random() % text.size());
    for (unsigned i = static_cast<unsigned>(random() % 3); i > 0 && !text.empty(); --i)
      text[random() % text.size()] = static_cast<char>(random());
    std::istringstream in(text);
    HoaReader reader(in, "damaged.hoa");
    const auto result = reader.next();
    refused += result ? 0 : 1;
    if (!result) {
      EXPECT_FALSE(result.errors()[0].message.empty());
    }
  }
  EXPECT_GT(refused, 500U);
}

}  // namespace
}  // namespace lariat::automata
