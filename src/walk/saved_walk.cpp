// SPDX-License-Identifier: Apache-2.0
#include "lariat/walk/saved_walk.hpp"

#include <algorithm>
#include <limits>
#include <string_view>
#include <utility>

#include "lariat/system/program_system.hpp"

namespace lariat::walk {
namespace {

constexpr std::size_t longest_state = std::size_t{1} << 20;

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

void put_witness(SnapshotWriter& writer, const std::optional<Witness>& witness, std::span<const store::IdRange> states) {
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

std::optional<Witness> get_witness(SnapshotReader& reader, system::System& system) {
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

}  // namespace

void put_state(SnapshotWriter& writer, store::Bytes state) {
  writer.put_value(static_cast<std::uint32_t>(state.size()));
  writer.put(state);
}

void get_state(SnapshotReader& reader, std::size_t length, std::vector<std::uint8_t>& state) {
  const auto size = reader.get_value<std::uint32_t>();
  if (size > longest_state || (length != 0 && size != length)) reader.damaged();
  state.resize(size);
  reader.get(state);
}

std::uint64_t write_walk(const std::string& path, const std::string& key, const Snapshot& snapshot,
                         std::span<const store::IdRange> states, const std::function<store::Bytes(StateId)>& load) {
  SnapshotWriter writer(path, walk_title);
  writer.put_text(key);
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
    for (StateId s = range.begin; s < range.end; ++s) put_state(writer, load(s));
  return writer.finish();
}

// A file that is being read.
struct SavedWalk::Part {
  explicit Part(const std::string& path) : reader(path) {}

  // The number of a state of this file among all that are read.
  StateId among_all(StateId s) const {
    std::size_t level = 0;
    while (level + 1 < begins.size() && begins[level + 1].first <= s) ++level;
    return static_cast<StateId>(s - begins[level].first + begins[level].second);
  }

  SnapshotReader reader;
  std::vector<std::uint64_t> level_sizes = {};
  std::vector<std::pair<std::uint64_t, std::uint64_t>> begins = {};  // by level: its first state in this file, and among all
  std::uint64_t read = 0;                                            // states so far
  std::vector<Met> met = {};                                         // with numbers of this file
};

SavedWalk::SavedWalk(const CheckpointOptions& options, product::Product& product, std::size_t first, std::size_t step)
    : length_(product.store().length()) {
  const std::optional<PartList> list = read_part_list(options);
  if (!list) {
    if (first == 0) open(snapshot_path(options.resume, options), std::nullopt, options.key, product.system());
    return;
  }
  for (std::size_t i = first; i < list->checksums.size(); i += step)
    open(part_path(options.resume, options, list->time, i), list->checksums[i], options.key, product.system());
}

SavedWalk::~SavedWalk() = default;

void SavedWalk::open(const std::string& path, const std::optional<std::uint64_t>& checksum, const std::string& key,
                     system::System& system) {
  Part& part = *parts_.emplace_back(std::make_unique<Part>(path));
  SnapshotReader& reader = part.reader;
  reader.begin(walk_title, key);
  if (checksum && reader.checksum() != *checksum) reader.damaged();
  const auto figures = reader.get_value<Figures>();
  figures_.expanded += figures.expanded;
  figures_.transitions += figures.transitions;
  figures_.deadlocks += figures.deadlocks;
  figures_.stuck += figures.stuck;
  figures_.max_out_degree = std::max(figures_.max_out_degree, figures.max_out_degree);
  figures_.faults += figures.faults;
  const std::uint64_t goals = reader.get_count(sizeof(SavedWitness));
  for (std::uint64_t i = 0; i < goals; ++i)
    if (const auto witness = get_witness(reader, system)) part.met.push_back({.goal = i, .witness = *witness});
  const std::uint64_t levels = reader.get_count(sizeof(std::uint64_t));
  if (levels == 0 || (levels_ != 0 && levels != levels_)) reader.damaged();
  levels_ = levels;
  std::uint64_t states = 0;
  for (std::uint64_t i = 0; i < levels; ++i) {
    const std::uint64_t size = reader.get_count(1);
    part.level_sizes.push_back(size);
    states += size;
  }
  for (const Met& met : part.met)
    if (met.witness.state >= states || (met.witness.parent != no_state && met.witness.parent >= states)) reader.damaged();
}

std::uint64_t SavedWalk::read_level(const std::function<void(std::span<const store::Bytes>)>& take) {
  constexpr std::uint64_t group = 64;
  std::vector<std::vector<std::uint8_t>> states(group);
  std::vector<store::Bytes> views;
  const std::uint64_t before = read_;
  for (const auto& part : parts_) {
    part->begins.emplace_back(part->read, read_);
    for (std::uint64_t left = part->level_sizes[level_]; left > 0;) {
      const std::uint64_t now = std::min(left, group);
      views.clear();
      for (std::uint64_t i = 0; i < now; ++i) {
        get_state(part->reader, length_, states[i]);
        views.emplace_back(states[i]);
        for (Met& met : part->met)
          if (met.witness.state == part->read + i) {
            met.state = states[i];
            met.level = level_;
          }
      }
      take(views);
      part->read += now;
      read_ += now;
      left -= now;
    }
  }
  ++level_;
  return read_ - before;
}

void SavedWalk::end() {
  for (const auto& part : parts_) {
    if (part->reader.left() != 0) part->reader.damaged();
    for (Met& met : part->met) {
      met.witness.state = part->among_all(met.witness.state);
      if (met.witness.parent != no_state) met.witness.parent = part->among_all(met.witness.parent);
      const auto other = std::ranges::find(met_, met.goal, &Met::goal);
      if (other == met_.end())
        met_.push_back(std::move(met));
      else if (met.level < other->level)
        *other = std::move(met);
    }
  }
}

std::optional<Diagnostic> find_obstacle(const CheckpointOptions& options) {
  try {
    verify_snapshot(options, walk_title);
  } catch (const BadSnapshot& bad) {
    return Diagnostic{.message = "cannot resume: " + bad.what};
  }
  return std::nullopt;
}

}  // namespace lariat::walk
