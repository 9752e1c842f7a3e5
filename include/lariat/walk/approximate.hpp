// SPDX-License-Identifier: Apache-2.0
// Searches for systems that are too large: of a state nothing is kept but a few bits (store/bitstate.hpp) or a hash
// (store/hash_compaction.hpp). Some states are taken for others and left out, so that nothing is ever proved; but a violation
// that is found is one, and its run stands on the stack of the search.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lariat/product/product.hpp"
#include "lariat/run/run.hpp"
#include "lariat/search/algorithms.hpp"
#include "lariat/search/statistics.hpp"
#include "lariat/walk/explore.hpp"
#include "lariat/walk/swarm.hpp"

namespace lariat::walk {

class StateSample;

struct ApproximateOptions {
  enum class Store { bitstate, hash_compaction };
  Store store = Store::bitstate;
  unsigned bits = 30;                                   // of bitstate: 2^bits of them
  unsigned hashes = 3;                                  // of bitstate: bits that a state sets
  std::uint64_t max_states = 0;                         // 0: no limit
  SwarmOptions swarm = {};                              // many searches instead of one
  unsigned threads = 1;                                 // that search together, unless it is a swarm
  search::Algorithm algorithm = search::Algorithm::se;  // for lassos: cndfs; or hpy, se or and, by one thread

  // The following are set for a search that is a member of a swarm.
  std::uint64_t hash_seed = 0;              // of bitstate: chooses the hash function
  std::uint64_t max_path = 0;               // steps after which a path is not followed any further; 0: no limit
  StateSample* sample = nullptr;            // notes the states
  const std::atomic<bool>* stop = nullptr;  // set when the others need no more
};

// How good a search was.
struct Approximation {
  ApproximateOptions::Store store = ApproximateOptions::Store::bitstate;
  unsigned bits = 0;
  unsigned hashes = 0;
  double occupancy = 0;    // the share of bits that are set, or of slots that are in use
  double hash_factor = 0;  // bitstate: bits of the array for each state
  double missed = 0;       // the share of states that were probably taken for others; there may be more behind them
  std::uint64_t store_bytes = 0;
  std::uint64_t stack_bytes = 0;  // at most
  std::uint64_t state_bytes = 0;  // of the largest state
  std::optional<SwarmReport> swarm = {};
};

// `bitstate` or `hash-compact`.
std::string to_string(ApproximateOptions::Store store);

// Why a search that found nothing proves nothing, in a sentence without a full stop.
std::string remark(const Approximation& approximation);

// A goal that was met.
struct FoundGoal {
  run::Run run = {};
  model::Fault fault = {};
};

struct ApproximateWalk {
  Exploration exploration = {};                      // never complete; no witnesses and no parents
  std::vector<std::optional<FoundGoal>> found = {};  // by goal
  Approximation approximation = {};
  bool finished = false;  // it came to its end
  unsigned threads = 1;   // that walked
};

// Walks depth first through the states of the product, as explore_states does; one thread does where the system cannot be
// cloned. Never throws for want of time or memory.
ApproximateWalk walk_approximately(product::Product& product, const std::vector<Goal>& goals, const ExploreOptions& options,
                                   const ApproximateOptions& approximate);

struct ApproximateLasso {
  std::optional<run::Run> run = {};  // not verified
  std::string reason = {};           // if there is none
  unsigned copies = 1;               // of each state, where acceptance is generalised
  search::Statistics statistics = {};
  Approximation approximation = {};
  bool finished = false;  // it came to its end
  unsigned threads = 1;   // that searched
};

// Looks for an accepting lasso by a nested search with two bits a state; which states are on its stack is known exactly.
// Several threads search by cndfs; one thread does where the system cannot be cloned.
// `state_based` promises that no transition of the product has marks. Never throws for want of time or memory.
ApproximateLasso find_lasso_approximately(product::Product& product, bool state_based, const Limits& limits,
                                          const ApproximateOptions& approximate);

}  // namespace lariat::walk
