// SPDX-License-Identifier: Apache-2.0
#include "lariat/product/product.hpp"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <utility>

#include "lariat/reduce/reducer.hpp"
#include "lariat/store/state_hash.hpp"

namespace lariat::product {
namespace {

constexpr std::uint32_t stays = model::none;

// Bytes that hold the numbers below `states`.
std::size_t bytes_for(std::size_t states) { return states <= 1 ? 0 : states <= 0x100 ? 1 : states <= 0x10000 ? 2 : 4; }

// A small generator: the order of successors has to be mixed, not secret.
std::uint64_t next_random(std::uint64_t& state) {
  state += 0x9E3779B97F4A7C15U;
  std::uint64_t z = state;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
  return z ^ (z >> 31);
}

std::size_t stored_length(const model::Interpreter& interpreter, std::size_t extra_bytes) {
  return interpreter.layout().dynamic() ? 0 : interpreter.layout().initial_bytes() + extra_bytes;
}

// Whether what happens depends on hidden variables. Two states that differ in them then go on differently, and a lasso must not
// take one for the other.
bool reads_hidden(const model::Program& program) {
  return std::any_of(program.expressions.begin(), program.expressions.end(), [&](const model::Expr& expression) {
    if (expression.op != model::Op::read) return false;
    const model::Place& place = program.places[expression.place];
    return place.scope == model::Place::Scope::global && program.globals[place.variable].hidden;
  });
}

// The acceptance sets that fairness needs beside so many others.
unsigned fair_sets(const model::Program& program, Fairness fairness, unsigned others) {
  if (fairness == Fairness::none) return 0;
  if (fairness == Fairness::copies) return 1;
  const std::size_t processes = program.is_dynamic() ? model::max_processes : program.processes.size();
  return static_cast<unsigned>(std::min<std::size_t>(processes, max_sets - others));
}

}  // namespace

Product::Product(model::Interpreter& interpreter, const ProductOptions& options, std::size_t watcher_bytes,
                 unsigned watcher_sets, bool for_lassos, std::span<const model::ExprId> atoms)
    : interpreter_(interpreter),
      options_(options),
      watcher_bytes_(watcher_bytes),
      extra_bytes_(watcher_bytes + (options.fairness == Fairness::copies ? 1 : 0)),
      watcher_sets_(watcher_sets),
      fair_sets_(fair_sets(interpreter.program(), options.fairness, watcher_sets)),
      hidden_bytes_(for_lassos && reads_hidden(interpreter.program()) ? 0 : interpreter.layout().hidden_bytes()),
      store_(std::make_shared<store::StateStore>(options.store, stored_length(interpreter, extra_bytes_), hidden_bytes_,
                                                 for_lassos ? 1 : std::max(options.threads, 1U))),
      cursor_(store_->cursor(0)) {
  if (options.engine != nullptr) options.engine->accelerate(interpreter, atoms);
  if (options.reduction != reduce::Method::none)
    reducer_ = std::make_unique<reduce::Reducer>(interpreter, options.reduction, options.observed);
}

Product::Product(const Product& original, model::Interpreter& interpreter, model::Coverage* coverage, unsigned thread)
    : interpreter_(interpreter),
      options_(original.options_),
      watcher_bytes_(original.watcher_bytes_),
      extra_bytes_(original.extra_bytes_),
      watcher_sets_(original.watcher_sets_),
      fair_sets_(original.fair_sets_),
      hidden_bytes_(original.hidden_bytes_),
      store_(original.store_),
      cursor_(store_->cursor(thread)),
      initial_(original.initial_) {
  options_.coverage = coverage;
  options_.gauge = nullptr;
  if (options_.engine != nullptr) options_.engine->accelerate(interpreter, {});
  if (original.reducer_ != nullptr)
    reducer_ = std::make_unique<reduce::Reducer>(interpreter, options_.reduction, options_.observed);
}

Product::~Product() = default;

const std::vector<StateId>& Product::initial() {
  if (!initial_.empty()) return initial_;
  for (const model::State& state : first_states()) {
    const store::Bytes view = state;
    store::Stored stored;
    cursor_.insert({&view, 1}, {&stored, 1});
    initial_.push_back(stored.id);
  }
  return initial_;
}

std::vector<model::State> Product::first_states() {
  std::vector<model::State> states;
  const model::State first = interpreter_.initial();
  for (const std::uint32_t watcher : first_watchers()) {
    model::State& state = states.emplace_back(first);
    for (std::size_t i = 0; i < watcher_bytes_; ++i) state.push_back(static_cast<std::uint8_t>(watcher >> (8 * i)));
    state.resize(first.size() + extra_bytes_, 0);
  }
  return states;
}

Marks Product::marks(StateId s) {
  if (!marks_automaton_only()) return marks(cursor_.load(s));
  std::array<std::uint8_t, 8> end{};
  const std::span<std::uint8_t> part = std::span(end).first(extra_bytes_);
  cursor_.load_end(s, part);
  return marks(model::StateView(part));
}

std::uint32_t Product::watcher(StateId s) { return watcher(cursor_.load(s)); }

std::uint32_t Product::watcher(model::StateView whole) const {
  std::uint32_t watcher = 0;
  for (std::size_t i = 0; i < watcher_bytes_; ++i)
    watcher |= static_cast<std::uint32_t>(whole[whole.size() - extra_bytes_ + i]) << (8 * i);
  return watcher;
}

model::StateView Product::successor(std::size_t choice) const {
  const Candidate& candidate = candidates_[choice];
  if (!is_plain_) return {combined_.data() + candidate.offset, candidate.length};
  return candidate.successor == stays ? model::StateView(source_) : successors_.state(candidate.successor);
}

const model::Fault& Product::fault(std::size_t choice) const {
  static constexpr model::Fault no_fault{};
  const Candidate& candidate = candidates_[choice];
  return candidate.successor == stays ? no_fault : successors_.fault(candidate.successor);
}

void Product::post(StateId s, std::vector<Successor>& arena) {
  try {
    post(s);
  } catch (const Stopped&) {
    append_numbered(arena);
    throw;
  }
  append_numbered(arena);
}

void Product::append_numbered(std::vector<Successor>& arena) const {
  for (std::size_t i = first_numbered_; i < numbered_; ++i)
    arena.push_back({.target = stored_[i].id, .marks = candidates_[i].marks});
}

std::size_t Product::post(StateId s) {
  expand(s);
  // Of a search that is reduced, only what follows it asks for everything: a run that was found is not lost for want of room.
  const std::uint64_t limit = std::exchange(options_.max_states, reduction_ == nullptr ? options_.max_states : 0);
  try {
    post_part(0, candidates_.size());
  } catch (...) {
    options_.max_states = limit;
    throw;
  }
  options_.max_states = limit;
  return numbered_;
}

bool Product::post_reduced(StateId s) {
  expand(s);
  expanded_ = s;
  post_part(0, reduced_);
  return reduced_ < candidates_.size();
}

void Product::post_rest(StateId s) {
  if (expanded_ != s) expand(s);
  post_part(reduced_, candidates_.size());
}

bool Product::post_candidate(StateId s, std::size_t k) {
  expand(s);
  if (reducer_ == nullptr || candidates_.empty()) {
    post_part(0, k == 0 ? candidates_.size() : 0);
    return k == 0;
  }
  if (!reducer_->candidate(source_, successors_, k, selected_)) return false;
  put_selected_first();
  post_part(0, reduced_);
  return true;
}

void Product::post_part(std::size_t begin, std::size_t end) {
  number_candidates(begin, end);
  const bool is_alone = store_->threads() == 1;
  if (options_.gauge != nullptr && (is_alone || (++posts_ & 0x3f) == 0))
    options_.gauge->states.store(store_->size(), std::memory_order_relaxed);
  if (options_.max_states != 0 && numbered_ != begin && stored_[numbered_ - 1].is_new && store_->size() > options_.max_states)
    throw Stopped{"the limit of states was reached"};
}

void Product::number_candidates(std::size_t begin, std::size_t end) {
  numbered_ = first_numbered_ = begin;
  first_stored_ = 0;
  views_.clear();
  for (std::size_t i = begin; i < end; ++i) views_.push_back(successor(i));
  stored_.resize(std::max(stored_.size(), end));
  numbered_ = begin + cursor_.insert(views_, std::span(stored_).subspan(begin), options_.max_states);
}

bool Product::posts_groups() const {
  return !watches() && reducer_ == nullptr && extra_bytes_ == 0 && options_.fairness == Fairness::none && !options_.order &&
         options_.max_states == 0 && options_.deadlock_runs == DeadlockRuns::ignore &&
         store_->kind() == store::StoreKind::exact;
}

void Product::post_group(store::IdRange states) {
  if (group_.size() < states.size()) group_.resize(states.size());
  group_ends_.clear();
  views_.clear();
  for (std::size_t i = 0; i < states.size(); ++i) {
    model::Successors& successors = group_[i];
    interpreter_.successors(cursor_.load(states.begin + static_cast<StateId>(i)), successors);
    for (std::size_t k = 0; k < successors.size(); ++k) {
      if (options_.coverage != nullptr) options_.coverage->note(successors.actions(k));
      views_.push_back(successors.state(k));
    }
    group_ends_.push_back(views_.size());
  }
  stored_.resize(std::max(stored_.size(), views_.size()));
  cursor_.insert(views_, stored_);
  is_plain_ = true;
  if (options_.gauge != nullptr && (store_->threads() == 1 || (++posts_ & 0x7) == 0))
    options_.gauge->states.store(store_->size(), std::memory_order_relaxed);
}

std::size_t Product::select(std::size_t i) {
  std::swap(successors_, group_[i]);
  first_stored_ = i == 0 ? 0 : group_ends_[i - 1];
  numbered_ = group_ends_[i] - first_stored_;
  first_numbered_ = 0;
  if (!are_in_order_) candidates_.clear();
  are_in_order_ = true;
  for (auto k = static_cast<std::uint32_t>(candidates_.size()); k < numbered_; ++k) candidates_.push_back({.successor = k});
  return numbered_;
}

// Fills candidates_ with what follows, in the order in which post hands it out.
std::size_t Product::expand(model::StateView whole) {
  const std::uint64_t order_hash = options_.order ? store::hash_of(whole.subspan(hidden_bytes_)) : 0;
  const model::StateView bytes = system(whole);
  source_.assign(bytes.begin(), bytes.end());
  source_watcher_ = watcher(whole);
  if (options_.fairness == Fairness::copies) source_turn_ = whole.back();
  candidates_.clear();
  are_in_order_ = false;
  combined_.clear();
  is_plain_ = !watches() && extra_bytes_ == 0 && options_.fairness == Fairness::none;
  expanded_ = no_state;
  reduced_ = 0;
  if (is_plain_) {
    expand_plainly();
    if (options_.order) shuffle(order_hash);
    find_reduced_set();
    return candidates_.size();
  }
  find_moves(source_, source_watcher_, moves_);
  if (moves_.empty()) return 0;
  interpreter_.successors(source_, successors_);
  const auto steps = static_cast<std::uint32_t>(successors_.size());
  if (options_.coverage != nullptr)
    for (std::uint32_t i = 0; i < steps; ++i) options_.coverage->note(successors_.actions(i));
  meetings_.clear();
  for (const Move& move : moves_) {
    find_meetings(move, source_, successors_);
    meetings_.push_back(static_cast<std::uint32_t>(successors_.size()));
  }
  if (options_.fairness != Fairness::none) find_enabled();
  if (successors_.size() == 0 && options_.deadlock_runs == DeadlockRuns::stutter)
    for (std::uint32_t move = 0; move < moves_.size(); ++move)
      if (allows(moves_[move], source_, {})) add_candidate(stays, move, source_);
  for (std::uint32_t i = 0; i < steps; ++i)
    for (std::uint32_t move = 0; move < moves_.size(); ++move)
      if (allows(moves_[move], source_, successors_.actions(i))) add_candidate(i, move, successors_.state(i));
  for (std::uint32_t move = 0, i = steps; move < moves_.size(); ++move)
    for (; i < meetings_[move]; ++i) add_candidate(i, move, successors_.state(i));
  if (options_.order) shuffle(order_hash);
  find_reduced_set();
  return candidates_.size();
}

// Which candidates belong to the reduced set: they come first.
void Product::find_reduced_set() {
  reduced_ = candidates_.size();
  if (reducer_ != nullptr && reducer_->reduce(source_, successors_, selected_)) put_selected_first();
}

void Product::put_selected_first() {
  const auto rest = std::stable_partition(candidates_.begin(), candidates_.end(), [&](const Candidate& candidate) {
    return candidate.successor == stays || selected_[candidate.successor];
  });
  reduced_ = static_cast<std::size_t>(rest - candidates_.begin());
}

void Product::expand_plainly() {
  interpreter_.successors(source_, successors_);
  const auto steps = static_cast<std::uint32_t>(successors_.size());
  for (std::uint32_t i = 0; i < steps; ++i) {
    if (options_.coverage != nullptr) options_.coverage->note(successors_.actions(i));
    candidates_.push_back({.successor = i});
  }
  if (steps == 0 && options_.deadlock_runs == DeadlockRuns::stutter) candidates_.push_back({.successor = stays});
}

void Product::add_candidate(std::uint32_t successor, std::uint32_t move, model::StateView after) {
  if (changes_system()) {
    apply(moves_[move], after, moved_);
    after = moved_;
  }
  Candidate candidate{.successor = successor, .move = move, .marks = moves_[move].marks, .offset = combined_.size()};
  combined_.reserve_more(after.size() + sizeof(std::uint32_t) + 1);
  std::uint8_t* const to = combined_.data() + combined_.size();
  std::copy(after.begin(), after.end(), to);
  std::memcpy(to + after.size(), &moves_[move].target, sizeof(std::uint32_t));  // of which as many bytes count as are needed
  combined_.set_size(combined_.size() + after.size() + watcher_bytes_);
  if (options_.fairness != Fairness::none) {
    std::uint8_t turn = source_turn_;
    candidate.marks |= fair_marks(successor == stays ? std::span<const model::Action>{} : successors_.actions(successor), turn);
    if (options_.fairness == Fairness::copies) combined_.push_back(turn);
  }
  candidate.length = static_cast<std::uint32_t>(combined_.size() - candidate.offset);
  candidates_.push_back(candidate);
}

// Which processes have a step: those that begin one. In Promela a process that waits for a sender has none of its own, as Spin
// sees it; elsewhere whoever takes part is enabled.
void Product::find_enabled() {
  enabled_.reset();
  const bool receivers_too = !interpreter_.program().receiver_takes_over;
  for (std::size_t i = 0; i < successors_.size(); ++i) {
    const std::span<const model::Action> actions = successors_.actions(i);
    for (const model::Action& action : actions.first(receivers_too ? actions.size() : 1)) enabled_.set(action.process);
  }
  if (options_.fairness != Fairness::sets) return;
  for (std::size_t p = fair_sets_; p < enabled_.size(); ++p)
    if (enabled_[p]) throw TooManyProcesses{};
}

// The sets of fairness that a step with those actions belongs to. `turn` is the process that is waited for in a copy.
Marks Product::fair_marks(std::span<const model::Action> actions, std::uint8_t& turn) const {
  auto satisfied = ~enabled_;
  for (const model::Action& action : actions) satisfied.set(action.process);
  if (options_.fairness == Fairness::sets) {
    Marks marks = 0;
    for (unsigned p = 0; p < fair_sets_; ++p)
      if (satisfied[p]) marks |= Marks{1} << (watcher_sets_ + p);
    return marks;
  }
  while (turn < model::max_processes && satisfied[turn]) ++turn;
  if (turn < model::max_processes) return 0;
  turn = 0;
  return Marks{1} << watcher_sets_;
}

void Product::shuffle(std::uint64_t state_hash) {
  std::uint64_t random = *options_.order ^ state_hash;
  for (std::size_t i = candidates_.size(); i > 1; --i) std::swap(candidates_[i - 1], candidates_[next_random(random) % i]);
}

ProductStep Product::describe(StateId s, std::uint32_t choice) {
  expand(cursor_.load(s));
  return describe(std::size_t{choice});
}

ProductStep Product::describe(std::size_t choice) const {
  const Candidate& candidate = candidates_.at(choice);
  ProductStep step;
  if (candidate.successor != stays) {
    const auto actions = successors_.actions(candidate.successor);
    step.actions.assign(actions.begin(), actions.end());
    step.fault = successors_.fault(candidate.successor);
  }
  const model::StateView after = system(successor(choice));
  step.state.assign(after.begin(), after.end());
  if (changes_system()) {
    const model::TransitionId move = moves_[candidate.move].target;
    step.actions.push_back(
        {.process = model::observer_number, .type = interpreter_.program().observer->type, .transition = move});
    model::State moved;
    const model::StateView before =
        candidate.successor == stays ? model::StateView(source_) : successors_.state(candidate.successor);
    if (!step.fault) step.fault = interpreter_.move_observer(move, before, moved);
  }
  if (!changes_system() && has_automaton()) step.watcher = moves_[candidate.move].target;
  return step;
}

PlainProduct::PlainProduct(model::Interpreter& interpreter, ProductOptions options)
    : Product(
          interpreter,
          [&] {
            options.deadlock_runs = DeadlockRuns::ignore;
            options.fairness = Fairness::none;
            return options;
          }(),
          0, 0, false) {}

std::unique_ptr<Product> PlainProduct::twin(model::Interpreter& interpreter, model::Coverage* coverage, unsigned thread) {
  initial();
  // What is met behind a state would depend on who met it first.
  if (hidden_bytes() != 0 && reads_hidden(interpreter.program())) return nullptr;
  return std::unique_ptr<Product>(new PlainProduct(*this, interpreter, coverage, thread));
}

LabelProduct::LabelProduct(model::Interpreter& interpreter, Label label, const ProductOptions& options)
    : Product(interpreter, options, 0, 1),
      has_(label == Label::accepting ? [](const model::Location& location) { return location.accepting != 0; }
                                     : [](const model::Location& location) { return location.progress; }) {}

Marks LabelProduct::marks(model::StateView whole) const { return interpreter().is_somewhere(system(whole), has_) ? 1 : 0; }

AutomatonProduct::AutomatonProduct(model::Interpreter& interpreter, const automata::Automaton& automaton,
                                   automata::CubeLabels labels, std::vector<model::ExprId> atoms, const ProductOptions& options)
    : Product(interpreter, options, bytes_for(automaton.graph.states()), automaton.graph.sets(), true, atoms),
      automaton_(automaton),
      labels_(std::move(labels)),
      atoms_(std::move(atoms)) {
  assert(atoms_.size() == automaton.atoms.size());
}

Marks AutomatonProduct::marks(model::StateView whole) const { return automaton_.graph.state_marks(watcher(whole)); }

std::vector<std::uint32_t> AutomatonProduct::first_watchers() {
  const auto initial = automaton_.graph.initial();
  return {initial.begin(), initial.end()};
}

void AutomatonProduct::find_moves(model::StateView s, std::uint32_t watcher, std::vector<Move>& moves) {
  moves.clear();
  model::Fault fault;
  const std::uint64_t letter = interpreter().valuation(atoms_, s, &fault);
  if (fault && !atom_fault_ && depends_on_faults(s, watcher, letter)) {
    atom_fault_ = fault;
    faulty_state_.assign(s.begin(), s.end());
  }
  const std::uint32_t end = automaton_.graph.first_edge(watcher + 1);
  for (std::uint32_t edge = automaton_.graph.first_edge(watcher); edge < end; ++edge)
    if (labels_.holds(edge, letter))
      moves.push_back({.target = automaton_.graph.edge_target(edge), .marks = automaton_.graph.edge_marks(edge)});
}

// Whether another value of an atom that cannot be evaluated would lead to other moves.
bool AutomatonProduct::depends_on_faults(model::StateView s, std::uint32_t watcher, std::uint64_t letter) {
  const std::uint32_t begin = automaton_.graph.first_edge(watcher);
  const std::uint32_t end = automaton_.graph.first_edge(watcher + 1);
  std::uint64_t none_holds = letter;
  for (std::size_t i = 0; i < atoms_.size(); ++i) {
    model::Fault fault;
    interpreter().valuation(std::span(atoms_).subspan(i, 1), s, &fault);
    if (fault) none_holds &= ~(std::uint64_t{1} << i);
  }
  for (std::uint32_t edge = begin; edge < end; ++edge) {
    if (labels_.holds(edge, letter) != labels_.holds(edge, none_holds)) return true;
    for (std::uint64_t rest = letter ^ none_holds; rest != 0; rest &= rest - 1)
      if (labels_.holds(edge, letter) != labels_.holds(edge, letter ^ (rest & ~(rest - 1)))) return true;
  }
  return false;
}

ObserverProduct::ObserverProduct(model::Interpreter& interpreter, const ProductOptions& options)
    : Product(interpreter, options, 0, interpreter.program().observer->sets) {}

Marks ObserverProduct::marks(model::StateView whole) const {
  const model::Program::Observer& observer = *interpreter().program().observer;
  const model::Layout& layout = interpreter().layout();
  const model::Layout::ProcessShape& shape = layout.shape(observer.type);
  const auto location =
      static_cast<model::LocationId>(model::load(whole.data() + layout.observer() + shape.location, shape.location_type));
  if (location == observer.end) return all_sets(observer.sets);
  return interpreter().program().process_types[observer.type].locations[location].accepting;
}

void ObserverProduct::find_moves(model::StateView s, std::uint32_t /*watcher*/, std::vector<Move>& moves) {
  interpreter().observer_moves(s, transitions_);
  moves.clear();
  for (const model::TransitionId transition : transitions_) moves.push_back({.target = transition});
}

bool ObserverProduct::allows(const Move& move, model::StateView s, std::span<const model::Action> actions) {
  return interpreter().observer_allows(move.target, s, actions);
}

void ObserverProduct::find_meetings(const Move& move, model::StateView s, model::Successors& steps) {
  interpreter().observer_meetings(move.target, s, steps);
}

void ObserverProduct::apply(const Move& move, model::StateView after, model::State& out) {
  interpreter().move_observer(move.target, after, out);
}

}  // namespace lariat::product
