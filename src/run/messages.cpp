// SPDX-License-Identifier: Apache-2.0
#include "run/messages.hpp"

#include <fmt/format.h>

#include <map>
#include <utility>

#include "lariat/base/printable.hpp"
#include "lariat/run/state_text.hpp"

namespace lariat::run {
namespace {

using model::Event;
using model::none;
using model::Value;

constexpr std::string_view chart_mark = "MSC:";  // of texts that are meant for charts

class Collector {
 public:
  Collector(model::Interpreter& interpreter, const Run& run)
      : interpreter_(interpreter), program_(interpreter.program()), run_(run) {}

  std::vector<Message> take() {
    collect();
    return std::move(messages_);
  }

 private:
  void collect() {
    for (std::size_t i = 0; i < run_.steps.size(); ++i) {
      std::vector<model::Action> actions = run_.steps[i].actions;
      if (!actions.empty() && actions.back().process == model::observer_number) actions.pop_back();
      if (actions.empty()) continue;
      for (Event& event : interpreter_.events(run_.before(i), actions)) {
        if (event.kind == Event::Kind::print && !event.text.starts_with(chart_mark)) continue;
        sent_ = 0;
        std::string text = text_of(event, i);
        messages_.push_back({.step = i, .event = std::move(event), .text = std::move(text), .sent = sent_});
      }
    }
  }

  std::string text_of(const Event& event, std::size_t step) {
    switch (event.kind) {
      case Event::Kind::print: {
        std::string_view text = std::string_view(event.text).substr(chart_mark.size());
        while (text.starts_with(' ')) text.remove_prefix(1);
        while (text.ends_with('\n')) text.remove_suffix(1);
        return printable(text);
      }
      case Event::Kind::start:
        return "run";
      case Event::Kind::end:
        return "ends";
      case Event::Kind::meet:
        return message(event, "!");
      case Event::Kind::send: {
        const bool sorted = program_.communications[event.communication].sorted;
        std::vector<std::size_t>& queue = waiting(event);
        if (event.position != none) queue.insert(queue.begin() + static_cast<std::ptrdiff_t>(event.position), step + 1);
        return message(event, sorted ? "!!" : "!") + (event.position == none ? " lost" : "");
      }
      case Event::Kind::receive: {
        const model::Communication& receive = program_.communications[event.communication];
        std::vector<std::size_t>& queue = waiting(event);
        sent_ = queue[event.position];
        if (!receive.copies) queue.erase(queue.begin() + static_cast<std::ptrdiff_t>(event.position));
        return message(event, receive.anywhere ? "??" : "?", receive.copies);
      }
    }
    return "";
  }

  // The steps that put the messages into the channel which are there; 0 where that is not known.
  std::vector<std::size_t>& waiting(const Event& event) {
    std::vector<std::size_t>& queue = waiting_[event.channel];
    if (queue.size() != event.waiting) queue.assign(event.waiting, 0);
    return queue;
  }

  // `c!1,red`
  std::string message(const Event& event, std::string_view sign, bool copies = false) const {
    const model::ChannelType& type = program_.channel_types[event.channel_type];
    const auto index = static_cast<std::size_t>(event.channel) - 1;
    std::string text =
        index < program_.channels.size() ? program_.channels[index].name : fmt::format("{}#{}", type.name, event.channel);
    text += sign;
    if (copies) text += "<";
    for (std::size_t i = 0; i < event.values.size(); ++i) {
      if (i > 0) text += ",";
      text += value(i < type.symbols.size() ? type.symbols[i] : none, event.values[i]);
    }
    if (copies) text += ">";
    return printable(text);
  }

  std::string value(std::uint32_t table, Value value) const {
    if (table < program_.symbol_tables.size() && value >= 0) {
      const auto& names = program_.symbol_tables[table];
      const auto index = static_cast<std::size_t>(value);
      if (index < names.size() && !names[index].empty()) return names[index];
    }
    return std::to_string(value);
  }

  model::Interpreter& interpreter_;
  const model::Program& program_;
  const Run& run_;
  std::vector<Message> messages_;
  std::size_t sent_ = 0;                               // of the event that is looked at
  std::map<Value, std::vector<std::size_t>> waiting_;  // by channel: the steps that sent what is in it
};

}  // namespace

std::vector<Message> messages_of(model::Interpreter& interpreter, const Run& run) { return Collector(interpreter, run).take(); }

}  // namespace lariat::run
