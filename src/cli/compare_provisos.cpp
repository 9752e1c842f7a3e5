// SPDX-License-Identifier: Apache-2.0
#include "cli/compare_provisos.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cmath>
#include <optional>
#include <tuple>

#include "cli/engine_options.hpp"
#include "cli/interruption.hpp"
#include "cli/json_writer.hpp"
#include "cli/model_input.hpp"
#include "cli/output.hpp"
#include "cli/progress.hpp"
#include "cli/provisos.hpp"
#include "lariat/product/plain_product.hpp"
#include "lariat/reduce/dependence.hpp"
#include "lariat/system/program_system.hpp"
#include "lariat/walk/explore.hpp"

namespace lariat::cli {
namespace {

// Mean and deviation of numbers as they come (B. P. Welford, 1962).
class Moments {
 public:
  void add(double value) {
    ++count_;
    const double distance = value - mean_;
    mean_ += distance / static_cast<double>(count_);
    squares_ += distance * (value - mean_);
  }
  double mean() const { return mean_; }
  // Of the sample; there is none of a single number.
  std::optional<double> deviation() const {
    if (count_ < 2) return std::nullopt;
    return std::sqrt(squares_ / static_cast<double>(count_ - 1));
  }

 private:
  std::uint64_t count_ = 0;
  double mean_ = 0;
  double squares_ = 0;
};

struct ProvisoRow {
  reduce::Proviso proviso;
  std::string name;
  std::uint64_t runs = 0;  // that were completed, and are counted here
  Moments states = {};
  Moments transitions = {};
  Moments expanded = {};
  double all_states = 0;
  double seconds = 0;
  std::string reason = {};  // why there are not more runs

  bool is_full() const { return proviso.expands == reduce::Proviso::Expands::everything; }
  double states_per_ms() const { return all_states / std::max(1e3 * seconds, 1e-6); }
};

// In which of the paper's tables a proviso would be: the trivial ones before them all.
int table_of(const reduce::Proviso& proviso) {
  if (proviso.expands != reduce::Proviso::Expands::source && proviso.expands != reduce::Proviso::Expands::destination) return 0;
  if (proviso.needs_components()) return 3;
  return proviso.expands == reduce::Proviso::Expands::source ? 1 : 2;
}

// `1,234.5`
std::string tenths(double value) {
  const auto rounded = static_cast<std::uint64_t>(std::llround(10 * value));
  return fmt::format("{}.{}", grouped(rounded / 10), rounded % 10);
}

std::string tenths(const std::optional<double>& value) { return value ? tenths(*value) : "-"; }

class CompareProvisosCommand {
 public:
  CompareProvisosCommand(const Options& options, std::ostream& out)
      : path_(options.path),
        model_(options.model),
        search_(options.search),
        common_(options.common),
        options_(options.provisos),
        out_(out),
        terminal_(describe_terminal(common_.color)) {}

  Exit run() {
    frontend::Model model = read_model(path_, model_, search_.limits(nullptr));
    program_ = &model.program();
    if (const auto obstacle = reduce::find_obstacle(*program_))
      throw BadInput{{{.message = "cannot be reduced: " + *obstacle, .file = program_->name}}};
    select_rows();
    limits_ = search_.limits(&gauge_);
    const EngineChoice engine = choose_engine();
    EngineUse use(engine, search_.limits(nullptr));
    {
      const Progress progress(search_.progress, [this](double seconds) { return describe(seconds); });
      run_all(use.engine());
    }
    if (search_.engine.engine == native::EngineOptions::Kind::native) use.complain_if_interpreted();
    sort_rows();
    const bool is_complete = std::all_of(rows_.begin(), rows_.end(), [](const ProvisoRow& row) { return row.reason.empty(); });
    if (common_.json)
      write(use);
    else
      print();
    return is_complete ? Exit::ok : Exit::inconclusive;
  }

 private:
  void select_rows() {
    for (const reduce::Proviso& proviso : reduce::all_provisos()) {
      const bool is_full = proviso.expands == reduce::Proviso::Expands::everything;  // what the others are a share of
      if (!is_full && !options_.only.empty() &&
          std::find(options_.only.begin(), options_.only.end(), proviso) == options_.only.end())
        continue;
      rows_.push_back({.proviso = proviso, .name = to_string(proviso)});
    }
    std::stable_sort(rows_.begin(), rows_.end(),
                     [](const ProvisoRow& a, const ProvisoRow& b) { return a.is_full() && !b.is_full(); });
  }

  // All runs shall be executed by the same code, so that their times can be compared, and shall not wait for it one by one:
  // native code is made before the first if all of them together take long enough.
  EngineChoice choose_engine() {
    EngineChoice choice = search_.engine;
    if (choice.engine != native::EngineOptions::Kind::automatic) return choice;
    constexpr std::uint64_t sample = 10'000;  // states
    constexpr double worthwhile = 1;          // seconds
    product::ProductOptions options = search_.product(nullptr);
    options.max_states = options.max_states == 0 ? sample : std::min(options.max_states, sample);
    const double seconds = explore({}, options, nullptr).seconds;
    const bool pays = seconds * static_cast<double>(options_.runs * rows_.size()) > worthwhile;
    choice.engine = pays ? native::EngineOptions::Kind::native : native::EngineOptions::Kind::interpreter;
    return choice;
  }

  // Every proviso once, then every proviso again: whenever this ends, what was measured can be compared.
  void run_all(model::Engine& engine) {
    product::ProductOptions options = search_.product(&gauge_);
    options.observed.assertions = true;
    for (std::uint64_t i = 0; i < options_.runs; ++i) {
      options.order = options_.seed + i;
      run_ = i;
      for (std::size_t k = 0; k < rows_.size(); ++k) {
        ProvisoRow& row = rows_[k];
        if (!row.reason.empty() || (row.is_full() && i > 0)) continue;
        row_ = k;
        options.reduction = row.is_full() ? reduce::Method::none : options_.por;
        const walk::Exploration e = explore(row.proviso, options, &engine);
        if (e.complete)
          add(row, e);
        else
          row.reason = e.reason;
        if (is_over()) return stop(interrupted() ? "interrupted" : "the time limit was reached");
      }
    }
  }

  walk::Exploration explore(const reduce::Proviso& proviso, const product::ProductOptions& options, model::Engine* engine) {
    system::ProgramSystem system(*program_, model_.interpretation(), engine);
    product::PlainProduct product(system, options);
    return walk::explore_states(
        product, {}, {.order = walk::SearchOrder::depth_first, .limits = limits_, .reduction = {.proviso = proviso}});
  }

  static void add(ProvisoRow& row, const walk::Exploration& e) {
    ++row.runs;
    row.states.add(static_cast<double>(e.states));
    row.transitions.add(static_cast<double>(e.transitions));
    row.expanded.add(static_cast<double>(e.fully_expanded));
    row.all_states += static_cast<double>(e.states);
    row.seconds += e.seconds;
  }

  bool is_over() const { return interrupted() || (limits_.deadline && std::chrono::steady_clock::now() >= *limits_.deadline); }

  // Gives the reason to each proviso that has fewer runs than were asked for.
  void stop(const std::string& reason) {
    for (ProvisoRow& row : rows_)
      if (row.reason.empty() && row.runs < (row.is_full() ? 1 : options_.runs)) row.reason = reason;
  }

  void sort_rows() {
    const bool by_table = options_.sort == RowOrder::tables;
    const auto key = [&](const ProvisoRow& row) {
      const int table = table_of(row.proviso);
      // What was not measured comes last.
      return std::make_tuple(by_table ? table : std::min(table, 1), row.runs == 0, table == 0 ? 0.0 : -row.states.mean());
    };
    std::stable_sort(rows_.begin(), rows_.end(), [&](const ProvisoRow& a, const ProvisoRow& b) { return key(a) < key(b); });
  }

  // Of the full space, in percent.
  std::optional<double> share(const ProvisoRow& row, const Moments ProvisoRow::*what) const {
    const auto full = std::find_if(rows_.begin(), rows_.end(), [](const ProvisoRow& one) { return one.is_full(); });
    if (full->runs == 0 || row.runs == 0) return std::nullopt;
    const double whole = ((*full).*what).mean();
    return whole > 0 ? 100 * (row.*what).mean() / whole : 100;
  }

  std::string describe(double seconds) const {
    const std::string& name = rows_[row_].name;
    const std::uint64_t states = gauge_.states.load(std::memory_order_relaxed);
    if (search_.progress == ProgressMode::json)
      return nlohmann::ordered_json{
          {"run", run_ + 1}, {"runs", options_.runs}, {"proviso", name}, {"states", states}, {"seconds", seconds}}
          .dump();
    return fmt::format("run {} of {}, {}: {} states, {:.0f} s", run_ + 1, options_.runs, name, grouped(states), seconds);
  }

  void print() const {
    using Cells = std::array<std::string, 9>;
    std::vector<Cells> cells = {{"proviso", "states", "+-", "%", "transitions", "+-", "%", "expanded", "st/ms"}};
    const auto percent = [](const std::optional<double>& value) { return value ? fmt::format("{:.2f}", *value) : "-"; };
    for (const ProvisoRow& row : rows_)
      cells.push_back({row.name + (is_marked(row) ? "*" : ""), tenths(row.states.mean()), tenths(row.states.deviation()),
                       percent(share(row, &ProvisoRow::states)), tenths(row.transitions.mean()),
                       tenths(row.transitions.deviation()), percent(share(row, &ProvisoRow::transitions)),
                       tenths(row.expanded.mean()), tenths(row.states_per_ms())});
    std::array<std::size_t, 9> width{};
    for (const Cells& line : cells)
      for (std::size_t column = 0; column < width.size(); ++column)
        width[column] = std::max(width[column], columns(line[column]));

    out_ << terminal_.paint(Paint::bold, program_->name)
         << fmt::format("  {} sets, {}\n", name_of(reduce::methods, options_.por), counted(options_.runs, "random order"));
    for (std::size_t i = 0; i < cells.size(); ++i) {
      std::string line = pad(cells[i][0], width[0]);
      const ProvisoRow* const row = i == 0 ? nullptr : &rows_[i - 1];
      if (row != nullptr && row->runs == 0) {
        line += fmt::format("  {}  ({})", terminal_.paint(Paint::yellow, "unknown"), row->reason);
      } else {
        for (std::size_t column = 1; column < width.size(); ++column) line += "  " + pad_left(cells[i][column], width[column]);
        if (row != nullptr && !row->reason.empty())
          line += terminal_.paint(Paint::yellow, fmt::format("  {} only: {}", counted(row->runs, "run"), row->reason));
      }
      if (options_.sort == RowOrder::tables && i > 1 && table_of(row->proviso) != table_of(rows_[i - 2].proviso)) out_ << '\n';
      out_ << "  " << (i == 0 ? terminal_.paint(Paint::dim, line) : line) << '\n';
    }
    if (std::any_of(rows_.begin(), rows_.end(), is_marked))
      out_ << "  * not for infinite runs: None is for deadlocks only, Terminal for what can be reached\n";
  }

  static bool is_marked(const ProvisoRow& row) {
    return row.proviso.expands == reduce::Proviso::Expands::nothing ||
           row.proviso.expands == reduce::Proviso::Expands::terminal;
  }

  void write(const EngineUse& use) const {
    JsonWriter json(out_);
    json.begin_object();
    json.field("command", "compare");
    json.field("version", LARIAT_VERSION);
    json.field("input", path_);
    json.field("method", name_of(reduce::methods, options_.por));
    json.field("runs", options_.runs);
    json.field("seed", options_.seed);
    json.field("engine", use.json());
    json.key("rows");
    json.begin_array();
    for (const ProvisoRow& row : rows_) write(json, row);
    json.end();
    json.end();
  }

  void write(JsonWriter& json, const ProvisoRow& row) const {
    using Json = nlohmann::ordered_json;
    const auto or_null = [](const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); };
    json.begin_object();
    json.field("proviso", row.name);
    json.field("needs", needs(row.proviso));
    json.field("runs", row.runs);
    json.field("complete", row.reason.empty());
    if (!row.reason.empty()) json.field("reason", row.reason);
    if (row.runs > 0) {
      const auto figures = [&](const Moments ProvisoRow::*what) {
        return Json{{"mean", (row.*what).mean()},
                    {"deviation", or_null((row.*what).deviation())},
                    {"percent", or_null(share(row, what))}};
      };
      json.field("states", figures(&ProvisoRow::states));
      json.field("transitions", figures(&ProvisoRow::transitions));
      json.field("expanded", row.expanded.mean());
      json.field("fully_expanded", row.expanded.mean());
      json.field("seconds", row.seconds);
      json.field("states_per_ms", row.states_per_ms());
    }
    json.end();
  }

  const std::string& path_;
  const ModelOptions& model_;
  const SearchOptions& search_;
  const CommonOptions& common_;
  const CompareProvisosOptions& options_;
  std::ostream& out_;
  Terminal terminal_;
  model::Program* program_ = nullptr;
  Gauge gauge_;
  Limits limits_;
  std::vector<ProvisoRow> rows_;
  // Where we are, for the thread that shows it; rows stay where they are meanwhile.
  std::atomic<std::uint64_t> run_ = 0;
  std::atomic<std::size_t> row_ = 0;
};

}  // namespace

Exit compare_provisos(const Options& options, std::ostream& out) { return CompareProvisosCommand(options, out).run(); }

}  // namespace lariat::cli
