// SPDX-License-Identifier: Apache-2.0
// Translates random formulas and checks each automaton against words and against the automaton of the negation.
//
//   bench_ltl_campaign [FORMULAS [SEED [NODES [ATOMS]]]]     default: a million formulas of up to 15 nodes over 4 atoms
//
// Stops at the first difference and shows the formula; its exit code is then 1.
#include <fmt/core.h>

#include <cstdlib>
#include <string>

#include "lariat/automata/accepts.hpp"
#include "lariat/automata/compare.hpp"
#include "lariat/automata/io/hoa.hpp"
#include "lariat/automata/translate.hpp"
#include "lariat/ltl/evaluate.hpp"
#include "lariat/ltl/print.hpp"
#include "lariat/ltl/random.hpp"

int main(int count, char** arguments) {
  using namespace lariat;  // NOLINT(google-build-using-namespace): in main alone
  const auto number = [&](int i, std::uint64_t otherwise) {
    return count > i ? std::strtoull(arguments[i], nullptr, 10) : otherwise;
  };
  const std::uint64_t formulas = number(1, 1'000'000);
  const std::uint64_t seed = number(2, 1);
  const auto nodes = static_cast<unsigned>(number(3, 15));
  const auto atoms = static_cast<unsigned>(number(4, 4));
  ltl::RandomSource random(seed);
  for (std::uint64_t i = 0; i < formulas; ++i) {
    ltl::FormulaStore store;
    const ltl::Formula f =
        ltl::random_formula(store, random, {.size = 1 + static_cast<unsigned>(random.below(nodes)), .atoms = atoms});
    const std::vector<ltl::Formula> names = store.atoms(f);
    ltl::Evaluator evaluator(store, f, names);
    automata::TranslateOptions options{.prefer = random.below(4) == 0 ? automata::Preference::deterministic
                                                                      : automata::Preference::small};
    const auto fail = [&](const char* what, const automata::Automaton& automaton) {
      fmt::print("{}: formula {} of seed {}: {}\n{}\n", what, i, seed, to_string(store, f), automata::to_hoa(automaton));
      return 1;
    };
    std::vector<ltl::LassoWord> words;
    words.reserve(10);
    for (int k = 0; k < 10; ++k) words.push_back(ltl::random_word(random, atoms));
    automata::Automaton last;
    for (const automata::AutomatonType type :
         {automata::AutomatonType::gba, automata::AutomatonType::ba, automata::AutomatonType::tgba}) {
      options.type = type;
      const automata::Translation translation = automata::translate(store, f, options);
      if (!translation) {
        fmt::print("{}: {}\n", to_string(store, f), translation.reason);
        return 1;
      }
      for (const ltl::LassoWord& word : words)
        if (automata::accepts(*translation.automaton, word) != evaluator.holds(word))
          return fail("accepts the wrong words", *translation.automaton);
      last = *translation.automaton;
    }
    const automata::Translation negation = automata::translate(store, store.negation(f), options);
    if (automata::common_word(last, *negation.automaton).word) return fail("shares a word with its negation", last);
    if ((i + 1) % 10'000 == 0) {
      fmt::print("{} formulas\n", i + 1);
      std::fflush(stdout);
    }
  }
  return 0;
}
