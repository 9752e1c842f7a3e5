// SPDX-License-Identifier: Apache-2.0
// What the commands say of cycle provisos.
#pragma once

#include <string_view>

#include "lariat/reduce/proviso.hpp"

namespace lariat::cli {

// What a proviso needs of a search, or what alone it is good for: `components`, `safety`, `deadlocks`; empty if nothing.
std::string_view needs(const reduce::Proviso& proviso);

}  // namespace lariat::cli
