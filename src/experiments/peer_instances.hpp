// SPDX-License-Identifier: Apache-2.0
// The sizes at which suite peers runs the models of models/bench and some of BEEM.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "experiments/task.hpp"
#include "lariat/experiments/suites.hpp"

namespace lariat::experiments {

// A model, and the macros that make it as large as wanted.
struct PeerInstance {
  const ModelFile* model;
  std::vector<std::string> defines = {};
  unsigned table_bits = 0;  // the logarithm of the number of its states, if that is known: the best size of Spin's table

  // The model's name and the macros.
  std::string name() const;
};

// The models in Promela of a part of the suite. explore, ltl: the sizes that are listed for a model, or the model as it is;
// reduction: each as it is; the others: the sizes that are listed, or all models as they are if none of them is listed.
std::vector<PeerInstance> peer_instances(PeerPart part, const std::vector<ModelFile>& models);

}  // namespace lariat::experiments
