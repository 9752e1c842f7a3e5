// SPDX-License-Identifier: Apache-2.0
// An open file of the system, closed when it goes; and reading and writing all of something.
#pragma once

#include <cstddef>
#include <utility>

namespace lariat::native {

class File {
 public:
  explicit File(int number = -1) : number_(number) {}
  File(File&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  File& operator=(File&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~File() { close(); }

  explicit operator bool() const { return number_ >= 0; }
  int get() const { return number_; }
  // Closes it now; false if the system says that something went wrong with what was written.
  bool close();

 private:
  int number_;
};

// False if not all of it could be written.
bool write_all(const File& file, const void* data, std::size_t size);
// False if there was less to read, or reading failed.
bool read_all(const File& file, void* data, std::size_t size);

}  // namespace lariat::native
