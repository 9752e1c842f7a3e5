// SPDX-License-Identifier: Apache-2.0
// LLVM, loaded when it is first needed. The part of its C interface that is used here is the same from version 15 on; neither
// building nor starting lariat needs it.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lariat::native {

// Object code in memory, ready to be called. Thread-safe once made.
class LoadedObject {
 public:
  virtual ~LoadedObject() = default;
  // The address of a function; null if there is none of that name.
  virtual void* find(const char* name) = 0;
};

enum class Optimisation { none, full };

// A version of LLVM and the processor at hand. Not thread-safe.
class Llvm {
 public:
  // Null if LLVM cannot be loaded; `problem` then says why.
  static std::shared_ptr<Llvm> load(std::string& problem);
  virtual ~Llvm() = default;

  // What object code depends on: version, processor.
  virtual const std::string& identity() const = 0;
  // Compiles a module given as text. Empty if that fails; `problem` then says why.
  virtual std::vector<char> compile(std::string_view text, Optimisation optimisation, std::string& problem) = 0;
  // Makes object code callable. Null if that fails.
  virtual std::shared_ptr<LoadedObject> link(std::span<const char> object, std::string& problem) = 0;
};

}  // namespace lariat::native
