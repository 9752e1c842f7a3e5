// SPDX-License-Identifier: Apache-2.0
// Any bytes under the name of a cached object are answered as that object or refused with a note. What is taken is what
// writing it would have put there.
#include "native/cache.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace {

void check(bool condition, const char* what) {
  if (condition) return;
  std::fprintf(stderr, "%s\n", what);
  std::abort();
}

// A directory of this process alone, removed when it ends.
class Directory {
 public:
  Directory() {
    std::string name = (std::filesystem::temp_directory_path() / "lariat-fuzz-XXXXXX").string();
    check(mkdtemp(name.data()) != nullptr, "no temporary directory");
    path_ = name;
  }
  Directory(const Directory&) = delete;
  Directory& operator=(const Directory&) = delete;
  ~Directory() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

std::vector<char> content_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Directory directory;
  static const lariat::native::Cache cache(directory.path());
  // The version and the processor are not part of it, so that seeds stay valid.
  static const lariat::native::Cache::Key key{.content = "a key", .name = "0123"};
  const std::string path = directory.path() + "/0123.code";
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, S_IRUSR | S_IWUSR);
  check(file >= 0 && ::write(file, data, size) == static_cast<ssize_t>(size), "the file cannot be written");
  ::close(file);
  std::string note;
  const auto object = cache.read(key, note);
  check(object.has_value() == note.empty(), "an object with a note, or neither");
  if (!object) return 0;
  const std::vector<char> before = content_of(path);
  cache.write(key, *object, note);
  check(content_of(path) == before, "another file would have been written");
  return 0;
}
