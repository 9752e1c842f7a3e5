// SPDX-License-Identifier: Apache-2.0
// Dependence between the steps of a program: the relations from which stubborn and ample sets are computed.
//
// Two steps of different processes are in conflict if both may be enabled in one state and one may disable the other there or
// change its result. Steps not in conflict commute, one at a time and in every state where both are enabled. That is stronger
// than Valmari's weak condition D1; it keeps the labels of the intermediate states consistent (T. Neele, A. Valmari, T.
// Willemse. The inconsistent labelling problem. FoSSaCS 2020).
//
// A process can take a later step only after one that leaves its current location. So a relation is asked in this form: given
// the location of the other process, which of the transitions that leave it belong to the relation, or may lead to one that
// does? These are a necessary enabling set for all of them together.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "lariat/reduce/instance.hpp"
#include "lariat/reduce/method.hpp"

namespace lariat::reduce {

// Explains why no state of that program can be reduced; nothing if some can.
std::optional<std::string> find_obstacle(const model::Program& program);

// A set of the transitions from one location: bit i stands for the i-th, bit 63 for all beyond the 63rd.
using Choices = std::uint64_t;

constexpr Choices choice_bit(std::size_t position) { return Choices{1} << (position < 63 ? position : 63); }

// Relations between the cases of a process and those of another one, or of the same, wherever these start. A row has a bit for
// each case of the other process. A transition that starts processes stands for all that these may do in
// `starting` and `starting_partners` (and nowhere else), in `enablers` and in `arrivals`.
struct PairRelations {
  using Rows = std::vector<std::uint64_t>;

  std::size_t words = 0;   // of a row
  Rows clashes;            // by case: one of the two writes what the other accesses
  Rows excluded;           // by case: never enabled in the same state
  Rows starting;           // by case: starts processes with transitions in conflict with it
  Rows partners;           // by case: may communicate with it by rendezvous
  Rows starting_partners;  // by case: starts processes with transitions that may communicate with it by rendezvous
  Rows enablers;           // by condition, case after case: may make it true
  Rows arrivals;           // by location: may bring the process there
};

// Computes relations when they are first needed, and caches them. Not thread-safe.
class Dependence {
 public:
  using InstanceId = std::uint32_t;
  using Masks = std::vector<Choices>;  // by location of a process

  // The interpreter is only read, and must outlive this. Its limits are obeyed: functions below throw Stopped.
  Dependence(const model::Interpreter& interpreter, const Observed& observed);
  Dependence(const Dependence&) = delete;
  Dependence& operator=(const Dependence&) = delete;
  ~Dependence();

  const ProgramFacts& facts() const { return facts_; }

  // The process of that type and number whose frozen variables have these values; model::none if there are too many.
  InstanceId find(model::ProcessTypeId type, std::uint32_t process, std::span<const model::Value> frozen);
  const Instance& operator[](InstanceId id) const { return *instances_[id]; }

  // True if the step may change what is observed.
  bool is_visible(InstanceId id, model::TransitionId transition) const { return caches_[id]->visible[transition]; }

  // The transitions from the same location that may be enabled at the same time.
  Choices siblings(InstanceId id, model::TransitionId transition) const { return caches_[id]->siblings[transition]; }

  // From each location of the other process: transitions that are, or lead to, steps
  //   - in conflict with the step, or that may communicate with it by rendezvous;
  const Masks& conflicts(InstanceId id, model::TransitionId transition, InstanceId other);
  //   - that may make a condition of the step true;
  const Masks& enablers(InstanceId id, model::TransitionId transition, std::size_t condition, InstanceId other);
  //   - that may communicate with it by rendezvous;
  const Masks& partners(InstanceId id, model::TransitionId transition, InstanceId other);
  //   - that are visible.
  const Masks& visible(InstanceId id);

  // What depends on what between single cases of two processes.
  const PairRelations& pairs(InstanceId id, InstanceId other);
  // The cases of the process that are visible, or start processes with visible transitions: a row.
  std::vector<std::uint64_t> visible_row(InstanceId id);

 private:
  using MasksByOther = std::vector<std::unique_ptr<Masks>>;
  struct TransitionCache {
    MasksByOther conflicts;
    MasksByOther partners;
    std::vector<MasksByOther> enablers;
  };
  struct Cache {
    std::vector<bool> visible;
    std::vector<Choices> siblings;
    std::vector<TransitionCache> transitions;
    std::unique_ptr<Masks> visible_masks;
    std::vector<std::unique_ptr<PairRelations>> pairs;  // by other instance
  };
  struct Key {
    model::ProcessTypeId type;
    std::uint32_t process;
    std::vector<model::Value> frozen;
    friend auto operator<=>(const Key&, const Key&) = default;
  };

  const Instance& future(model::ProcessTypeId type);
  template <class Related>
  std::vector<bool> starting_steps(const Instance& other, const Related& related);
  template <class Related>
  std::vector<bool> related_steps(const Instance& other, const Related& related);
  template <class Related>
  std::unique_ptr<Masks> leading_to(const Instance& other, const Related& related);

  LimitCheck limit_check_;
  ProgramFacts facts_;
  std::vector<model::Access> observed_;
  std::map<Key, InstanceId> ids_;
  std::vector<std::unique_ptr<Instance>> instances_;
  std::vector<std::unique_ptr<Cache>> caches_;
  std::vector<std::unique_ptr<Instance>> futures_;         // by type, of processes that do not exist yet
  std::vector<std::vector<model::ProcessTypeId>> starts_;  // by type: types that it may start, also indirectly
};

// The relations themselves. The steps are of different processes.
bool in_conflict(const model::Program& program, const Step& a, const Step& b);
bool may_meet(const Step& a, const Step& b);
// True if one of the two writes what the other accesses; also of two steps of one process.
bool clash(const model::Program& program, const Step& a, const Step& b);

// A part of the state because of which two steps are in conflict: one writes it, the other reads or writes it.
struct Clash {
  model::Access part;
  bool writes = false;        // the first step writes it
  bool other_writes = false;  // the second does
};
// The first such part that is found; nothing if the steps are not in conflict, or only because they may meet.
std::optional<Clash> find_clash(const model::Program& program, const Step& a, const Step& b);

// True if `step` may make this condition of `other` true.
bool may_enable(const model::Program& program, const Step& step, const Step& other, const Condition& condition);
// True if the step may bring that process of that type to the location.
bool may_arrive(const Step& step, model::ProcessTypeId type, std::uint32_t process, model::LocationId location);

}  // namespace lariat::reduce
