// SPDX-License-Identifier: Apache-2.0
// Object code in memory, ready to be called.
//
// Loads a relocatable ELF file for x86-64, as LLVM writes it for position-independent code: copies the sections that belong in
// memory, fills in addresses, and makes the whole executable and no longer writable. LLVM is not needed for that. The object
// may call memcpy, memmove, memset, memcmp and bcmp, and nothing else of this process. Every offset is checked before it is
// used, so that a file that is not such an object is refused.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

namespace lariat::native {

class ObjectCode {
 public:
  ObjectCode() = default;
  ObjectCode(ObjectCode&& other) noexcept;
  ObjectCode& operator=(ObjectCode&& other) noexcept;
  ~ObjectCode();

  // No functions if the object cannot be loaded; `problem` then says why.
  static ObjectCode load(std::span<const char> object, std::string& problem);

  bool empty() const { return functions_.empty(); }
  // The address of a function; null if there is none of that name.
  void* find(const std::string& name) const;

 private:
  class Loader;

  void* memory_ = nullptr;
  std::size_t size_ = 0;
  std::unordered_map<std::string, void*> functions_;
};

}  // namespace lariat::native
