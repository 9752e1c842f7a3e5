// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace lariat::experiments {

// The SHA-256 of the bytes in hexadecimal, as sha256sum prints it (FIPS 180-4).
std::string sha256(std::string_view bytes);

}  // namespace lariat::experiments
