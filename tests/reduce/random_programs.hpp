// SPDX-License-Identifier: Apache-2.0
// Small random models, as text in DVE and in Promela: a few processes that share variables and channels in all the ways that a
// reduction has to know about.
#pragma once

#include <random>
#include <string>
#include <vector>

namespace lariat::reduce {

class RandomText {
 public:
  explicit RandomText(std::uint64_t seed) : random_(seed) {}

  // A model in the language, in which the expressions of `atoms` have a meaning.
  std::string dve();
  std::string promela();
  std::vector<std::string> atoms() const { return atoms_; }

  // A formula without X over the atoms p and q.
  std::string formula(int depth = 3);

  std::size_t below(std::size_t bound) { return std::uniform_int_distribution<std::size_t>(0, bound - 1)(random_); }
  bool chance(unsigned percent) { return below(100) < percent; }

 private:
  template <class T>
  const T& one_of(const std::vector<T>& list) {
    return list[below(list.size())];
  }
  std::string number(std::size_t bound) { return std::to_string(below(bound)); }

  std::string dve_value(std::size_t process);
  std::string dve_guard(std::size_t process);
  std::string dve_count();
  std::string promela_variable();
  std::string promela_guard();
  std::string promela_statement(bool in_atomic);
  std::string promela_count();
  std::string promela_body(std::size_t type);

  std::mt19937_64 random_;
  std::size_t processes_ = 2;
  std::size_t states_ = 2;
  bool has_params_ = false;
  unsigned shared_ = 100;  // percent of what could be shared that is: the others are variables of their own
  std::vector<std::string> atoms_;
};

inline std::string RandomText::dve_value(std::size_t process) {
  if (!chance(shared_)) return "(l" + std::to_string(process) + " + " + number(3) + ") % 3";
  switch (below(5)) {
    case 0:
      return "(x + 1) % 3";
    case 1:
      return "y";
    case 2:
      return "l" + std::to_string(process);
    default:
      return number(3);
  }
}

inline std::string RandomText::dve_guard(std::size_t process) {
  std::vector<std::string> parts;
  for (std::size_t i = below(3); i > 0; --i) {
    switch (chance(shared_) ? below(6) : 2) {
      case 0:
        parts.push_back("P" + number(processes_) + ".q" + number(states_));
        break;
      case 1:
        parts.push_back("a[" + number(2) + "] == " + number(2));
        break;
      case 2:
        parts.push_back("l" + std::to_string(process) + " < " + number(3));
        break;
      default:
        parts.push_back(one_of<std::string>({"x", "y"}) + one_of<std::string>({" == ", " != ", " < ", " >= "}) + number(3));
    }
  }
  std::string guard;
  for (const std::string& part : parts) guard += (guard.empty() ? "" : " && ") + part;
  return guard;
}

// Effects and a guard that count, or change the index. Below 0 is a run-time error.
inline std::string RandomText::dve_count() {
  return one_of<std::string>(
      {" guard n < " + number(4) + "; effect n = n + 1;", " guard n > " + number(3) + "; effect n = n - 1;",
       " effect n = n - 1;", " guard n < 3 && i < 1; effect n = n + 1, i = i + 1;",
       " guard i == 0 || a[i - 1] == 0; effect i = 1 - i;", " effect a[i] = 1, n = 1;",
       " guard n < 3; effect n = n + 1, i = n % 2;", " guard a[i] == 1; effect n = " + number(2) + ", a[i] = 0;",
       " guard n != " + number(3) + "; effect n = n + 2;"});
}

inline std::string RandomText::dve() {
  processes_ = 2 + below(2);
  states_ = 2 + below(3);
  shared_ = static_cast<unsigned>(20 + below(81));
  std::string text = "byte x = 0;\nbyte y = 0;\nbyte n = " + number(3) +
                     ";\nbyte a[2] = {0, 0};\nchannel r;\nchannel {byte} s;\nchannel {byte} b[" + std::to_string(1 + below(2)) +
                     "];\n";
  for (std::size_t p = 0; p < processes_; ++p) {
    const std::string local = "l" + std::to_string(p);
    std::string states;
    for (std::size_t q = 0; q < states_; ++q) states += (q == 0 ? "q" : ", q") + std::to_string(q);
    text += "process P" + std::to_string(p) + " {\nbyte i = 0;\nbyte " + local + " = 0;\nstate " + states + ";\ninit q0;\n";
    if (chance(15)) text += "commit q" + std::to_string(states_ - 1) + ";\n";
    text += "trans\n";
    const std::size_t transitions = 2 + below(4);
    for (std::size_t t = 0; t < transitions; ++t) {
      text += "q" + number(states_) + " -> q" + number(states_) + " {";
      if (chance(shared_ / 3)) {
        text += dve_count() + (t + 1 == transitions ? " };\n" : " },\n");
        continue;
      }
      const std::string guard = dve_guard(p);
      if (!guard.empty()) text += " guard " + guard + ";";
      if (chance(shared_ / 4))
        text += one_of<std::string>({" sync r!;", " sync r?;", " sync s!" + dve_value(p) + ";", " sync s?" + local + ";",
                                     " sync b!" + dve_value(p) + ";", " sync b?" + local + ";"});
      std::string effect;
      for (std::size_t i = below(3); i > 0; --i) {
        const std::string target =
            !chance(shared_) ? local
                             : one_of<std::string>({"x", "y", local, local, "a[" + number(2) + "]", "a[" + local + " % 2]"});
        effect += (effect.empty() ? "" : ", ") + target + " = " + dve_value(p);
      }
      if (!effect.empty()) text += " effect " + effect + ";";
      text += t + 1 == transitions ? " };\n" : " },\n";
    }
    text += "}\n";
  }
  text += "system async;\n";
  const auto atom = [&] {
    return chance(50) ? "P" + number(processes_) + ".q" + number(states_)
                      : one_of<std::string>({"x", "y", "a[0]", "n"}) + " == " + number(3);
  };
  atoms_ = {atom(), atom()};
  return text;
}

inline std::string RandomText::promela_variable() {
  if (!chance(shared_)) return "l";
  return one_of<std::string>({"x", "y", "l", "l", "a[0]", "a[_pid % 2]", "a[l % 2]", "a[i]", "n"});
}

// A step that changes a counter, which may wrap around, or the index.
inline std::string RandomText::promela_count() {
  switch (below(8)) {
    case 0:
      return "d_step { n < " + number(4) + "; n = n + 1 }";
    case 1:
      return "d_step { n > " + number(3) + "; n = n - 1 }";
    case 2:
      return "atomic { n != " + number(4) + "; n = n + " + number(3) + "; " + promela_statement(true) + " }";
    case 3:
      return "n = n - 1";
    case 4:
      return one_of<std::string>({"n = n + 1", "atomic { n = n + 1; l = n % 3 }"});
    case 5:
      return "d_step { i < 1; i = i + 1; n = " + number(2) + " }";
    case 6:
      return "atomic { " + promela_guard() + "; n = " + number(2) + "; i = 1 - i }";
    default:
      return one_of<std::string>(
          {"i = 1 - i", "i = 0", "atomic { a[i] == 1 || i == 1; a[i] = 0 }", "d_step { a[i] = 1; i = 1 }"});
  }
}

inline std::string RandomText::promela_guard() {
  switch (chance(shared_) ? below(9) : 8) {
    case 0:
      return "len(b) < 1";
    case 1:
      return "nempty(b)";
    case 2:
      return "P0@q" + number(states_);
    case 3:
      return "timeout";
    default:
      return promela_variable() + one_of<std::string>({" == ", " != ", " < "}) + number(3);
  }
}

inline std::string RandomText::promela_statement(bool in_atomic) {
  switch (chance(shared_) ? below(in_atomic ? 6 : 7) : below(4)) {
    case 0:
      return promela_variable() + " = (" + promela_variable() + " + 1) % 3";
    case 1:
    case 2:
      return promela_variable() + " = " + number(3);
    case 3:
      return chance(30) ? "assert(x + y < 4)" : "skip";
    case 4:
      return one_of<std::string>(
          {"b!" + number(3), "b?l", "b?" + number(2), has_params_ ? "c!1" : "b!x", has_params_ ? "c?l" : "b??1", "b!!l"});
    case 5:
      return one_of<std::string>({"r!" + number(2), "r?l", "r?" + number(2), "s!x", "s?l", "s?" + number(2)});
    default:
      return promela_guard();
  }
}

inline std::string RandomText::promela_body(std::size_t type) {
  std::string text = "byte l; bit i;\n";
  for (std::size_t q = 0; q < states_; ++q) {
    text += "q" + std::to_string(q) + ": if\n";
    const std::size_t ways = 1 + below(3);
    for (std::size_t i = 0; i < ways; ++i) {
      const std::string next = " -> goto q" + number(states_) + "\n";
      switch (below(8)) {
        case 6:
        case 7:
          text += ":: " + (chance(shared_) ? promela_count() : promela_statement(false)) + next;
          break;
        case 0:
          text +=
              ":: atomic { " + promela_guard() + "; " + promela_statement(true) + "; " + promela_statement(true) + " }" + next;
          break;
        case 1:
          text += ":: d_step { " + promela_variable() + " != " + number(3) + "; " + promela_variable() + " = " + number(3) +
                  " }" + next;
          break;
        case 2:
          text += ":: " + promela_guard() + " -> " + promela_statement(false) + next;
          break;
        default:
          text += ":: " + promela_statement(false) + next;
      }
    }
    if (chance(25)) text += ":: x == 2 -> break_ = 1; goto q0\n:: else -> goto q" + number(states_) + "\n";
    if (chance(15)) text += ":: true -> goto over\n";
    text += "fi;\n";
  }
  return text + "over: skip\n" + (type == 0 && chance(30) ? "; x = 0\n" : "");
}

inline std::string RandomText::promela() {
  processes_ = 2 + below(2);
  states_ = 2 + below(2);
  shared_ = static_cast<unsigned>(20 + below(81));
  const bool starts = chance(40);
  has_params_ = starts && chance(60);
  std::string text = "byte x, y, break_;\nunsigned n : 2;\nbyte a[2];\nchan b = [" + std::to_string(1 + below(2)) +
                     "] of { byte };\nchan d = [1] of { byte };\nchan r = [0] of { byte };\nchan s = [0] of { byte };\n";
  for (std::size_t p = 0; p < processes_; ++p) {
    text += starts ? "proctype P" : "active proctype P";
    text += std::to_string(p) + (has_params_ ? "(chan c)" : "()");
    if (chance(8)) text += " provided (x != 2)";
    text += " {\n" + promela_body(p) + "}\n";
  }
  if (starts) {
    text += "init {\n";
    const bool is_atomic = chance(60);
    if (is_atomic) text += "atomic {\n";
    for (std::size_t p = 0; p < processes_; ++p)
      text +=
          "run P" + std::to_string(p) + (has_params_ ? one_of<std::string>({"(b)", "(d)", "(r)"}) : std::string("()")) + ";\n";
    text += is_atomic ? "}\n}\n" : "skip\n}\n";
  }
  const auto atom = [&] {
    return chance(40) ? "P" + number(processes_) + "@q" + number(states_)
                      : one_of<std::string>({"x", "y", "a[0]", "n", "len(b)"}) + " == " + number(3);
  };
  atoms_ = {atom(), atom()};
  return text;
}

inline std::string RandomText::formula(int depth) {
  if (depth == 0 || chance(20)) return one_of<std::string>({"p", "q", "!p", "!q"});
  const auto sub = [&] { return "(" + formula(depth - 1) + ")"; };
  switch (below(7)) {
    case 0:
      return "F " + sub();
    case 1:
      return "G " + sub();
    case 2:
      return sub() + " U " + sub();
    case 3:
      return sub() + " R " + sub();
    case 4:
      return sub() + " && " + sub();
    case 5:
      return sub() + " || " + sub();
    default:
      return one_of<std::string>({"G F ", "F G "}) + sub();
  }
}

}  // namespace lariat::reduce
