// SPDX-License-Identifier: Apache-2.0
// The cache of compiled models: whatever happens to its files, it gives back what this user put in under the same key, or
// nothing.
#include "native/cache.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <thread>
#include <vector>

namespace lariat::native {
namespace {

namespace fs = std::filesystem;

constexpr uid_t somebody_else = 12345;

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
  fs::path file_of(const Cache::Key& key) const { return folder_ / (key.name + ".code"); }

  std::optional<std::vector<char>> read(const Cache::Key& key) {
    note_.clear();
    return Cache(folder_).read(key, note_);
  }
  void write(const Cache::Key& key) {
    note_.clear();
    Cache(folder_).write(key, object_, note_);
  }
  // Something is wrong: nothing is read, and one note says why.
  void expect_refused(const Cache::Key& key, const std::string& why) {
    EXPECT_FALSE(read(key)) << why;
    EXPECT_NE(note_.find(why), std::string::npos) << note_;
  }

  fs::path folder_;
  std::string note_;
  const std::vector<char> object_ = std::vector<char>(10'000, 'x');
  const Cache::Key key_ = Cache::key("text", "processor");
};

TEST_F(CacheTest, GivesBackWhatWasPutIn) {
  EXPECT_FALSE(read(key_));
  EXPECT_EQ(note_, "");
  write(key_);
  EXPECT_EQ(note_, "");
  EXPECT_EQ(read(key_), object_);
  EXPECT_EQ(note_, "");
  EXPECT_FALSE(read(Cache::key("text", "another processor")));
  EXPECT_NE(Cache::key("ab", "c").content, Cache::key("a", "bc").content);
  EXPECT_NE(Cache::key("ab", "c").name, Cache::key("a", "bc").name);
}

TEST_F(CacheTest, IsForItsOwnerAlone) {
  const fs::path deep = folder_ / "one" / "two" / "three";
  const mode_t before = ::umask(0);
  Cache(deep).write(key_, object_, note_);
  ::umask(before);
  EXPECT_EQ(note_, "");
  for (const fs::path& made : {deep, deep.parent_path(), deep.parent_path().parent_path()})
    EXPECT_EQ(fs::status(made).permissions(), fs::perms::owner_all) << made;
  EXPECT_EQ(fs::status(deep / (key_.name + ".code")).permissions(), fs::perms::owner_read | fs::perms::owner_write);
  EXPECT_EQ(Cache(deep).read(key_, note_), object_);
}

TEST_F(CacheTest, TakesNothingThatIsDamaged) {
  write(key_);
  const fs::path file = only_file();
  const auto size = fs::file_size(file);
  for (const std::size_t length :
       {std::size_t{0}, std::size_t{5}, std::size_t{39}, std::size_t{40}, std::size_t{60}, size - 1}) {
    write(key_);
    fs::resize_file(file, length);
    expect_refused(key_, "damaged");
  }
  for (const std::size_t at : {std::size_t{0}, std::size_t{24}, std::size_t{33}, size / 2, size - 1}) {
    write(key_);
    std::fstream stream(file, std::ios::in | std::ios::out | std::ios::binary);
    stream.seekp(static_cast<std::streamoff>(at));
    stream.put('?');
    stream.close();
    expect_refused(key_, "damaged");
  }
  write(key_);  // it is the user's own, and may be replaced
  EXPECT_EQ(read(key_), object_);
}

TEST_F(CacheTest, TakesNoCodeOfAnotherModel) {
  for (const std::string& text : {std::string("texx"), std::string("a longer text")}) {
    const Cache::Key other = Cache::key(text, "processor");
    write(other);
    fs::rename(file_of(other), file_of(key_));
    expect_refused(key_, "another model");
  }
}

TEST_F(CacheTest, TakesNothingOfAnotherUser) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can give a file away";
  write(key_);
  ASSERT_EQ(::chown(file_of(key_).c_str(), somebody_else, somebody_else), 0);
  expect_refused(key_, "another user");
  write(key_);
  EXPECT_NE(note_, "");
  struct stat status {};
  ASSERT_EQ(::stat(file_of(key_).c_str(), &status), 0);
  EXPECT_EQ(status.st_uid, somebody_else) << "it was replaced";
  ASSERT_EQ(::chown(file_of(key_).c_str(), 0, 0), 0);
  EXPECT_EQ(read(key_), object_);
  ASSERT_EQ(::chown(folder_.c_str(), somebody_else, somebody_else), 0);
  expect_refused(key_, "another user");
  const Cache::Key more = Cache::key("more", "");
  write(more);
  EXPECT_NE(note_, "");
  EXPECT_FALSE(fs::exists(file_of(more))) << "it was written into a directory of another user";
}

TEST_F(CacheTest, TakesNothingThatOthersMayWrite) {
  write(key_);
  for (const fs::perms who : {fs::perms::group_write, fs::perms::others_write}) {
    fs::permissions(file_of(key_), who, fs::perm_options::add);
    expect_refused(key_, "other users may write");
    fs::permissions(file_of(key_), who, fs::perm_options::remove);
    EXPECT_EQ(read(key_), object_);
    fs::permissions(folder_, who, fs::perm_options::add);
    expect_refused(key_, "other users may write");
    write(Cache::key("more", ""));
    EXPECT_NE(note_, "");
    EXPECT_FALSE(fs::exists(file_of(Cache::key("more", ""))));
    fs::permissions(folder_, who, fs::perm_options::remove);
    EXPECT_EQ(read(key_), object_);
  }
}

TEST_F(CacheTest, FollowsNoLinks) {
  write(key_);
  const fs::path elsewhere = folder_ / "elsewhere";
  fs::rename(file_of(key_), elsewhere);
  fs::create_symlink(elsewhere, file_of(key_));
  expect_refused(key_, "link");
  write(key_);
  EXPECT_NE(note_, "");
  EXPECT_TRUE(fs::is_symlink(file_of(key_)));
  fs::remove(file_of(key_));
  fs::rename(elsewhere, file_of(key_));
  EXPECT_EQ(read(key_), object_);
  const fs::path link = folder_ / "link";
  fs::create_directory_symlink(folder_, link);
  EXPECT_FALSE(Cache(link).read(key_, note_));
  EXPECT_NE(note_.find("link"), std::string::npos) << note_;
}

TEST_F(CacheTest, WaitsForNobody) {
  ASSERT_EQ(::mkfifo(file_of(key_).c_str(), S_IRUSR | S_IWUSR), 0);
  expect_refused(key_, "not a regular file");
  write(key_);
  EXPECT_NE(note_, "");
  EXPECT_TRUE(fs::is_fifo(file_of(key_)));
}

TEST_F(CacheTest, TakesNoDirectoryForAFile) {
  fs::create_directory(file_of(key_));
  expect_refused(key_, "not a regular file");
  write(key_);
  EXPECT_NE(note_, "");
  fs::remove(file_of(key_));
  std::ofstream(folder_ / "file") << "text";
  EXPECT_FALSE(Cache(folder_ / "file").read(key_, note_));
  EXPECT_NE(note_.find("directory"), std::string::npos) << note_;
}

TEST_F(CacheTest, RefusesRelativePaths) {
  const fs::path before = fs::current_path();
  fs::current_path(folder_);
  for (const std::string& directory : {std::string("cache"), std::string("./cache"), std::string("../cache")}) {
    note_.clear();
    Cache(directory).write(key_, object_, note_);
    EXPECT_NE(note_.find("not absolute"), std::string::npos) << note_;
    EXPECT_FALSE(fs::exists(directory));
    note_.clear();
    EXPECT_FALSE(Cache(directory).read(key_, note_));
    EXPECT_NE(note_.find("not absolute"), std::string::npos) << note_;
  }
  fs::current_path(before);
}

TEST_F(CacheTest, IsEmptyWhereItCannotBe) {
  for (const std::string& directory : {std::string(), std::string("/proc/lariat"), std::string("/dev/null/lariat")}) {
    const Cache cache(directory);
    cache.write(key_, object_, note_);
    EXPECT_FALSE(cache.read(key_, note_)) << directory;
  }
  if (::geteuid() == 0) return;  // to whom nothing is forbidden
  fs::permissions(folder_, fs::perms::owner_read | fs::perms::owner_exec);
  write(key_);
  EXPECT_FALSE(read(key_));
}

TEST_F(CacheTest, HalfAFileOfAKilledWriterIsHarmless) {
  std::ofstream(folder_ / (key_.name + ".abc123")) << "half of";
  EXPECT_FALSE(read(key_));
  write(key_);
  EXPECT_EQ(read(key_), object_);
}

TEST_F(CacheTest, ManyMayWriteAndReadAtOnce) {
  std::vector<std::thread> threads;
  std::atomic<int> wrong = 0;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&] {
      const Cache cache(folder_);
      std::string note;
      for (int round = 0; round < 50; ++round) {
        cache.write(key_, object_, note);
        if (cache.read(key_, note) != object_ || !note.empty()) ++wrong;
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

TEST_F(CacheTest, DoesNotGrowForEver) {
  const Cache cache(folder_);
  for (int i = 0; i < 1000; ++i) cache.write(Cache::key(std::to_string(i), ""), std::span(object_).first(10), note_);
  EXPECT_LE(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()), 400);
}

}  // namespace
}  // namespace lariat::native
