// SPDX-License-Identifier: Apache-2.0
#include "lariat/walk/snapshot_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include "lariat/store/state_hash.hpp"

namespace lariat::walk {
namespace {

constexpr std::string_view list_title = "lariat parts 1\n";
constexpr std::size_t time_digits = 16;
constexpr std::uint64_t most_parts = std::uint64_t{1} << 20;

std::span<const std::uint8_t> bytes_of(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

}  // namespace

std::uint64_t add_to_checksum(std::uint64_t sum, std::span<const std::uint8_t> block) {
  constexpr std::uint64_t odd = 0x9e3779b97f4a7c15;
  return (sum ^ store::hash_of(block)) * odd + block.size();
}

SnapshotWriter::SnapshotWriter(std::string path, std::string_view title)
    : path_(std::move(path)),
      aside_(path_ + ".new"),
      file_(open(aside_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600)) {
  if (file_ < 0) fail();
  put(bytes_of(title));
}

SnapshotWriter::~SnapshotWriter() {
  if (file_ >= 0) close(file_);
  if (!is_complete_) unlink(aside_.c_str());
}

void SnapshotWriter::put(std::span<const std::uint8_t> bytes) {
  while (!bytes.empty()) {
    const std::size_t count = std::min(bytes.size(), snapshot_block - bytes_.size());
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(count));
    bytes = bytes.subspan(count);
    if (bytes_.size() == snapshot_block) end_block();
  }
}

void SnapshotWriter::put_text(std::string_view text) {
  put_value(std::uint64_t{text.size()});
  put(bytes_of(text));
}

std::uint64_t SnapshotWriter::finish() {
  if (!bytes_.empty()) end_block();
  const std::uint64_t sum = sum_;
  put_value(sum);
  end_block();
  if (fsync(file_) != 0 || close(std::exchange(file_, -1)) != 0 || rename(aside_.c_str(), path_.c_str()) != 0) fail();
  is_complete_ = true;
  return sum;
}

void SnapshotWriter::fail() const { throw BadSnapshot{"cannot write " + aside_ + ": " + std::strerror(errno)}; }

void SnapshotWriter::end_block() {
  sum_ = add_to_checksum(sum_, bytes_);
  for (std::size_t done = 0; done < bytes_.size();) {
    const ssize_t written = write(file_, bytes_.data() + done, bytes_.size() - done);
    if (written < 0 && errno != EINTR) fail();
    if (written > 0) done += static_cast<std::size_t>(written);
  }
  bytes_.clear();
}

SnapshotReader::SnapshotReader(std::string path)
    : path_(std::move(path)), file_(open(path_.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)) {
  if (file_ < 0) throw BadSnapshot{"cannot open " + path_ + ": " + std::strerror(errno)};
  try {
    verify();
  } catch (...) {
    close(file_);
    throw;
  }
}

SnapshotReader::~SnapshotReader() { close(file_); }

void SnapshotReader::verify() {
  struct stat about = {};
  if (fstat(file_, &about) != 0 || !S_ISREG(about.st_mode)) throw BadSnapshot{path_ + " is not a regular file"};
  // Its states are taken as they are, so they must come from a search of this user.
  if (about.st_uid != geteuid()) throw BadSnapshot{path_ + " belongs to another user"};
  if ((about.st_mode & (S_IWGRP | S_IWOTH)) != 0) throw BadSnapshot{"other users may write to " + path_};
  const auto size = static_cast<std::uint64_t>(about.st_size);
  if (size < sizeof(std::uint64_t)) damaged();
  const std::uint64_t length = size - sizeof(std::uint64_t);
  left_ = length;
  while (left_ > 0) {
    next_block();
    checksum_ = add_to_checksum(checksum_, bytes_);
  }
  left_ = sizeof checksum_;
  next_block();
  if (get_value<std::uint64_t>() != checksum_) damaged();
  rewind(length);
  if (length > 0) {  // so that has_title can look at it
    next_block();
    at_ = 0;
  }
}

void SnapshotReader::rewind(std::uint64_t length) {
  if (lseek(file_, 0, SEEK_SET) != 0) damaged();
  left_ = length;
  bytes_.clear();
  at_ = 0;
}

bool SnapshotReader::has_title(std::string_view title) const {
  return at_ == 0 && bytes_.size() >= title.size() && std::equal(title.begin(), title.end(), bytes_.begin());
}

void SnapshotReader::begin(std::string_view title, const std::string& key) {
  if (!has_title(title)) damaged();
  at_ = title.size();
  if (get_text() != key)
    throw BadSnapshot{path_ + " is a search of another model, of other properties, with other options, or by another " +
                      "version of lariat"};
}

void SnapshotReader::get(std::span<std::uint8_t> out) {
  while (!out.empty()) {
    if (at_ == bytes_.size()) next_block();
    const std::size_t count = std::min(out.size(), bytes_.size() - at_);
    std::copy_n(bytes_.begin() + static_cast<std::ptrdiff_t>(at_), count, out.begin());
    at_ += count;
    out = out.subspan(count);
  }
}

std::uint64_t SnapshotReader::get_count(std::uint64_t least_bytes) {
  const auto count = get_value<std::uint64_t>();
  if (count > left() / least_bytes) damaged();
  return count;
}

std::string SnapshotReader::get_text() {
  const std::uint64_t size = get_count(1);
  std::string text(size, '\0');
  get({reinterpret_cast<std::uint8_t*>(text.data()), text.size()});
  return text;
}

void SnapshotReader::damaged() const { throw BadSnapshot{path_ + " is damaged"}; }

void SnapshotReader::next_block() {
  bytes_.resize(std::min<std::uint64_t>(snapshot_block, left_));
  at_ = 0;
  if (bytes_.empty()) damaged();
  for (std::size_t done = 0; done < bytes_.size();) {
    const ssize_t count = read(file_, bytes_.data() + done, bytes_.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) damaged();
    done += static_cast<std::size_t>(count);
  }
  left_ -= bytes_.size();
}

std::string snapshot_path(const std::string& folder, const CheckpointOptions& options) { return folder + "/" + options.name; }

std::string part_path(const std::string& folder, const CheckpointOptions& options, const std::string& time, std::size_t part) {
  return snapshot_path(folder, options) + "." + time + "." + std::to_string(part);
}

void make_folder(const CheckpointOptions& options) {
  if (mkdir(options.folder.c_str(), 0700) != 0 && errno != EEXIST)
    throw BadSnapshot{"cannot create " + options.folder + ": " + std::strerror(errno)};
}

void write_part_list(const CheckpointOptions& options, const PartList& list) {
  SnapshotWriter writer(snapshot_path(options.folder, options), list_title);
  writer.put_text(options.key);
  writer.put_text(list.time);
  writer.put_value(std::uint64_t{list.checksums.size()});
  for (const std::uint64_t checksum : list.checksums) writer.put_value(checksum);
  writer.finish();
}

std::optional<PartList> read_part_list(const CheckpointOptions& options) {
  SnapshotReader reader(snapshot_path(options.resume, options));
  if (!reader.has_title(list_title)) return std::nullopt;
  reader.begin(list_title, options.key);
  PartList list;
  list.time = reader.get_text();
  // It becomes a part of a file's name.
  if (list.time.size() != time_digits ||
      !std::all_of(list.time.begin(), list.time.end(), [](char c) { return ('0' <= c && c <= '9') || ('a' <= c && c <= 'f'); }))
    reader.damaged();
  const std::uint64_t parts = reader.get_count(sizeof(std::uint64_t));
  if (parts == 0 || parts > most_parts) reader.damaged();
  for (std::uint64_t i = 0; i < parts; ++i) list.checksums.push_back(reader.get_value<std::uint64_t>());
  if (reader.left() != 0) reader.damaged();
  return list;
}

void verify_snapshot(const CheckpointOptions& options, std::string_view title, std::size_t first, std::size_t step) {
  const std::optional<PartList> list = read_part_list(options);
  if (!list) {
    if (first == 0) SnapshotReader(snapshot_path(options.resume, options)).begin(title, options.key);
    return;
  }
  for (std::size_t i = first; i < list->checksums.size(); i += step) {
    SnapshotReader reader(part_path(options.resume, options, list->time, i));
    reader.begin(title, options.key);
    if (reader.checksum() != list->checksums[i]) reader.damaged();
  }
}

void remove_parts(const CheckpointOptions& options, const std::string& but_of_time) {
  std::error_code error;
  const std::string begin = options.name + ".";
  std::vector<std::filesystem::path> old;
  for (std::filesystem::directory_iterator at(options.folder, error), end; !error && at != end; at.increment(error)) {
    const std::string name = at->path().filename().string();
    // walk.0123456789abcdef.7, perhaps with .new
    if (!name.starts_with(begin) || name.size() < begin.size() + time_digits + 2 || name[begin.size() + time_digits] != '.')
      continue;
    if (std::isdigit(static_cast<unsigned char>(name[begin.size() + time_digits + 1])) == 0) continue;
    if (name.substr(begin.size(), time_digits) != but_of_time) old.push_back(at->path());
  }
  for (const std::filesystem::path& path : old) unlink(path.c_str());
}

}  // namespace lariat::walk
