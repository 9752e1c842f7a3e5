// SPDX-License-Identifier: Apache-2.0
#include "walk/snapshot.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <string_view>
#include <type_traits>
#include <utility>

#include "lariat/store/state_hash.hpp"
#include "lariat/system/program_system.hpp"

namespace lariat::walk {
namespace {

constexpr std::string_view magic = "lariat walk 2\n";
constexpr std::size_t block = snapshot_block;

std::string path_in(const std::string& folder) { return folder + "/walk"; }

// Thrown with what is wrong with a file, in words.
struct BadFile {
  std::string what;
};

class Writer {
 public:
  explicit Writer(std::string path)
      : path_(std::move(path)), file_(open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600)) {
    if (file_ < 0) fail();
  }
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;
  ~Writer() {
    if (file_ >= 0) close(file_);
    if (!is_complete_) unlink(path_.c_str());
  }

  void put(std::span<const std::uint8_t> bytes) {
    while (!bytes.empty()) {
      const std::size_t count = std::min(bytes.size(), block - bytes_.size());
      bytes_.insert(bytes_.end(), bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(count));
      bytes = bytes.subspan(count);
      if (bytes_.size() == block) end_block();
    }
  }
  template <class Value>
  requires std::is_trivially_copyable_v<Value>
  void put_value(const Value& value) { put({reinterpret_cast<const std::uint8_t*>(&value), sizeof value}); }
  void put_text(std::string_view text) {
    put_value(std::uint64_t{text.size()});
    put({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
  }

  // Ends the file, which then takes the place of the one with that name.
  void finish(const std::string& path) {
    if (!bytes_.empty()) end_block();
    const std::uint64_t sum = sum_;
    put_value(sum);
    end_block();
    if (fsync(file_) != 0 || close(std::exchange(file_, -1)) != 0 || rename(path_.c_str(), path.c_str()) != 0) fail();
    is_complete_ = true;
  }

 private:
  [[noreturn]] void fail() const { throw BadFile{"cannot write " + path_ + ": " + std::strerror(errno)}; }

  void end_block() {
    sum_ = add_to_checksum(sum_, bytes_);
    for (std::size_t done = 0; done < bytes_.size();) {
      const ssize_t written = write(file_, bytes_.data() + done, bytes_.size() - done);
      if (written < 0 && errno != EINTR) fail();
      if (written > 0) done += static_cast<std::size_t>(written);
    }
    bytes_.clear();
  }

  std::string path_;
  int file_;
  bool is_complete_ = false;
  std::vector<std::uint8_t> bytes_;
  std::uint64_t sum_ = 0;
};

// Reads a file whose checksum has been verified.
class Reader {
 public:
  // Throws BadFile if there is no such file, or its checksum is wrong.
  explicit Reader(std::string path)
      : path_(std::move(path)), file_(open(path_.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)) {
    if (file_ < 0) throw BadFile{"cannot open " + path_ + ": " + std::strerror(errno)};
    try {
      verify();
    } catch (...) {
      close(file_);
      throw;
    }
  }
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;
  ~Reader() { close(file_); }

  void get(std::span<std::uint8_t> out) {
    while (!out.empty()) {
      if (at_ == bytes_.size()) next_block();
      const std::size_t count = std::min(out.size(), bytes_.size() - at_);
      std::copy_n(bytes_.begin() + static_cast<std::ptrdiff_t>(at_), count, out.begin());
      at_ += count;
      out = out.subspan(count);
    }
  }
  template <class Value>
  requires std::is_trivially_copyable_v<Value> Value get_value() {
    Value value;
    get({reinterpret_cast<std::uint8_t*>(&value), sizeof value});
    return value;
  }
  std::uint64_t left() const { return left_ + (bytes_.size() - at_); }  // bytes before the checksum
  // A number of things that take so many bytes each, and must be in the rest of the file.
  std::uint64_t get_count(std::uint64_t least_bytes) {
    const auto count = get_value<std::uint64_t>();
    if (count > left() / least_bytes) damaged();
    return count;
  }
  std::string get_text() {
    const std::uint64_t size = get_count(1);
    std::string text(size, '\0');
    get({reinterpret_cast<std::uint8_t*>(text.data()), text.size()});
    return text;
  }
  [[noreturn]] void damaged() const { throw BadFile{path_ + " is damaged"}; }

 private:
  void verify() {
    struct stat about = {};
    if (fstat(file_, &about) != 0 || !S_ISREG(about.st_mode)) throw BadFile{path_ + " is not a regular file"};
    // Its states are taken as they are, so they must come from a walk of this user.
    if (about.st_uid != geteuid()) throw BadFile{path_ + " belongs to another user"};
    if ((about.st_mode & (S_IWGRP | S_IWOTH)) != 0) throw BadFile{"other users may write to " + path_};
    const auto size = static_cast<std::uint64_t>(about.st_size);
    if (size < magic.size() + sizeof(std::uint64_t)) damaged();
    const std::uint64_t length = size - sizeof(std::uint64_t);
    left_ = length;
    std::uint64_t sum = 0;
    while (left_ > 0) {
      next_block();
      sum = add_to_checksum(sum, bytes_);
    }
    left_ = sizeof sum;
    next_block();
    at_ = 0;
    if (get_value<std::uint64_t>() != sum) damaged();
    if (lseek(file_, 0, SEEK_SET) != 0) damaged();
    left_ = length;
    bytes_.clear();
    at_ = 0;
  }

  void next_block() {
    bytes_.resize(std::min<std::uint64_t>(block, left_));
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

  std::string path_;
  int file_;
  std::uint64_t left_ = 0;  // bytes of the file behind the block
  std::vector<std::uint8_t> bytes_;
  std::size_t at_ = 0;
};

// The counters of a walk that begins.
struct Figures {
  std::uint64_t expanded, transitions, deadlocks, stuck, max_out_degree, faults;
};

// A witness as it is written; its states are numbered in the order of the file.
struct SavedWitness {
  std::uint64_t exists, has_choice, choice, state, parent;
  std::uint64_t fault;  // its kind
  std::int64_t value;
  std::uint32_t place, file, line, column;
};

std::uint64_t position_of(std::span<const store::IdRange> states, StateId id) {
  std::uint64_t position = 0;
  for (const store::IdRange& range : states) {
    if (range.begin <= id && id < range.end) return position + (id - range.begin);
    position += range.size();
  }
  return no_state;
}

void put_witness(Writer& writer, const std::optional<Witness>& witness, std::span<const store::IdRange> states) {
  SavedWitness saved = {};
  if (witness) {
    saved.exists = 1;
    saved.has_choice = witness->choice ? 1 : 0;
    saved.choice = witness->choice.value_or(0);
    saved.state = position_of(states, witness->state);
    saved.parent = witness->parent == no_state ? no_state : position_of(states, witness->parent);
    saved.fault = static_cast<std::uint64_t>(witness->fault.kind);
    saved.value = witness->fault.value;
    saved.place = witness->fault.place;
    saved.file = witness->fault.source.file;
    saved.line = witness->fault.source.line;
    saved.column = witness->fault.source.column;
  }
  writer.put_value(saved);
}

// True if the fault names what the system has.
bool is_fault_of(const model::Fault& fault, system::System& system) {
  const system::ProgramSystem* program = system.as_program();
  const std::size_t files = program == nullptr ? 0 : program->program().files.size();
  const std::size_t places = program == nullptr ? 0 : program->program().places.size();
  return fault.source.file < std::max<std::size_t>(files, 1) && (fault.place == model::none || fault.place < places);
}

std::optional<Witness> get_witness(Reader& reader, system::System& system) {
  const auto saved = reader.get_value<SavedWitness>();
  if (saved.exists == 0) return std::nullopt;
  const auto fits = [](std::uint64_t state) { return state <= no_state; };
  if (!fits(saved.state) || !fits(saved.parent) || saved.choice > std::numeric_limits<std::uint32_t>::max() ||
      saved.fault > static_cast<std::uint64_t>(model::Fault::Kind::reported))
    reader.damaged();
  const model::Fault fault{.kind = static_cast<model::Fault::Kind>(saved.fault),
                           .source = {.file = saved.file, .line = saved.line, .column = saved.column},
                           .value = saved.value,
                           .place = saved.place};
  if (!is_fault_of(fault, system)) reader.damaged();
  return Witness{.state = static_cast<StateId>(saved.state),
                 .choice = saved.has_choice != 0 ? std::optional(static_cast<std::uint32_t>(saved.choice)) : std::nullopt,
                 .fault = fault,
                 .parent = static_cast<StateId>(saved.parent)};
}

// Reads the beginning of the file, up to the key.
void begin_reading(Reader& reader, const CheckpointOptions& options) {
  std::array<std::uint8_t, magic.size()> beginning;
  reader.get(beginning);
  if (!std::equal(beginning.begin(), beginning.end(), magic.begin())) reader.damaged();
  if (reader.get_text() != options.key)
    throw BadFile{path_in(options.resume) +
                  " is a walk of another model, of other properties, with other options, or by another " + "version of lariat"};
}

// Reads so many states into the product.
void get_states(Reader& reader, std::uint64_t count, product::Product& product) {
  constexpr std::uint64_t group = 64;
  std::vector<std::vector<std::uint8_t>> states(group);
  std::vector<store::Bytes> views;
  while (count > 0) {
    const std::uint64_t now = std::min(count, group);
    views.clear();
    for (std::uint64_t i = 0; i < now; ++i) {
      const auto length = reader.get_value<std::uint32_t>();
      const std::size_t usual = product.store().length();
      if (length > block || (usual != 0 && length != usual)) reader.damaged();
      states[i].resize(length);
      reader.get(states[i]);
      views.emplace_back(states[i]);
    }
    product.restore(views);
    count -= now;
  }
}

Diagnostic diagnostic(const BadFile& bad) { return {.message = "cannot resume: " + bad.what}; }

}  // namespace

std::uint64_t add_to_checksum(std::uint64_t sum, std::span<const std::uint8_t> block) {
  constexpr std::uint64_t odd = 0x9e3779b97f4a7c15;
  return (sum ^ store::hash_of(block)) * odd + block.size();
}

std::optional<std::string> write_snapshot(const CheckpointOptions& options, const Snapshot& snapshot,
                                          std::span<const store::IdRange> states, product::Product& product) {
  try {
    if (mkdir(options.folder.c_str(), 0700) != 0 && errno != EEXIST)
      throw BadFile{"cannot create " + options.folder + ": " + std::strerror(errno)};
    const std::string path = path_in(options.folder);
    Writer writer(path + ".new");
    writer.put({reinterpret_cast<const std::uint8_t*>(magic.data()), magic.size()});
    writer.put_text(options.key);
    const Exploration& figures = snapshot.figures;
    writer.put_value(Figures{.expanded = figures.expanded,
                             .transitions = figures.transitions,
                             .deadlocks = figures.deadlocks,
                             .stuck = figures.stuck,
                             .max_out_degree = figures.max_out_degree,
                             .faults = figures.faults});
    writer.put_value(std::uint64_t{figures.witnesses.size()});
    for (const std::optional<Witness>& witness : figures.witnesses) put_witness(writer, witness, states);
    writer.put_value(std::uint64_t{snapshot.level_sizes.size()});
    for (const std::uint64_t size : snapshot.level_sizes) writer.put_value(size);
    for (const store::IdRange& range : states)
      for (StateId s = range.begin; s < range.end; ++s) {
        const store::Bytes bytes = product.bytes(s);
        writer.put_value(static_cast<std::uint32_t>(bytes.size()));
        writer.put(bytes);
      }
    writer.finish(path);
  } catch (const BadFile& bad) {
    return bad.what;
  } catch (const std::bad_alloc&) {
    return "cannot save the walk: out of memory";
  }
  return std::nullopt;
}

Result<Snapshot> read_snapshot(const CheckpointOptions& options, product::Product& product,
                               const std::function<void()>& between) {
  try {
    Reader reader(path_in(options.resume));
    begin_reading(reader, options);
    Snapshot snapshot;
    const auto figures = reader.get_value<Figures>();
    snapshot.figures.expanded = figures.expanded;
    snapshot.figures.transitions = figures.transitions;
    snapshot.figures.deadlocks = figures.deadlocks;
    snapshot.figures.stuck = figures.stuck;
    snapshot.figures.max_out_degree = figures.max_out_degree;
    snapshot.figures.faults = figures.faults;
    const std::uint64_t goals = reader.get_count(sizeof(SavedWitness));
    for (std::uint64_t i = 0; i < goals; ++i) snapshot.figures.witnesses.push_back(get_witness(reader, product.system()));
    const std::uint64_t levels = reader.get_count(sizeof(std::uint64_t));
    if (levels == 0) reader.damaged();
    std::uint64_t states = 0;
    for (std::uint64_t i = 0; i < levels; ++i) {
      const std::uint64_t size = reader.get_count(1);
      if (size == 0) reader.damaged();
      snapshot.level_sizes.push_back(size);
      states += size;
    }
    for (const std::optional<Witness>& witness : snapshot.figures.witnesses)
      if (witness && (witness->state >= states || (witness->parent != no_state && witness->parent >= states))) reader.damaged();
    get_states(reader, states - snapshot.level_sizes.back(), product);
    between();
    get_states(reader, snapshot.level_sizes.back(), product);
    // A state that is there twice would have one number only.
    if (reader.left() != 0 || product.states() != states) reader.damaged();
    return snapshot;
  } catch (const BadFile& bad) {
    return diagnostic(bad);
  }
}

std::optional<Diagnostic> find_obstacle(const CheckpointOptions& options) {
  try {
    Reader reader(path_in(options.resume));
    begin_reading(reader, options);
  } catch (const BadFile& bad) {
    return diagnostic(bad);
  }
  return std::nullopt;
}

}  // namespace lariat::walk
