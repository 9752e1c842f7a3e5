// SPDX-License-Identifier: Apache-2.0
// Code for channels with a buffer, and for rendezvous.
#include <algorithm>
#include <cstddef>

#include "native/context.hpp"
#include "native/emitter.hpp"

namespace lariat::native {

using model::Communication;
using model::none;
using model::Op;

std::vector<model::ChannelTypeId> distinct_shapes(const model::Program& program, std::vector<std::uint32_t>& shape_of) {
  std::vector<model::ChannelTypeId> shapes;
  for (model::ChannelTypeId id = 0; id < program.channel_types.size(); ++id) {
    const model::ChannelType& type = program.channel_types[id];
    const auto known = std::find_if(shapes.begin(), shapes.end(), [&](model::ChannelTypeId other) {
      const model::ChannelType& shape = program.channel_types[other];
      return shape.capacity == type.capacity && shape.fields == type.fields && shape.any_fields == type.any_fields;
    });
    shape_of.push_back(static_cast<std::uint32_t>(known - shapes.begin()));
    if (known == shapes.end()) shapes.push_back(id);
  }
  return shapes;
}

// Emits the body once if the channel is known, otherwise once for each shape of channel that it may have at run time.
void Emitter::with_channel(model::ExprId number, const Frame& frame, const std::function<void(const Channel&)>& body) {
  const model::Expr& e = program_.expressions[number];
  if (e.op == Op::constant && e.value >= 1 && static_cast<std::size_t>(e.value) <= program_.channels.size()) {
    const auto index = static_cast<std::size_t>(e.value) - 1;
    const std::string done = f().label();
    body({.type = program_.channels[index].type,
          .number = std::to_string(e.value),
          .offset = std::to_string(layout_.channel(index))});
    f().begin(done);
    return;
  }
  const std::string channel = value(number, frame);
  const std::string index = f().value("sub i32 {}, 1", channel);
  const std::string count = field(offsetof(Context, channel_count), "i32");
  f().bail_if(f().value("icmp uge i32 {}, {}", index, count));
  const std::string shape = field_at(offsetof(Context, channel_shapes), index);
  const std::string offset = extended(field_at(offsetof(Context, channel_offsets), index));
  const std::string done = f().label();
  std::string cases;
  std::vector<std::string> labels;
  for (std::size_t i = 0; i < shapes_.size(); ++i) {
    labels.push_back(f().label());
    cases += fmt::format(" i32 {}, label %{}", i, labels.back());
  }
  f().line("switch i32 {}, label %{} [{} ]", shape, done, cases);
  f().close();
  for (std::size_t i = 0; i < shapes_.size(); ++i) {
    f().begin(labels[i]);
    body({.type = shapes_[i], .number = channel, .offset = offset});
    f().jump(done);
  }
  f().begin(done);
}

std::string Emitter::length(const Channel& channel, const std::string& state) {
  if (program_.channel_types[channel.type].capacity == 0) return "0";
  return load(address(state, channel.offset, 0), layout_.channel_shape(channel.type).length_type);
}

std::string Emitter::message_field(const Channel& channel, const std::string& state, const std::string& message,
                                   std::size_t i) {
  const model::Layout::ChannelShape& shape = layout_.channel_shape(channel.type);
  const std::string first = address(state, channel.offset, shape.messages + shape.fields[i]);
  const std::string at = f().value("mul i64 {}, {}", extended(message), shape.message_bytes);
  return load(f().value("getelementptr inbounds i8, ptr {}, i64 {}", first, at),
              program_.channel_types[channel.type].fields[i]);
}

std::string Emitter::find_message(const Communication& receive, const Channel& channel, const Frame& frame,
                                  const std::string& otherwise) {
  const std::size_t fields = program_.channel_types[channel.type].fields.size();
  const std::string waiting = length(channel, frame.state);
  const std::string message = f().slot("i32");
  f().line("store i32 0, ptr {}", message);
  const std::string look = f().label();
  const std::string test = f().label();
  const std::string next = f().label();
  const std::string found = f().label();
  f().begin(look);
  const std::string at = f().value("load i32, ptr {}", message);
  f().branch(f().value("icmp ult i32 {}, {}", at, waiting), test, otherwise);
  f().begin(test);
  for (std::size_t i = 0; i < receive.arguments.size() && i < fields; ++i) {
    if (receive.arguments[i].kind != Communication::Argument::Kind::value) continue;
    const std::string wanted = value(receive.arguments[i].value, frame);
    const std::string there = message_field(channel, frame.state, at, i);
    const std::string more = f().label();
    f().branch(f().value("icmp eq i32 {}, {}", wanted, there), more, next);
    f().begin(more);
  }
  f().jump(found);
  f().begin(next);
  if (receive.anywhere) {
    f().line("store i32 {}, ptr {}", f().value("add i32 {}, 1", at), message);
    f().jump(look);
  } else {
    f().jump(otherwise);
  }
  f().begin(found);
  return receive.anywhere ? at : "0";
}

void Emitter::put(const Communication& send, const Channel& channel, const Frame& work) {
  const model::ChannelType& type = program_.channel_types[channel.type];
  const model::Layout::ChannelShape& shape = layout_.channel_shape(channel.type);
  if (send.sorted || send.arguments.size() != type.fields.size()) {
    f().bail();
    f().begin(f().label());
    return;
  }
  std::vector<std::string> values;
  for (const Communication::Argument& argument : send.arguments) values.push_back(value(argument.value, work));
  if (program_.overflow == model::Program::Overflow::error)
    for (std::size_t i = 0; i < values.size(); ++i) bail_unless_holds(values[i], type.fields[i]);
  const std::string waiting = length(channel, work.state);
  const std::string lost = f().label();
  if (options_.lossy) {
    const std::string room = f().label();
    f().branch(f().value("icmp ult i32 {}, {}", waiting, type.capacity), room, lost);
    f().begin(room);
  }
  const std::string first = address(work.state, channel.offset, shape.messages);
  const std::string at = f().value("mul i64 {}, {}", extended(waiting), shape.message_bytes);
  const std::string message = f().value("getelementptr inbounds i8, ptr {}, i64 {}", first, at);
  for (std::size_t i = 0; i < values.size(); ++i)
    store(address(message, "", shape.fields[i]), type.fields[i], wrapped(values[i], type.fields[i]));
  store(address(work.state, channel.offset, 0), shape.length_type, f().value("add i32 {}, 1", waiting));
  f().begin(lost);
}

void Emitter::take(const Communication& receive, const Channel& channel, const std::string& message, const Frame& work) {
  const model::ChannelType& type = program_.channel_types[channel.type];
  const model::Layout::ChannelShape& shape = layout_.channel_shape(channel.type);
  if (receive.arguments.size() != type.fields.size()) {
    f().bail();
    f().begin(f().label());
    return;
  }
  std::vector<std::string> values;
  for (std::size_t i = 0; i < type.fields.size(); ++i) values.push_back(message_field(channel, work.state, message, i));
  if (!receive.copies) {
    // The bytes behind the last message are 0, so that the whole buffer can be moved whatever its length.
    const std::string first = address(work.state, channel.offset, shape.messages);
    const std::string from = extended(message);
    const std::string gone =
        f().value("getelementptr inbounds i8, ptr {}, i64 {}", first, f().value("mul i64 {}, {}", from, shape.message_bytes));
    const std::string behind = f().value("getelementptr inbounds i8, ptr {}, i64 {}", gone, shape.message_bytes);
    const std::string left = f().value("sub i64 {}, {}", type.capacity - 1, from);
    const std::string bytes = f().value("mul i64 {}, {}", left, shape.message_bytes);
    f().line("call void @llvm.memmove.p0.p0.i64(ptr {}, ptr {}, i64 {}, i1 false)", gone, behind, bytes);
    const std::string last = address(work.state, channel.offset, shape.messages + (type.capacity - 1) * shape.message_bytes);
    f().line("call void @llvm.memset.p0.i64(ptr {}, i8 0, i64 {}, i1 false)", last, shape.message_bytes);
    const std::string waiting = length(channel, work.state);
    store(address(work.state, channel.offset, 0), shape.length_type, f().value("sub i32 {}, 1", waiting));
  }
  for (std::size_t i = 0; i < receive.arguments.size(); ++i)
    if (receive.arguments[i].kind == Communication::Argument::Kind::store) assign(receive.arguments[i].place, work, values[i]);
}

bool Emitter::receives_by_meeting(const model::Transition& transition) const {
  if (transition.communication == none) return false;
  const Communication& communication = program_.communications[transition.communication];
  if (communication.kind != Communication::Kind::receive) return false;
  const model::Expr& e = program_.expressions[communication.channel];
  if (e.op != Op::constant || e.value < 1 || static_cast<std::size_t>(e.value) > program_.channels.size()) return true;
  return program_.channel_types[program_.channels[static_cast<std::size_t>(e.value) - 1].type].capacity == 0;
}

// @match<type>: the first transition from the receiver's location, from the `from`th on, that receives what is offered. Returns
// its index among the transitions from there, plus 1; 0 if there is none.
void Emitter::match_function(model::ProcessTypeId type_id) {
  const model::ProcessType& type = program_.process_types[type_id];
  const std::string head = fmt::format(
      "define internal i32 @match{}(ptr %ctx, ptr %s, i32 %q, i32 %b, i32 %channel, i32 %count, i32 %from)", type_id);
  text_ += in_function(head, "  ret i32 -1\n", [&] {
    const Self self{.number = "%q", .base = f().value("zext i32 %b to i64"), .type = type_id};
    const Frame frame{.state = "%s", .self = &self};
    const std::string nothing = f().label();
    if (type.provided != none) {
      const std::string may = f().label();
      f().branch(truth(type.provided, frame), may, nothing);
      f().begin(may);
    }
    const std::string committed_only = has_committed_ ? field(offsetof(Context, committed_only), "i32") : "";
    std::string cases;
    std::vector<std::pair<model::LocationId, std::string>> blocks;
    for (model::LocationId l = 0; l < type.locations.size(); ++l) {
      const auto& out = type.locations[l].out;
      if (std::none_of(out.begin(), out.end(),
                       [&](model::TransitionId id) { return receives_by_meeting(type.transitions[id]); }))
        continue;
      blocks.emplace_back(l, f().label());
      cases += fmt::format(" i32 {}, label %{}", l, blocks.back().second);
    }
    f().line("switch i32 {}, label %{} [{} ]", location("%s", self), nothing, cases);
    f().close();
    for (const auto& [l, label] : blocks) {
      f().begin(label);
      if (has_committed_ && !type.locations[l].committed) {
        const std::string may = f().label();
        f().branch(f().value("icmp eq i32 {}, 0", committed_only), may, nothing);
        f().begin(may);
      }
      const auto& out = type.locations[l].out;
      for (std::size_t k = 0; k < out.size(); ++k) {
        const model::Transition& transition = type.transitions[out[k]];
        if (!receives_by_meeting(transition)) continue;
        if (!transition.unless.empty()) throw Unsupported{"unless around a rendezvous"};
        const std::string next = f().label();
        const auto go_on_if = [&](const std::string& condition) {
          const std::string more = f().label();
          f().branch(condition, more, next);
          f().begin(more);
        };
        const Communication& receive = program_.communications[transition.communication];
        go_on_if(f().value("icmp ule i32 %from, {}", k));
        const std::string channel = value(receive.channel, frame);
        go_on_if(f().value("icmp eq i32 {}, %channel", channel));
        if (transition.guard != none) go_on_if(truth(transition.guard, frame));
        for (std::size_t i = 0; i < receive.arguments.size(); ++i) {
          if (receive.arguments[i].kind != Communication::Argument::Kind::value) continue;
          const std::string skip = f().label();
          const std::string look = f().label();
          f().branch(f().value("icmp ult i32 {}, %count", i), look, skip);
          f().begin(look);
          const std::string wanted = value(receive.arguments[i].value, frame);
          const std::string sent = field(offsetof(Context, values) + 4 * i, "i32");
          f().branch(f().value("icmp eq i32 {}, {}", wanted, sent), skip, next);
          f().begin(skip);
        }
        if (type.deterministic) f().bail_if(f().value("icmp ne i32 %from, 0"));
        f().ret(fmt::format("i32 {}", k + 1));
        f().begin(next);
      }
      f().jump(nothing);
    }
    f().begin(nothing);
    f().ret("i32 0");
  });
}

// @accept<type>: the receiver's half of a rendezvous, in the state after the step: it stores the values and takes its
// transition. Returns 0, 1 or 2: how the transition says that the step ends (Transition::Then).
void Emitter::accept_function(model::ProcessTypeId type_id) {
  const model::ProcessType& type = program_.process_types[type_id];
  const std::string head =
      fmt::format("define internal i32 @accept{}(ptr %ctx, ptr %w, i32 %q, i32 %b, i32 %shape, i32 %count, i32 %k)", type_id);
  text_ += in_function(head, "  ret i32 -1\n", [&] {
    const Self self{.number = "%q", .base = f().value("zext i32 %b to i64"), .type = type_id};
    const Frame work{.state = "%w", .self = &self};
    std::string cases;
    std::vector<std::pair<model::TransitionId, std::string>> blocks;
    // By location and index there, which @match returned, both in one number.
    for (model::LocationId l = 0; l < type.locations.size(); ++l)
      for (std::size_t k = 0; k < type.locations[l].out.size(); ++k) {
        const model::TransitionId id = type.locations[l].out[k];
        if (!receives_by_meeting(type.transitions[id])) continue;
        blocks.emplace_back(id, f().label());
        cases += fmt::format(" i64 {}, label %{}", (std::uint64_t{l} << 32) | k, blocks.back().second);
      }
    const std::string wide = f().value("zext i32 {} to i64", location("%w", self));
    const std::string high = f().value("shl i64 {}, 32", wide);
    const std::string low = f().value("zext i32 %k to i64");
    const std::string key = f().value("or i64 {}, {}", high, low);
    const std::string nothing = f().label();
    f().line("switch i64 {}, label %{} [{} ]", key, nothing, cases);
    f().close();
    for (const auto& [id, label] : blocks) {
      f().begin(label);
      const model::Transition& transition = type.transitions[id];
      const Communication& receive = program_.communications[transition.communication];
      if (receive.copies) {
        f().bail();
        continue;
      }
      // Both must have the same number of values, unless the channel takes any.
      std::string any = "false";
      for (std::size_t i = 0; i < shapes_.size(); ++i)
        if (program_.channel_types[shapes_[i]].any_fields) {
          const std::string is = f().value("icmp eq i32 %shape, {}", i);
          any = f().value("or i1 {}, {}", any, is);
        }
      const std::string same = f().value("icmp eq i32 %count, {}", receive.arguments.size());
      const std::string fine = f().value("or i1 {}, {}", any, same);
      f().bail_if(f().value("xor i1 {}, true", fine));
      for (std::size_t i = 0; i < receive.arguments.size(); ++i) {
        if (receive.arguments[i].kind != Communication::Argument::Kind::store) continue;
        const std::string skip = f().label();
        const std::string more = f().label();
        f().branch(f().value("icmp ult i32 {}, %count", i), more, skip);
        f().begin(more);
        assign(receive.arguments[i].place, work, field(offsetof(Context, values) + 4 * i, "i32"));
        f().begin(skip);
      }
      record(id, self);
      act(id, work);
      f().ret(fmt::format("i32 {}", static_cast<int>(transition.then)));
    }
    f().begin(nothing);
    f().ret("i32 -1");
  });
}

// The sender offers its message to every other process, in the order in which processes are tried.
void Emitter::meet(const model::Transition& sender, model::TransitionId id, const Channel& channel, const Frame& frame) {
  has_meetings_ = true;
  const Communication& send = program_.communications[sender.communication];
  const model::ChannelType& type = program_.channel_types[channel.type];
  const std::size_t count = send.arguments.size();
  if (count > max_values) throw Unsupported{"messages with more than 64 values"};
  if (send.alone) {
    f().bail();
    f().begin(f().label());
    return;
  }
  const std::string done = f().label();
  std::vector<std::string> values;
  for (const Communication::Argument& argument : send.arguments) values.push_back(value(argument.value, frame));
  for (std::size_t i = 0; i < count; ++i)
    set_field(offsetof(Context, values) + 4 * i, "i32",
              type.any_fields || i >= type.fields.size() ? values[i] : wrapped(values[i], type.fields[i]));
  const std::uint32_t shape_number = shape_of_[channel.type];
  // All pairs (receiver, transition): the receiver, and how many of its transitions have been tried.
  const auto offer_to = [&](const std::string& q, const std::string& base, const std::string& match,
                            const std::string& accept) {
    const std::string from = f().slot("i32");
    f().line("store i32 0, ptr {}", from);
    const std::string look = f().label();
    const std::string found = f().label();
    const std::string over = f().label();
    f().begin(look);
    const std::string begin = f().value("load i32, ptr {}", from);
    const std::string r = f().value("call i32 @{}(ptr %ctx, ptr {}, i32 {}, i32 {}, i32 {}, i32 {}, i32 {})", match,
                                    frame.state, q, base, channel.number, count, begin);
    f().bail_if(f().value("icmp slt i32 {}, 0", r));
    f().branch(f().value("icmp eq i32 {}, 0", r), over, found);
    f().begin(found);
    f().line("store i32 {}, ptr {}", r, from);
    if (!type.any_fields && count != type.fields.size()) {
      f().bail();
      f().begin(f().label());
    }
    const std::string w = begin_step(frame.state);
    record(id, *frame.self);
    const std::string k = f().value("sub i32 {}, 1", r);
    const std::string how = f().value("call i32 @{}(ptr %ctx, ptr {}, i32 {}, i32 {}, i32 {}, i32 {}, i32 {})", accept, w, q,
                                      base, shape_number, count, k);
    f().bail_if(f().value("icmp slt i32 {}, 0", how));
    const Frame work{.state = w, .self = frame.self};
    const std::string length = act(id, work);
    if (program_.receiver_takes_over) {
      const Self receiver{.number = q, .base = "", .type = none};
      finish_step(Frame{.state = w, .self = &receiver}, length, how);
    } else {
      // `_last` is the receiver in any case.
      if (program_.last_process != none) throw Unsupported{"_last where the sender goes on"};
      finish_step(work, length, sender.then);
    }
    f().line("store i32 1, ptr %taken");
    f().jump(look);
    f().begin(over);
  };
  if (layout_.has_slots() && layout_.slots().size() <= 64) {
    const std::string alive = layout_.dynamic() ? field(offsetof(Context, process_count), "i32") : "";
    const std::size_t processes = layout_.slots().size();
    for (std::size_t i = 0; i < processes; ++i) {
      const std::size_t q = program_.newest_first ? processes - 1 - i : i;
      if (std::to_string(q) == frame.self->number) continue;
      const model::ProcessTypeId other = layout_.slots()[q].type;
      const model::ProcessType& receiver = program_.process_types[other];
      if (std::none_of(receiver.transitions.begin(), receiver.transitions.end(), [&](const model::Transition& t) {
            if (!receives_by_meeting(t)) return false;
            const model::Expr& e = program_.expressions[program_.communications[t.communication].channel];
            return e.op != Op::constant || std::to_string(e.value) == channel.number || channel.number.front() == '%';
          }))
        continue;
      const auto offer = [&] {
        offer_to(std::to_string(q), std::to_string(layout_.slots()[q].base), fmt::format("match{}", other),
                 fmt::format("accept{}", other));
      };
      const std::string next = f().label();
      if (layout_.dynamic()) {
        const std::string exists = f().label();
        f().branch(f().value("icmp ugt i32 {}, {}", alive, q), exists, next);
        f().begin(exists);
      }
      if (frame.self->number.front() != '%') {
        offer();
        f().begin(next);
        continue;
      }
      const std::string is_other = f().label();
      f().branch(f().value("icmp eq i32 {}, {}", frame.self->number, q), next, is_other);
      f().begin(is_other);
      offer();
      f().begin(next);
    }
  } else {
    const std::string i = f().slot("i32");
    f().line("store i32 0, ptr {}", i);
    const std::string look = f().label();
    const std::string body = f().label();
    const std::string other = f().label();
    const std::string next = f().label();
    f().begin(look);
    const std::string at = f().value("load i32, ptr {}", i);
    const std::string processes = field(offsetof(Context, process_count), "i32");
    f().branch(f().value("icmp ult i32 {}, {}", at, processes), body, done);
    f().begin(body);
    const std::string last = f().value("sub i32 {}, 1", processes);
    const std::string q = program_.newest_first ? f().value("sub i32 {}, {}", last, at) : at;
    f().branch(f().value("icmp eq i32 {}, {}", q, frame.self->number), next, other);
    f().begin(other);
    const std::string base = field_at(offsetof(Context, bases), q);
    offer_to(q, base, "match", "accept");
    f().begin(next);
    f().line("store i32 {}, ptr {}", f().value("add i32 {}, 1", at), i);
    f().jump(look);
  }
  f().begin(done);
}

}  // namespace lariat::native
