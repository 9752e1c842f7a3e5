// SPDX-License-Identifier: Apache-2.0
// The one place where limits that are reached and memory that is exhausted become a reason for an unknown answer.
#pragma once

#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "lariat/base/limits.hpp"

namespace lariat {

// The reason why something gave up, if the exception that is being handled says that a limit was reached or memory ran out; any
// other exception is thrown again. To be called by a handler.
inline std::string reason_to_give_up() {
  try {
    throw;
  } catch (const Stopped& stopped) {
    return stopped.reason;
  } catch (const std::bad_alloc&) {
    return "out of memory";
  } catch (const std::length_error& error) {  // a table cannot grow any more
    return error.what();
  }
}

// Calls `f`. The reason why it gave up, if it did; otherwise nothing.
template <class F>
std::optional<std::string> reason_to_give_up(F&& f) {
  try {
    std::forward<F>(f)();
    return std::nullopt;
  } catch (...) {
    return reason_to_give_up();
  }
}

}  // namespace lariat
