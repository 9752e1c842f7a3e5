// SPDX-License-Identifier: Apache-2.0
// A program and whatever watches it, as one space: the states of the program alone, of the program and an automaton, or of the
// program and its observer, made on the fly and numbered as they are met.
//
// The watcher moves with every step of the program and reads the state before the step. If the program has no step, the
// watcher goes on alone, so that a run that ends repeats its last state for ever; or such runs do not count (DeadlockRuns).
//
// A state is stored as the bytes of the program's state, and behind them the number of the automaton's state in 0 to 4 bytes.
//
// Weak fairness: a run counts only if each process that can always make a step, from some point on, makes steps again and
// again. As acceptance sets, one for each process: a transition belongs to the set of a process that takes part in it, or that
// has no step in the state before. Or as copies of the states that count the processes which had their turn, as Spin does,
// with one set for the transitions that complete a round: for the searches that take few sets, and for many processes.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "lariat/automata/automaton.hpp"
#include "lariat/automata/cube_labels.hpp"
#include "lariat/base/named.hpp"
#include "lariat/model/coverage.hpp"
#include "lariat/model/interpreter.hpp"
#include "lariat/reduce/method.hpp"
#include "lariat/space/counting.hpp"
#include "lariat/space/reducible.hpp"
#include "lariat/space/space.hpp"
#include "lariat/store/state_store.hpp"

namespace lariat::reduce {
class Reducer;
}

namespace lariat::product {

// What becomes of a run that ends.
enum class DeadlockRuns {
  stutter,  // it repeats its last state for ever
  ignore    // it is no run
};

inline constexpr std::array deadlock_runs = {
    Named{DeadlockRuns::stutter, "stutter", "a run that ends repeats its last state for ever"},
    Named{DeadlockRuns::ignore, "ignore", "a run that ends does not count"},
};
static_assert(lists_all(deadlock_runs, DeadlockRuns::ignore));

// Which runs count, and how the product tells.
enum class Fairness {
  none,   // all
  sets,   // fair ones: an acceptance set for each process. Throws TooManyProcesses where the sets do not suffice.
  copies  // fair ones: copies of the states, and one acceptance set
};

struct TooManyProcesses {};

struct ProductOptions {
  Fairness fairness = Fairness::none;
  DeadlockRuns deadlock_runs = DeadlockRuns::stutter;
  std::optional<std::uint64_t> order = {};  // puts successors into another order, always the same one for a seed
  std::uint64_t max_states = 0;             // 0: no limit; otherwise post throws Stopped when there would be more
  Gauge* gauge = nullptr;                   // is told how many states there are
  model::Coverage* coverage = nullptr;      // is told of every step of the program
  model::Engine* engine = nullptr;          // makes the interpreter faster
  store::StoreKind store = store::StoreKind::exact;
  unsigned threads = 1;  // that may walk over the program's states together (Product::twin)
  // Partial-order reduction: how, and what of the program is looked at. Not together with fairness.
  reduce::Method reduction = reduce::Method::none;
  reduce::Observed observed = {};
};

// One step of a product, taken apart.
struct ProductStep {
  std::vector<model::Action> actions;  // none: the program has come to its end
  model::Fault fault;
  model::State state;                   // of the program, after the step
  std::uint32_t watcher = model::none;  // the automaton's state after the step
};

// A space in both senses of the concept, by way of the two views below. The interpreter must outlive it, and must not be used
// by others while post runs.
class Product {
 public:
  // `watcher_sets` acceptance sets are the watcher's own. `for_lassos`: states that differ only in hidden variables are
  // different ones if those are ever read. `atoms` are what the watcher reads.
  Product(model::Interpreter& interpreter, const ProductOptions& options, std::size_t watcher_bytes, unsigned watcher_sets,
          bool for_lassos = true, std::span<const model::ExprId> atoms = {});
  Product(const Product&) = delete;
  Product& operator=(const Product&) = delete;
  virtual ~Product();

  const std::vector<StateId>& initial();
  // Appends the transitions of s.
  void post(StateId s, std::vector<Successor>& arena);
  // Appends what the last call of post, or of a part of it, has numbered: all that there is, unless it threw.
  void append_numbered(std::vector<Successor>& arena) const;
  // The same for who asks `number` and `is_new` instead; returns how many there are.
  std::size_t post(StateId s);

  // The same in two parts, for who wants to explore less: first the transitions of the reduced set, which come first in the
  // order of post; true says that these are not all. Then the others. What is asked afterwards is about the last call.
  bool reduces() const { return reducer_ != nullptr; }
  // The proviso of the search that is to run on this product, if it reduces; null before and after.
  void set_reduction(Reduction* reduction) { reduction_ = reduction; }
  Reduction* reduction() const { return reduction_; }
  bool post_reduced(StateId s);
  void post_rest(StateId s);
  // Instead of the first part, the k-th set that comes into question, from 0; the last is the set of all. False if there are
  // not so many. The order of the transitions is then another one.
  bool post_candidate(StateId s, std::size_t k);

  // The same for several states with numbers in a row, so that the waits for memory of all their successors overlap; only where
  // posts_groups() says so. What is asked afterwards is about the one that was selected last; select returns how many
  // transitions it has.
  bool posts_groups() const;
  void post_group(store::IdRange states);
  std::size_t select(std::size_t i);

  // The acceptance sets: the watcher's, then those of fairness. And those that a state itself belongs to.
  unsigned sets() const { return watcher_sets_ + fair_sets_; }
  Marks marks(StateId s);
  virtual Marks marks(model::StateView whole) const = 0;

  // Whether the watcher is an automaton, with states of its own.
  virtual bool has_automaton() const { return false; }

  // How a transition of s comes about; `choice` counts the transitions that post appends.
  ProductStep describe(StateId s, std::uint32_t choice);

  // The same space for another thread, with an interpreter of its own: they share the numbers. At most options.threads - 1 of
  // them; null if the space is not made for it.
  virtual std::unique_ptr<Product> twin(model::Interpreter& /*interpreter*/, model::Coverage* /*coverage*/,
                                        unsigned /*thread*/) {
    return nullptr;
  }
  // The numbers that post, called on this object, gave to new states since the last call.
  std::vector<store::IdRange> take_fresh() { return hand_.take_fresh(); }

  // The program's state within a state, and the automaton's (none if there is no automaton). The bytes are valid until the
  // next call that is given a number.
  model::StateView system(StateId s) { return system(hand_.load(s)); }
  std::uint32_t watcher(StateId s);
  model::StateView system(model::StateView whole) const { return whole.first(whole.size() - extra_bytes_); }
  std::uint32_t watcher(model::StateView whole) const;

  // The same space without numbers, for searches that keep the states they need themselves: the bytes of the initial states;
  // how many transitions a state has, of which the next three functions and `fault` then speak, until the next call of any
  // function that produces successors.
  std::vector<model::State> first_states();
  std::size_t expand(model::StateView whole);
  std::size_t expand(StateId s) { return expand(hand_.load(s)); }
  model::StateView successor(std::size_t choice) const;
  Marks successor_marks(std::size_t choice) const { return candidates_[choice].marks; }
  ProductStep describe(std::size_t choice) const;

  model::Interpreter& interpreter() const { return interpreter_; }
  model::Coverage* coverage() const { return options_.coverage; }
  const store::StateStore& store() const { return *store_; }
  // The bytes in which states are compared begin here; those before are hidden.
  std::size_t hidden_bytes() const { return hidden_bytes_; }
  // A state as it is stored; valid until the next call that is given a number.
  store::Bytes bytes(StateId s) { return hand_.load(s); }
  // Whether the last call of post was the first to meet the state of a transition, by choice; of as many as have numbers:
  // all, unless it threw.
  bool is_new(std::size_t choice) const { return stored_[first_stored_ + choice].is_new; }
  StateId number(std::size_t choice) const { return stored_[first_stored_ + choice].id; }
  std::size_t numbered() const { return numbered_; }
  // With this choice the numbered ones begin: 0, except after post_rest.
  std::size_t first_numbered() const { return first_numbered_; }
  // Whether the step that led the program here went wrong, for each transition that the last call of post appended, by choice.
  const model::Fault& fault(std::size_t choice) const;

 protected:
  // A twin.
  Product(const Product& original, model::Interpreter& interpreter, model::Coverage* coverage, unsigned thread);

  // What the watcher may do in a state.
  struct Move {
    std::uint32_t target = 0;  // the automaton's next state, or the observer's transition
    Marks marks = 0;
  };
  virtual std::vector<std::uint32_t> first_watchers() = 0;
  // Replaces `moves`.
  virtual void find_moves(model::StateView s, std::uint32_t watcher, std::vector<Move>& moves) = 0;
  // Whether that move goes with a step of these actions.
  virtual bool allows(const Move& /*move*/, model::StateView /*s*/, std::span<const model::Action> /*actions*/) { return true; }
  // Appends the steps that exist only together with that move.
  virtual void find_meetings(const Move& /*move*/, model::StateView /*s*/, model::Successors& /*steps*/) {}
  // What the move makes of the program's state after the step.
  virtual void apply(const Move& /*move*/, model::StateView /*after*/, model::State& /*out*/) {}
  virtual bool changes_system() const { return false; }
  // False: the watcher goes with everything and does nothing, so that nobody need ask it.
  virtual bool watches() const { return true; }
  // Whether marks of a state depend on the automaton's state alone.
  virtual bool marks_automaton_only() const { return false; }

 private:
  struct Candidate {
    std::uint32_t successor = 0;  // into successors_; none: the program stays
    std::uint32_t move = 0;       // into moves_
    Marks marks = 0;
    std::size_t offset = 0;  // into combined_
    std::uint32_t length = 0;
  };

  void expand_plainly();
  void add_candidate(std::uint32_t successor, std::uint32_t move, model::StateView after);
  void find_enabled();
  Marks fair_marks(std::span<const model::Action> actions, std::uint8_t& turn) const;
  void shuffle(std::uint64_t state_hash);
  void number_candidates(std::size_t begin, std::size_t end);
  void post_part(std::size_t begin, std::size_t end);
  void find_reduced_set();
  void put_selected_first();

  model::Interpreter& interpreter_;
  ProductOptions options_;
  std::size_t watcher_bytes_;
  std::size_t extra_bytes_;  // the watcher's, and one that counts whose turn it is
  unsigned watcher_sets_;
  unsigned fair_sets_ = 0;
  std::size_t hidden_bytes_;
  std::shared_ptr<store::StateStore> store_;
  store::StateStore::Hand hand_;
  std::vector<StateId> initial_;
  std::unique_ptr<reduce::Reducer> reducer_;
  Reduction* reduction_ = nullptr;

  // The expansion at hand.
  model::State source_;
  std::uint32_t source_watcher_ = 0;
  std::uint8_t source_turn_ = 0;
  std::bitset<model::max_processes + 1> enabled_;  // the processes that have a step
  model::Successors successors_;
  std::vector<Move> moves_;
  std::vector<std::uint32_t> meetings_;  // where in successors_ those of each move end; they follow the other steps
  std::vector<Candidate> candidates_;
  bool are_in_order_ = false;  // candidate i is successor i, and there may be more than there are successors
  bool is_plain_ = false;      // candidates are the successors themselves; otherwise they are in combined_
  model::Buffer<std::uint8_t> combined_;
  model::State moved_;
  std::vector<store::Bytes> views_;
  std::vector<store::Stored> stored_;
  std::size_t first_stored_ = 0;          // of the one that was selected
  std::vector<model::Successors> group_;  // of the states of a group
  std::vector<std::size_t> group_ends_;   // in stored_
  std::size_t numbered_ = 0;              // the choices that have numbers end here
  std::size_t first_numbered_ = 0;        // and begin here
  std::size_t reduced_ = 0;               // so many candidates are in the reduced set
  std::vector<bool> selected_;            // by successor: in the reduced set
  StateId expanded_ = no_state;           // the state whose expansion is at hand, if it was given by its number
  std::uint32_t posts_ = 0;
};

// The program alone. Runs that end have no successors.
class PlainProduct : public Product {
 public:
  PlainProduct(model::Interpreter& interpreter, ProductOptions options);
  using Product::marks;
  Marks marks(model::StateView) const override { return 0; }
  std::unique_ptr<Product> twin(model::Interpreter& interpreter, model::Coverage* coverage, unsigned thread) override;

 protected:
  bool watches() const override { return false; }
  bool marks_automaton_only() const override { return true; }
  std::vector<std::uint32_t> first_watchers() override { return {0}; }
  void find_moves(model::StateView, std::uint32_t, std::vector<Move>& moves) override { moves.assign(1, Move{}); }

 private:
  PlainProduct(const PlainProduct& original, model::Interpreter& interpreter, model::Coverage* coverage, unsigned thread)
      : Product(original, interpreter, coverage, thread) {}
};

// The program alone, with one acceptance set: the states in which some process is at a location with a certain label. Runs that
// end repeat their last state, or do not count, as the options say.
class LabelProduct : public Product {
 public:
  enum class Label : std::uint8_t { accepting, progress };
  LabelProduct(model::Interpreter& interpreter, Label label, const ProductOptions& options);
  using Product::marks;
  Marks marks(model::StateView whole) const override;

 protected:
  bool watches() const override { return false; }
  std::vector<std::uint32_t> first_watchers() override { return {0}; }
  void find_moves(model::StateView, std::uint32_t, std::vector<Move>& moves) override { moves.assign(1, Move{}); }

 private:
  bool (*has_)(const model::Location&);
};

// The program and an automaton that reads the atoms, expressions of the program in the order of the automaton's own.
class AutomatonProduct : public Product {
 public:
  AutomatonProduct(model::Interpreter& interpreter, const automata::Automaton& automaton, automata::CubeLabels labels,
                   std::vector<model::ExprId> atoms, const ProductOptions& options);
  bool has_automaton() const override { return true; }
  using Product::marks;
  Marks marks(model::StateView whole) const override;
  // What went wrong with an atom, if anything did and the automaton's moves depend on its value, and in which state of the
  // program.
  const model::Fault& atom_fault() const { return atom_fault_; }
  const model::State& faulty_state() const { return faulty_state_; }

 protected:
  bool marks_automaton_only() const override { return true; }
  std::vector<std::uint32_t> first_watchers() override;
  void find_moves(model::StateView s, std::uint32_t watcher, std::vector<Move>& moves) override;

 private:
  const automata::Automaton& automaton_;
  automata::CubeLabels labels_;
  std::vector<model::ExprId> atoms_;
  bool depends_on_faults(model::StateView s, std::uint32_t watcher, std::uint64_t letter);

  model::Fault atom_fault_;
  model::State faulty_state_;
};

// The program and its observer.
class ObserverProduct : public Product {
 public:
  ObserverProduct(model::Interpreter& interpreter, const ProductOptions& options);
  using Product::marks;
  Marks marks(model::StateView whole) const override;

 protected:
  std::vector<std::uint32_t> first_watchers() override { return {0}; }
  void find_moves(model::StateView s, std::uint32_t watcher, std::vector<Move>& moves) override;
  bool allows(const Move& move, model::StateView s, std::span<const model::Action> actions) override;
  void find_meetings(const Move& move, model::StateView s, model::Successors& steps) override;
  void apply(const Move& move, model::StateView after, model::State& out) override;
  bool changes_system() const override { return true; }

 private:
  std::vector<model::TransitionId> transitions_;
};

// A product with acceptance sets on states and transitions.
class GeneralisedProduct {
 public:
  explicit GeneralisedProduct(Product& product) : product_(&product) {}
  const std::vector<StateId>& initial() const { return product_->initial(); }
  unsigned sets() const { return product_->sets(); }
  Marks marks(StateId s) const { return product_->marks(s); }
  void post(StateId s, std::vector<Successor>& arena) const { product_->post(s, arena); }
  Reduction* reduction() const { return product_->reduction(); }
  bool post_reduced(StateId s, std::vector<Successor>& arena) const {
    const bool is_part = product_->post_reduced(s);
    product_->append_numbered(arena);
    return is_part;
  }
  void post_rest(StateId s, std::vector<Successor>& arena) const {
    product_->post_rest(s);
    product_->append_numbered(arena);
  }
  bool post_candidate(StateId s, unsigned k, std::vector<Successor>& arena) const {
    if (!product_->post_candidate(s, k)) return false;
    product_->append_numbered(arena);
    return true;
  }

 private:
  Product* product_;
};

// A product with at most one acceptance set, on states. Without a set every state is accepting.
class BuchiProduct {
 public:
  explicit BuchiProduct(Product& product) : product_(&product), space_(product), all_(all_sets(product.sets())) {}
  const std::vector<StateId>& initial() const { return product_->initial(); }
  bool accepting(StateId s) const { return (product_->marks(s) & all_) == all_; }
  void post(StateId s, std::vector<StateId>& arena) {
    append(arena, [&] { space_.post(s, successors_); });
  }
  Reduction* reduction() const { return product_->reduction(); }
  bool post_reduced(StateId s, std::vector<StateId>& arena) {
    bool is_part = false;
    append(arena, [&] { is_part = space_.post_reduced(s, successors_); });
    return is_part;
  }
  void post_rest(StateId s, std::vector<StateId>& arena) {
    append(arena, [&] { space_.post_rest(s, successors_); });
  }
  bool post_candidate(StateId s, unsigned k, std::vector<StateId>& arena) {
    bool is_one = false;
    append(arena, [&] { is_one = space_.post_candidate(s, k, successors_); });
    return is_one;
  }

 private:
  template <class Post>
  void append(std::vector<StateId>& arena, const Post& post) {
    successors_.clear();
    post();
    for (const Successor& successor : successors_) arena.push_back(successor.target);
  }

  Product* product_;
  GeneralisedProduct space_;
  Marks all_;
  std::vector<Successor> successors_;
};

}  // namespace lariat::product
