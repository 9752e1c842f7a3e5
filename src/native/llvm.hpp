// SPDX-License-Identifier: Apache-2.0
// LLVM, loaded when it is first needed. The part of its C interface that is used here is the same from version 15 on; neither
// building nor starting lariat needs it.
//
// LLVM ends the process when it runs out of memory, or finds a mistake in itself. Only a process of its own should call it
// (compile_service.hpp).
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace lariat::native {

enum class Optimisation { none, full };

// A version of LLVM and the processor of this machine. Not thread-safe.
class Llvm {
 public:
  // Null if LLVM cannot be loaded; `problem` then says why.
  static std::unique_ptr<Llvm> load(std::string& problem);
  virtual ~Llvm() = default;

  // Compiles a module given as text to an object file. Empty if that fails; `problem` then says why.
  virtual std::vector<char> compile(std::string_view text, Optimisation optimisation, std::string& problem) = 0;
};

}  // namespace lariat::native
