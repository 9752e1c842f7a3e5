// SPDX-License-Identifier: Apache-2.0
#include "lariat/base/input.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <istream>
#include <streambuf>
#include <system_error>

namespace lariat {

Input input_from(std::istream& stream) {
  return [source = stream.rdbuf()](char* data, std::size_t size) -> std::size_t {
    // sgetc waits for at least one character; in_avail then says how many more there are without waiting.
    if (source->sgetc() == std::streambuf::traits_type::eof()) return 0;
    const auto ready = std::max<std::streamsize>(source->in_avail(), 1);
    return static_cast<std::size_t>(source->sgetn(data, std::min(ready, static_cast<std::streamsize>(size))));
  };
}

Input input_from_descriptor(int descriptor) {
  return [descriptor](char* data, std::size_t size) -> std::size_t {
    while (true) {
      const ssize_t count = ::read(descriptor, data, size);
      if (count >= 0) return static_cast<std::size_t>(count);
      if (errno != EINTR) throw std::system_error(errno, std::generic_category());
    }
  };
}

}  // namespace lariat
