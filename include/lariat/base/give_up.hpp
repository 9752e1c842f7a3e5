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

// Calls `f`. The reason why it gave up, if a limit was reached or memory ran out; otherwise nothing. Other exceptions pass.
template <class F>
std::optional<std::string> reason_to_give_up(F&& f) {
  try {
    std::forward<F>(f)();
    return std::nullopt;
  } catch (const Stopped& stopped) {
    return stopped.reason;
  } catch (const std::bad_alloc&) {
    return "out of memory";
  } catch (const std::length_error& error) {  // a table cannot grow any more
    return error.what();
  }
}

}  // namespace lariat
