// SPDX-License-Identifier: Apache-2.0
#include "native/runtime.hpp"

#include <algorithm>
#include <cstring>
#include <new>
#include <utility>

#include "lariat/model/coverage.hpp"
#include "native/emitter.hpp"

namespace lariat::native {
namespace {

constexpr std::uint8_t error_mark = 255;  // the number of channels made at run time, in the error state
constexpr std::uint32_t made_header = model::Layout::made_header;
constexpr std::size_t more_actions = 64;    // room for so many is made at a time
constexpr std::size_t max_followed = 4000;  // steps inside atomic sequences; the interpreter merges states when there are more

}  // namespace

Runtime::Runtime(const model::Program& program, const model::Layout& layout)
    : layout_(layout), context_(std::make_unique<Context>()) {
  for (model::ProcessTypeId t = 0; t < program.process_types.size(); ++t) type_sizes_.push_back(layout.shape(t).bytes);
  distinct_shapes(program, shape_of_);
  for (model::ChannelTypeId t = 0; t < program.channel_types.size(); ++t)
    made_sizes_.push_back(made_header + layout.channel_shape(t).bytes);
  initial_channels_ = static_cast<std::uint32_t>(program.channels.size());
  for (std::uint32_t i = 0; i < initial_channels_; ++i) {
    context_->channel_shapes[i] = shape_of_[program.channels[i].type];
    context_->channel_offsets[i] = layout.channel(i);
  }
  context_->channel_count = initial_channels_;
  for (const model::Expr& expression : program.expressions) has_timeout_ |= expression.op == model::Op::timeout;
  if (program.observer) observer_transitions_ = program.process_types[program.observer->type].transitions.size();
  for (std::size_t p = 0; p < layout.slots().size(); ++p) {
    context_->types[p] = layout.slots()[p].type;
    context_->bases[p] = layout.slots()[p].base;
  }
  context_->process_count = static_cast<std::uint32_t>(layout.slots().size());
  context_->length = static_cast<std::uint32_t>(layout.length());
  std::size_t transitions = 0;
  for (const model::ProcessType& type : program.process_types) transitions += type.transitions.size();
  ignored_coverage_.resize(transitions);
  context_->owner = this;
  context_->reserve = [](Context* context) noexcept {
    auto* const runtime = static_cast<Runtime*>(context->owner);
    return runtime->guarded([&] { return runtime->reserve(), 0; });
  };
  context_->reserve_actions = [](Context* context) noexcept {
    auto* const runtime = static_cast<Runtime*>(context->owner);
    return runtime->guarded([&] { return runtime->reserve_actions(more_actions), 0; });
  };
  context_->keep = [](Context* context, std::uint32_t length, std::uint32_t process) noexcept {
    auto* const runtime = static_cast<Runtime*>(context->owner);
    return runtime->guarded([&] { return runtime->keep(length, process), 0; });
  };
  context_->follow = [](Context* context) noexcept {
    auto* const runtime = static_cast<Runtime*>(context->owner);
    return runtime->guarded([&] { return runtime->follow(); });
  };
}

template <class Callback>
std::int32_t Runtime::guarded(const Callback& callback) noexcept {
  try {
    return callback();
  } catch (const std::bad_alloc&) {
    out_of_memory_ = true;
    return -1;
  }
}

// Finds the offsets of processes and channels in a state, if these are made at run time.
void Runtime::find_places(const std::uint8_t* s) {
  Context& context = *context_;
  const std::uint32_t counts = layout_.counts();
  const std::uint32_t processes = s[counts];
  const std::uint32_t channels = processes == 0 && s[counts + 1] == error_mark ? 0 : s[counts + 1];
  if (layout_.has_slots() && channels == 0) {
    context.process_count = processes;
    context.channel_count = initial_channels_;
    return;
  }
  std::uint32_t offset = layout_.processes();
  const bool is_wide = layout_.type_bytes() == 2;
  // Mostly the processes are the same as in the last state: then comparing their types is enough.
  if (channels == 0 && processes == context.process_count && context.channel_count == initial_channels_ && !is_wide) {
    std::uint32_t others = 0;
    for (std::uint32_t p = 0; p < processes; ++p) others |= s[context.bases[p]] ^ context.types[p];
    if (others == 0) return;
  }
  for (std::uint32_t p = 0; p < processes; ++p) {
    const std::uint32_t type = s[offset] | (is_wide ? static_cast<std::uint32_t>(s[offset + 1]) << 8 : 0U);
    context.types[p] = type;
    context.bases[p] = offset;
    offset += type_sizes_[type];
  }
  context.process_count = processes;
  for (std::uint32_t i = 0; i < channels; ++i) {
    const std::uint32_t type = s[offset] | static_cast<std::uint32_t>(s[offset + 1]) << 8;
    context.channel_shapes[initial_channels_ + i] = shape_of_[type];
    context.channel_offsets[initial_channels_ + i] = offset + made_header;
    offset += made_sizes_[type];
  }
  context.channel_count = initial_channels_ + channels;
}

// Code for states of varying length copies in pieces, and may read beyond the end: the state is copied to where it may.
const std::uint8_t* Runtime::load(model::StateView s, std::vector<std::uint8_t>& buffer) {
  if (layout_.length() != 0) {
    if (layout_.dynamic()) find_places(s.data());
    return s.data();
  }
  if (buffer.size() < s.size() + padding) buffer.resize(s.size() + padding);
  std::copy(s.begin(), s.end(), buffer.begin());
  context_->length = static_cast<std::uint32_t>(s.size());
  find_places(buffer.data());
  return buffer.data();
}

void Runtime::reserve() {
  Context& context = *context_;
  model::Buffer<std::uint8_t>& bytes = out_->raw_bytes();
  const std::size_t length = std::max<std::size_t>(context.length, 1);
  bytes.set_size(context.used);
  bytes.reserve_more(16 * length + padding);
  context.bytes = bytes.data();
  std::size_t room = (bytes.capacity() - padding - context.used) / length;
  if (out_->has_entries()) {
    model::Buffer<model::Successors::Entry>& entries = out_->raw_entries();
    entries.set_size(context.entry_count);
    entries.reserve_more(16);
    context.entries = entries.data();
    room = std::min(room, entries.capacity() - entries.size());
  }
  if (context.records_steps != 0) reserve_actions(more_actions);
  context.room = static_cast<std::uint32_t>(std::min<std::size_t>(room, 1U << 30));
}

void Runtime::reserve_actions(std::size_t more) {
  model::Buffer<model::Action>& actions = out_->raw_actions();
  actions.set_size(context_->action_count);
  actions.reserve_more(more);
  context_->actions = actions.data();
  context_->action_capacity = static_cast<std::uint32_t>(actions.capacity());
}

void Runtime::begin_group(const Code& code, model::Successors& out) {
  Context& context = *context_;
  code_ = &code;
  out_ = &out;
  const model::SuccessorForm& form = out.form();
  context.used = out.raw_bytes().size();
  context.entry_count = static_cast<std::uint32_t>(out.size());
  context.action_count = static_cast<std::uint32_t>(out.raw_actions().size());
  context.records_steps = form.steps ? 1 : 0;
  context.writes_entries = out.has_entries() ? 1 : 0;
  context.coverage = form.coverage != nullptr ? form.coverage->data() : ignored_coverage_.data();
  if (layout_.length() != 0) reserve();
}

// Writes the successors of one state behind those that are there. False if the code gave it up, or memory ran out; what it
// wrote is then of no use.
bool Runtime::expand(model::StateView s) {
  Context& context = *context_;
  context.timeout = 0;
  context.committed_only = 0;
  outer_ = load(s, source_);
  if (layout_.length() == 0) reserve();  // room is counted in states of this length
  const std::uint32_t before = context.entry_count;
  std::int32_t result = code_->expand(&context, outer_);
  if (result >= 0 && context.entry_count == before && has_timeout_) {
    context.timeout = 1;
    result = code_->expand(&context, outer_);
  }
  trail_.clear();
  if (result >= 0 && !out_of_memory_) return true;
  context.pending = 0;
  pending_.clear();
  pending_states_.clear();
  prefix_ = model::none;
  return false;
}

Runtime::Progress Runtime::append_successors(const Code& code, std::span<const model::StateView> states, model::Successors& out,
                                             std::span<std::uint32_t> ends, bool leaves_ends) {
  Context& context = *context_;
  out_of_memory_ = false;
  begin_group(code, out);
  std::uint64_t used = context.used;
  std::uint32_t actions = context.action_count;
  std::uint32_t size = context.entry_count;
  Progress done;
  for (; done.states < states.size(); ++done.states) {
    done.gave_up = !expand(states[done.states]);
    if (done.gave_up || (leaves_ends && context.entry_count == size)) break;
    used = context.used;
    actions = context.action_count;
    size = context.entry_count;
    ends[done.states] = size;
  }
  out.raw_bytes().set_size(used);
  if (out.has_entries()) out.raw_entries().set_size(size);
  if (out.form().steps) out.raw_actions().set_size(actions);
  out.set_size(size);
  if (out_of_memory_) throw std::bad_alloc();
  return done;
}

bool Runtime::valuation(const Code& code, model::StateView s, std::uint64_t& bits) {
  context_->failed = 0;
  bits = code.valuation(context_.get(), load(s, source_));
  return context_->failed == 0;
}

bool Runtime::observer_moves(const Code& code, model::StateView s, std::vector<model::TransitionId>& out) {
  out.resize(observer_transitions_);
  const std::int32_t count = code.observe(context_.get(), load(s, source_), out.data());
  out.resize(static_cast<std::size_t>(std::max(count, 0)));
  return count >= 0;
}

void Runtime::keep(std::uint32_t length, std::uint32_t process) {
  Context& context = *context_;
  std::uint32_t trail = prefix_;
  for (std::uint32_t i = context.first_action; context.records_steps != 0 && i < context.action_count; ++i) {
    trail_.push_back(
        {.action = context.actions[i], .before = trail, .count = trail == model::none ? 1 : trail_[trail].count + 1});
    trail = static_cast<std::uint32_t>(trail_.size() - 1);
  }
  context.action_count = context.first_action;
  const std::uint8_t* const state = pending_states_.add(context.bytes + context.used, length);
  pending_.push_back({.state = state, .length = length, .control = process, .trail = trail});
  ++context.pending;
}

// Puts the actions of the atomic sequence so far in front of those of the step.
void Runtime::put_trail(std::uint32_t entry) {
  Context& context = *context_;
  const std::uint32_t before = trail_[prefix_].count;
  const std::uint32_t own = context.entries[entry].action_count;
  reserve_actions(before + own + more_actions);
  const std::uint32_t first = context.action_count;
  for (std::uint32_t link = prefix_; link != model::none; link = trail_[link].before)
    context.actions[first + trail_[link].count - 1] = trail_[link].action;
  std::copy_n(context.actions + context.entries[entry].first_action, own, context.actions + first + before);
  context.action_count += before + own;
  context.entries[entry].first_action = first;
  context.entries[entry].action_count = before + own;
}

// Like Execution::expand_pending: follows the first of several states to all ends of its sequence before the next one.
std::int32_t Runtime::follow() {
  Context& context = *context_;
  const std::uint32_t committed_only = std::exchange(context.committed_only, 0);
  const std::uint32_t timeout = std::exchange(context.timeout, 0);
  const std::uint32_t length = context.length;
  std::reverse(pending_.begin(), pending_.end());
  for (std::size_t followed = 0; !pending_.empty(); ++followed) {
    // Each field for itself: they have just been written one by one, and reading them at once would wait for memory.
    const std::uint8_t* const state = pending_.back().state;
    const std::uint32_t length_here = pending_.back().length;
    const std::uint32_t control = pending_.back().control;
    prefix_ = pending_.back().trail;
    pending_.pop_back();
    if (followed > max_followed) return -1;
    const std::size_t waiting = pending_.size();
    const std::uint32_t first = context.entry_count;
    // Compiled steps may end processes but start none: a state of the same length has the same processes.
    if (length_here != context.length) {
      context.length = length_here;
      find_places(state);
    }
    if (control >= context.process_count) return -1;
    const std::int32_t taken = code_->expand_one(&context, state, control);
    if (taken < 0) return -1;
    if (taken == 0) {  // the sequence blocks: other processes may continue
      reserve();
      std::memcpy(context.bytes + context.used, state, length_here);
      if (out_->has_entries())
        context.entries[context.entry_count] = {
            .offset = context.used, .length = length_here, .first_action = context.action_count};
      ++context.entry_count;
      context.used += length_here;
      --context.room;
    }
    if (context.records_steps != 0)
      for (std::uint32_t entry = first; entry < context.entry_count; ++entry) put_trail(entry);
    std::reverse(pending_.begin() + static_cast<std::ptrdiff_t>(waiting), pending_.end());
  }
  pending_.clear();
  pending_states_.clear();
  prefix_ = model::none;
  context.pending = 0;
  context.committed_only = committed_only;
  context.timeout = timeout;
  if (context.length != length) {
    context.length = length;
    find_places(outer_);
  }
  return 0;
}

}  // namespace lariat::native
