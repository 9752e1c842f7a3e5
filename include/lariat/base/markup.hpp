// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace lariat {

// The text for HTML and XML, in an attribute or between tags. It is made printable first (base/printable.hpp), so that there is
// no character that XML forbids.
std::string markup(std::string_view text);

}  // namespace lariat
