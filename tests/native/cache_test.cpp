// SPDX-License-Identifier: Apache-2.0
// The cache of compiled models: whatever happens to its files, it gives back what was put in, or nothing.
#include "native/cache.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

namespace lariat::native {
namespace {

namespace fs = std::filesystem;

class CacheTest : public testing::Test {
 protected:
  CacheTest() {
    std::string name = fs::temp_directory_path() / "lariat-cache-XXXXXX";
    folder_ = ::mkdtemp(name.data());
  }
  ~CacheTest() override {
    std::error_code error;
    fs::permissions(folder_, fs::perms::owner_all, error);
    fs::remove_all(folder_, error);
  }
  fs::path only_file() const {
    EXPECT_FALSE(fs::is_empty(folder_));
    return *fs::directory_iterator(folder_);
  }

  fs::path folder_;
  const std::vector<char> object_ = std::vector<char>(10'000, 'x');
};

TEST_F(CacheTest, GivesBackWhatWasPutIn) {
  const native::Cache cache(folder_);
  const std::string key = native::Cache::key("text", "processor");
  EXPECT_FALSE(cache.read(key));
  cache.write(key, object_);
  EXPECT_EQ(cache.read(key), object_);
  EXPECT_FALSE(cache.read(native::Cache::key("text", "another processor")));
  EXPECT_NE(native::Cache::key("ab", "c"), native::Cache::key("a", "bc"));
}

TEST_F(CacheTest, TakesNothingThatIsDamaged) {
  const native::Cache cache(folder_);
  const std::string key = native::Cache::key("text", "");
  cache.write(key, object_);
  const fs::path file = only_file();
  const auto size = fs::file_size(file);
  for (const std::size_t length : {std::size_t{0}, std::size_t{5}, std::size_t{31}, std::size_t{32}, size - 1}) {
    cache.write(key, object_);
    fs::resize_file(file, length);
    EXPECT_FALSE(cache.read(key)) << length;
  }
  for (const std::size_t at : {std::size_t{0}, std::size_t{17}, std::size_t{30}, size / 2, size - 1}) {
    cache.write(key, object_);
    std::fstream stream(file, std::ios::in | std::ios::out | std::ios::binary);
    stream.seekp(static_cast<std::streamoff>(at));
    stream.put('?');
    stream.close();
    EXPECT_FALSE(cache.read(key)) << at;
  }
  cache.write(key, object_);
  EXPECT_EQ(cache.read(key), object_);
}

TEST_F(CacheTest, IsEmptyWhereItCannotBe) {
  for (const std::string& directory : {std::string(), std::string("/proc/lariat"), std::string("/dev/null/lariat")}) {
    const native::Cache cache(directory);
    cache.write("key", object_);
    EXPECT_FALSE(cache.read("key")) << directory;
  }
  if (::geteuid() == 0) return;  // to whom nothing is forbidden
  fs::permissions(folder_, fs::perms::owner_read | fs::perms::owner_exec);
  const native::Cache cache(folder_);
  cache.write("key", object_);
  EXPECT_FALSE(cache.read("key"));
}

TEST_F(CacheTest, HalfAFileOfAKilledWriterIsHarmless) {
  const native::Cache cache(folder_);
  const std::string key = native::Cache::key("text", "");
  std::ofstream(folder_ / (key + ".abc123")) << "half of";
  EXPECT_FALSE(cache.read(key));
  cache.write(key, object_);
  EXPECT_EQ(cache.read(key), object_);
}

TEST_F(CacheTest, ManyMayWriteAndReadAtOnce) {
  const std::string key = native::Cache::key("text", "");
  std::vector<std::thread> threads;
  std::atomic<int> wrong = 0;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&] {
      const native::Cache cache(folder_);
      for (int round = 0; round < 50; ++round) {
        cache.write(key, object_);
        if (cache.read(key) != object_) ++wrong;
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

TEST_F(CacheTest, DoesNotGrowForEver) {
  const native::Cache cache(folder_);
  for (int i = 0; i < 1000; ++i) cache.write(native::Cache::key(std::to_string(i), ""), std::span(object_).first(10));
  EXPECT_LE(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()), 400);
  EXPECT_TRUE(cache.read(native::Cache::key("999", "")));
}

}  // namespace
}  // namespace lariat::native
