// SPDX-License-Identifier: Apache-2.0
#include "lariat/automata/cube_labels.hpp"

#include <string>
#include <unordered_map>

namespace lariat::automata {

Result<CubeLabels> CubeLabels::make(const Automaton& automaton) {
  constexpr std::size_t max_terms = 4096;
  if (automaton.atoms.size() > 64)
    return Diagnostic{.message =
                          "a search takes at most 64 atoms, and this automaton has " + std::to_string(automaton.atoms.size())};
  CubeLabels result;
  std::unordered_map<LabelId, std::vector<Cube>> known;  // most labels occur more than once
  for (const LabelId label : automaton.edge_labels) {
    const auto [at, is_new] = known.try_emplace(label);
    if (is_new) {
      const auto cover = automaton.labels.cover(label, max_terms);
      if (!cover)
        return Diagnostic{.message = "a label of the automaton has more than " + std::to_string(max_terms) + " terms"};
      for (const Conjunction& term : *cover) {
        Cube cube;
        for (const auto& [atom, positive] : term) {
          cube.care |= std::uint64_t{1} << atom;
          if (positive) cube.value |= std::uint64_t{1} << atom;
        }
        at->second.push_back(cube);
      }
    }
    result.cubes_.insert(result.cubes_.end(), at->second.begin(), at->second.end());
    result.offsets_.push_back(static_cast<std::uint32_t>(result.cubes_.size()));
  }
  return result;
}

}  // namespace lariat::automata
