// SPDX-License-Identifier: Apache-2.0
// The readers of the languages, for the table.
#pragma once

#include <memory>
#include <string>

#include "lariat/frontend/model.hpp"

namespace lariat::frontend {

Result<std::unique_ptr<LanguageModel>> read_dve_model(const std::string& text, const std::string& file,
                                                      const ReadOptions& options, const Limits& limits);
Result<std::unique_ptr<LanguageModel>> read_promela_model(const std::string& text, const std::string& file,
                                                          const ReadOptions& options, const Limits& limits);

}  // namespace lariat::frontend
