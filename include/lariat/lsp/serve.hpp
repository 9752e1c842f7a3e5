// SPDX-License-Identifier: Apache-2.0
// The language server: diagnostics, navigation, formatting and checks of models for editors, by the Language Server Protocol
// 3.17 over a pair of streams.
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <string_view>

namespace lariat::lsp {

struct ServeOptions {
  int input = 0;                                      // a descriptor that messages are read from
  std::function<void(std::string_view bytes)> write;  // writes all bytes and flushes them; may throw
  std::string program = {};                           // what runs checks: a lariat program; empty: there are no lenses
  const std::atomic<bool>* interrupted = nullptr;     // set from outside to end the server
};

// Serves until the client says `exit`, the input ends, or the server is interrupted. True if the client asked for the end as
// the protocol wants it: `shutdown` first. Throws what `write` throws.
bool serve(const ServeOptions& options);

}  // namespace lariat::lsp
