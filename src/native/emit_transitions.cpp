// SPDX-License-Identifier: Apache-2.0
// Code for transitions: when they are enabled, and their effects.
#include <cstddef>

#include "native/context.hpp"
#include "native/emitter.hpp"

namespace lariat::native {

using model::Communication;
using model::Effect;
using model::none;
using model::Transition;

namespace {

constexpr unsigned max_depth_of_escapes = 8;
constexpr unsigned max_inner_steps = 10'000;  // of a d_step; longer ones are left to the interpreter

constexpr int free_code = static_cast<int>(Transition::Then::free);
constexpr int atomic_code = static_cast<int>(Transition::Then::atomic);
constexpr int at_once_code = static_cast<int>(Transition::Then::at_once);

bool ends_process(const Transition& transition) {
  return !transition.effects.empty() && transition.effects.front().kind == Effect::Kind::end;
}

}  // namespace

void Emitter::attempt(model::TransitionId id, const Frame& frame, Mode mode, const std::string& otherwise,
                      const std::function<void(const Exchange&)>& then, unsigned depth) {
  const Transition& transition = type_of(frame).transitions[id];
  const auto go_on_if = [&](const std::string& condition) {
    const std::string more = f().label();
    f().branch(condition, more, otherwise);
    f().begin(more);
  };
  if (depth > max_depth_of_escapes) throw Unsupported{"unless inside unless, more than 8 deep"};
  if (ends_process(transition)) {
    const std::string count = field(offsetof(Context, process_count), "i32");
    const std::string next = f().value("add i32 {}, 1", frame.self->number);
    go_on_if(f().value("icmp eq i32 {}, {}", next, count));
  }
  for (const model::TransitionId escape : transition.unless) {
    const std::string cannot = f().label();
    attempt(
        escape, frame, Mode::test, cannot, [&](const Exchange&) { f().jump(otherwise); }, depth + 1);
    f().begin(cannot);
  }
  if (transition.guard != none) go_on_if(truth(transition.guard, frame));
  if (transition.communication == none) {
    then({});
    f().jump(otherwise);
    return;
  }
  const Communication& communication = program_.communications[transition.communication];
  with_channel(communication.channel, frame, [&](const Channel& channel) {
    const std::uint32_t capacity = program_.channel_types[channel.type].capacity;
    const bool sends = communication.kind == Communication::Kind::send;
    if (capacity == 0) {
      if (!sends) {
        f().jump(otherwise);  // rendezvous are found by the sender
      } else if (mode == Mode::expand) {
        if (type_of(frame).deterministic) f().bail_if(f().value("icmp ne i32 {}, 0", f().value("load i32, ptr %taken")));
        meet(transition, id, channel, frame);
        f().jump(otherwise);
      } else {
        f().bail();
      }
      return;
    }
    if (sends) {
      if (!options_.lossy) go_on_if(f().value("icmp ult i32 {}, {}", length(channel, frame.state), capacity));
      then([&](const Frame& work) { put(communication, channel, work); });
    } else {
      const std::string message = find_message(communication, channel, frame, otherwise);
      then([&](const Frame& work) { take(communication, channel, message, work); });
    }
    f().jump(otherwise);
  });
  f().jump(otherwise);
}

// Makes room for one more successor, and copies the state there.
std::string Emitter::begin_step(const std::string& source) {
  const std::string room = field(offsetof(Context, room), "i32");
  const std::string full = f().label();
  const std::string ready = f().label();
  f().line("br i1 {}, label %{}, label %{}, !prof !0", f().value("icmp eq i32 {}, 0", room), full, ready);
  f().close();
  f().begin(full);
  const std::string reserved = f().value("call i32 {}(ptr %ctx)", field(offsetof(Context, reserve), "ptr"));
  f().bail_if(f().value("icmp slt i32 {}, 0", reserved));
  f().begin(ready);
  const std::string bytes = field(offsetof(Context, bytes), "ptr");
  const std::string used = field(offsetof(Context, used), "i64");
  const std::string w = f().value("getelementptr inbounds i8, ptr {}, i64 {}", bytes, used);
  if (layout_.length() == 0)
    f().line("call void @copy(ptr {}, ptr {}, i32 %length)", w, source);
  else
    f().line("call void @llvm.memcpy.p0.p0.i64(ptr {}, ptr {}, i64 {}, i1 false)", w, source, layout_.length());
  set_field(offsetof(Context, first_action), "i32", field(offsetof(Context, action_count), "i32"));
  return w;
}

void Emitter::record(model::TransitionId id, const Self& self) {
  f().line("call void @record(ptr %ctx, i32 {}, i32 {}, i32 {}, i64 {})", self.number, self.type, id,
           first_transition_[self.type] + id);
}

std::string Emitter::act(model::TransitionId id, const Frame& work) {
  const Transition& transition = type_of(work).transitions[id];
  const std::string length = layout_.length() == 0 ? "%length" : std::to_string(layout_.length());
  if (ends_process(transition)) {
    if (transition.effects.size() > 1 || transition.then != Transition::Then::free)
      throw Unsupported{"a process that does something when it ends"};
    // The youngest process is the last thing in the state, unless there are channels behind it.
    const std::string made = load(address(work.state, "", layout_.counts() + 1), model::byte_type);
    f().bail_if(f().value("icmp ne i32 {}, 0", made));
    const std::string counts = address(work.state, "", layout_.counts());
    const std::string count = load(counts, model::byte_type);
    store(counts, model::byte_type, f().value("sub i32 {}, 1", count));
    if (layout_.length() != 0) {
      f().line("call void @llvm.memset.p0.i64(ptr {}, i8 0, i64 {}, i1 false)", address(work.state, work.self->base, 0),
               layout_.shape(work.self->type).bytes);
      return length;
    }
    return f().value("trunc i64 {} to i32", work.self->base);
  }
  const model::Layout::ProcessShape& shape = layout_.shape(work.self->type);
  store(address(work.state, work.self->base, shape.location), shape.location_type, std::to_string(transition.target));
  for (const Effect& effect : transition.effects) run(effect, work);
  return length;
}

void Emitter::run(const Effect& effect, const Frame& work) {
  switch (effect.kind) {
    case Effect::Kind::assign:
      assign(effect.place, work, value(effect.value, work));
      return;
    case Effect::Kind::check: {
      const std::string holds = truth(effect.value, work);
      f().bail_if(f().value("xor i1 {}, true", holds));
      return;
    }
    case Effect::Kind::print:
      return;
    case Effect::Kind::start:
    case Effect::Kind::make_channel:
      f().bail();
      f().begin(f().label());
      return;
    case Effect::Kind::end:
      throw Unsupported{"a process that ends in the middle of a step"};
    case Effect::Kind::set_priority:
      throw Unsupported{"priorities"};
    case Effect::Kind::block:
      throw Unsupported{"a claim that blocks inside a d_step"};
  }
}

void Emitter::step(model::TransitionId id, const Frame& frame, const Exchange& exchange) {
  const std::string w = begin_step(frame.state);
  const Frame work{.state = w, .self = frame.self};
  if (exchange) exchange(work);
  record(id, *frame.self);
  const std::string length = act(id, work);
  finish_step(work, length, type_of(frame).transitions[id].then);
  f().line("store i32 1, ptr %taken");
}

// Makes the finished state a successor.
void Emitter::emit_entry(const std::string& length) { f().line("call void @emit(ptr %ctx, i32 {})", length); }

void Emitter::finish_step(const Frame& work, const std::string& length, Transition::Then then) {
  if (then == Transition::Then::at_once) {
    finish_step(work, length, std::to_string(at_once_code));
    return;
  }
  if (program_.last_process != none) {
    const model::Variable& last = program_.globals[program_.last_process];
    store(address(work.state, "", layout_.global(program_.last_process)), last.type, work.self->number);
  }
  if (then == Transition::Then::free) {
    emit_entry(length);
    return;
  }
  has_atomic_ = true;
  const std::string kept =
      f().value("call i32 {}(ptr %ctx, i32 {}, i32 {})", field(offsetof(Context, keep), "ptr"), length, work.self->number);
  f().bail_if(f().value("icmp slt i32 {}, 0", kept));
}

// Finishes a step of which only the code knows, at run time, how it ends.
void Emitter::finish_step(const Frame& work, const std::string& length, const std::string& how) {
  const std::string known = f().slot("i32");
  f().line("store i32 {}, ptr {}", how, known);
  const std::string inside = f().label();
  const std::string after = f().label();
  const std::string atomic = f().label();
  const std::string free = f().label();
  const std::string done = f().label();
  f().branch(f().value("icmp eq i32 {}, {}", how, at_once_code), inside, after);
  f().begin(inside);
  has_d_steps_ = true;
  const std::string result = f().value("call i32 @inside(ptr %ctx, ptr {}, i32 {})", work.state, work.self->number);
  f().bail_if(f().value("icmp slt i32 {}, 0", result));
  f().line("store i32 {}, ptr {}", result, known);
  f().begin(after);
  const std::string final = f().value("load i32, ptr {}", known);
  f().branch(f().value("icmp eq i32 {}, {}", final, atomic_code), atomic, free);
  f().begin(atomic);
  finish_step(work, length, Transition::Then::atomic);
  f().jump(done);
  f().begin(free);
  finish_step(work, length, Transition::Then::free);
  f().begin(done);
}

// All transitions of a process from the locations from `first` up to `last`.
void Emitter::process_body(const Frame& frame, model::LocationId first, model::LocationId last) {
  const model::ProcessType& type = type_of(frame);
  const std::string over = f().label();
  f().line("store i32 0, ptr %taken");
  if (type.provided != none) {
    const std::string may = f().label();
    f().branch(truth(type.provided, frame), may, over);
    f().begin(may);
  }
  std::string cases;
  std::vector<std::pair<model::LocationId, std::string>> blocks;
  for (model::LocationId l = first; l < last; ++l) {
    if (type.locations[l].out.empty()) continue;
    blocks.emplace_back(l, f().label());
    cases += fmt::format(" i32 {}, label %{}", l, blocks.back().second);
  }
  f().line("switch i32 {}, label %{} [{} ]", location(frame.state, *frame.self), over, cases);
  f().close();
  for (const auto& [l, label] : blocks) {
    f().begin(label);
    if (has_committed_ && !type.locations[l].committed) {
      const std::string may = f().label();
      const std::string only = field(offsetof(Context, committed_only), "i32");
      f().branch(f().value("icmp eq i32 {}, 0", only), may, over);
      f().begin(may);
    }
    bool is_first = true;
    for (const model::TransitionId id : type.locations[l].out) {
      const std::string next = f().label();
      std::string before;
      if ((type.transitions[id].is_else || type.deterministic) && !is_first) before = f().value("load i32, ptr %taken");
      if (type.transitions[id].is_else && !is_first) {
        const std::string alone = f().label();
        f().branch(f().value("icmp eq i32 {}, 0", before), alone, next);
        f().begin(alone);
      }
      attempt(id, frame, Mode::expand, next, [&](const Exchange& exchange) {
        if (type.deterministic && !before.empty()) f().bail_if(f().value("icmp ne i32 {}, 0", before));
        step(id, frame, exchange);
      });
      f().begin(next);
      is_first = false;
    }
    f().jump(over);
  }
  f().begin(over);
}

// @inside<type>: continues a d_step in place, always by the first enabled transition, up to one that does not continue it.
// Returns how that one ends the step.
void Emitter::d_step_function(model::ProcessTypeId type_id) {
  const model::ProcessType& type = program_.process_types[type_id];
  const std::string head = fmt::format("define internal i32 @inside{}(ptr %ctx, ptr %w, i32 %p, i32 %b)", type_id);
  text_ += in_function(head, "  ret i32 -1\n", [&] {
    const Self self{.number = "%p", .base = f().value("zext i32 %b to i64"), .type = type_id};
    const Frame work{.state = "%w", .self = &self};
    f().line("%length = load i32, ptr {}", context_pointer(offsetof(Context, length)));
    const std::string steps = f().slot("i32");
    f().line("store i32 0, ptr {}", steps);
    const std::string again = f().label();
    const std::string blocked = f().label();
    f().begin(again);
    const std::string step = f().value("load i32, ptr {}", steps);
    f().bail_if(f().value("icmp ugt i32 {}, {}", step, max_inner_steps));
    f().line("store i32 {}, ptr {}", f().value("add i32 {}, 1", step), steps);
    std::string cases;
    std::vector<std::pair<model::LocationId, std::string>> blocks;
    for (model::LocationId l = 0; l < type.locations.size(); ++l) {
      bool is_inside = false;
      for (const Transition& transition : type.transitions)
        is_inside |= transition.target == l && transition.then == Transition::Then::at_once;
      if (!is_inside) continue;
      blocks.emplace_back(l, f().label());
      cases += fmt::format(" i32 {}, label %{}", l, blocks.back().second);
    }
    f().line("switch i32 {}, label %{} [{} ]", location("%w", self), blocked, cases);
    f().close();
    for (const auto& [l, label] : blocks) {
      f().begin(label);
      for (const model::TransitionId id : type.locations[l].out) {
        const std::string next = f().label();
        attempt(id, work, Mode::inside_d_step, next, [&](const Exchange& exchange) {
          if (exchange) exchange(work);
          record(id, self);
          act(id, work);
          const Transition::Then then = type.transitions[id].then;
          if (then == Transition::Then::at_once)
            f().jump(again);
          else
            f().ret(fmt::format("i32 {}", static_cast<int>(then)));
        });
        f().begin(next);
      }
      f().jump(blocked);
    }
    f().begin(blocked);
    f().ret("i32 -1");
  });
  static_assert(free_code == 0);
}

}  // namespace lariat::native
