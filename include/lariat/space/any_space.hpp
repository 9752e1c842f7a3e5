// SPDX-License-Identifier: Apache-2.0
// Any Büchi space, or any generalised one, behind one type.
//
// A search is compiled once for each type of space. Spaces whose own functions cost more than an indirect call share the
// searches that are compiled for these two types (src/search/any_space.cpp): one indirect call for each expanded state, and one
// for each question about the acceptance of a state.
#pragma once

#include <concepts>
#include <cstddef>
#include <memory>
#include <type_traits>
#include <vector>

#include "lariat/space/reducible.hpp"
#include "lariat/space/space.hpp"

namespace lariat {

// Behaves as the space it is made of, which must outlive it. `Transition` is what `post` appends: StateId for Büchi spaces,
// Successor for generalised ones. The bound on the states is 0 where the space knows none.
template <class Transition>
class AnySpace {
  static constexpr bool is_buchi = std::same_as<Transition, StateId>;

 public:
  template <Space S>
  requires(!std::same_as<S, AnySpace> && std::same_as<successor_t<S>, Transition>) explicit AnySpace(S& space)
      : space_(std::make_unique<Of<S>>(space)), initial_(space_->initial()) {}

  const std::vector<StateId>& initial() const { return initial_; }
  bool accepting(StateId s) const requires is_buchi { return space_->marks(s) != 0; }
  unsigned sets() const requires(!is_buchi) { return space_->sets(); }
  Marks marks(StateId s) const requires(!is_buchi) { return space_->marks(s); }
  void post(StateId s, std::vector<Transition>& arena) { space_->post(s, arena); }
  std::size_t state_bound() const { return space_->state_bound(); }
  Reduction* reduction() const { return space_->reduction(); }
  bool post_reduced(StateId s, std::vector<Transition>& arena) { return space_->post_reduced(s, arena); }
  void post_rest(StateId s, std::vector<Transition>& arena) { space_->post_rest(s, arena); }
  bool post_candidate(StateId s, unsigned k, std::vector<Transition>& arena) { return space_->post_candidate(s, k, arena); }

 private:
  struct Interface {
    Interface() = default;
    Interface(const Interface&) = delete;
    Interface& operator=(const Interface&) = delete;
    virtual ~Interface() = default;
    virtual std::vector<StateId> initial() = 0;
    virtual unsigned sets() = 0;
    virtual Marks marks(StateId s) = 0;
    virtual void post(StateId s, std::vector<Transition>& arena) = 0;
    virtual std::size_t state_bound() const = 0;
    virtual Reduction* reduction() const = 0;
    virtual bool post_reduced(StateId s, std::vector<Transition>& arena) = 0;
    virtual void post_rest(StateId s, std::vector<Transition>& arena) = 0;
    virtual bool post_candidate(StateId s, unsigned k, std::vector<Transition>& arena) = 0;
  };

  template <Space S>
  struct Of final : Interface {
    explicit Of(S& its_space) : space(its_space) {}
    std::vector<StateId> initial() override {
      std::vector<StateId> states;
      for (const StateId s : space.initial()) states.push_back(s);
      return states;
    }
    unsigned sets() override {
      if constexpr (GeneralisedSpace<S>)
        return space.sets();
      else
        return 1;
    }
    Marks marks(StateId s) override { return state_marks(space, s); }
    void post(StateId s, std::vector<Transition>& arena) override { space.post(s, arena); }
    std::size_t state_bound() const override { return lariat::state_bound(space); }
    Reduction* reduction() const override { return reduction_of(space); }
    // Without a reduction, none of the following is called.
    bool post_reduced(StateId s, std::vector<Transition>& arena) override {
      if constexpr (ReducibleSpace<S>) {
        return space.post_reduced(s, arena);
      } else {
        space.post(s, arena);
        return false;
      }
    }
    void post_rest(StateId s, std::vector<Transition>& arena) override {
      if constexpr (ReducibleSpace<S>) space.post_rest(s, arena);
    }
    bool post_candidate(StateId s, unsigned k, std::vector<Transition>& arena) override {
      if constexpr (ReducibleSpace<S>)
        return space.post_candidate(s, k, arena);
      else
        return false;
    }
    S& space;
  };

  std::unique_ptr<Interface> space_;
  std::vector<StateId> initial_;
};

using AnyBuchi = AnySpace<StateId>;
using AnyGeneralised = AnySpace<Successor>;

static_assert(BuchiSpace<AnyBuchi> && BoundedSpace<AnyBuchi> && ReducibleSpace<AnyBuchi>);
static_assert(GeneralisedSpace<AnyGeneralised> && BoundedSpace<AnyGeneralised> && ReducibleSpace<AnyGeneralised>);

}  // namespace lariat
