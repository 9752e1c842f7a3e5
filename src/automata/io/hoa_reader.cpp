// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <system_error>

#include "hoa_lexer.hpp"
#include "hoa_parser.hpp"
#include "lariat/automata/io/hoa.hpp"

namespace lariat::automata {

struct HoaReader::State {
  State(Input input, std::string file_name) : lexer(std::move(input), std::move(file_name)) {}

  std::optional<Automaton> read_automaton();

  hoa::Lexer lexer;
  std::vector<Diagnostic> warnings;
  std::optional<Diagnostic> error;
};

HoaReader::HoaReader(Input input, std::string file_name)
    : state_(std::make_unique<State>(std::move(input), std::move(file_name))) {}
HoaReader::HoaReader(std::istream& stream, std::string file_name) : HoaReader(input_from(stream), std::move(file_name)) {}
HoaReader::HoaReader(HoaReader&&) noexcept = default;
HoaReader& HoaReader::operator=(HoaReader&&) noexcept = default;
HoaReader::~HoaReader() = default;

const std::vector<Diagnostic>& HoaReader::warnings() const { return state_->warnings; }

// The next automaton that is not aborted.
std::optional<Automaton> HoaReader::State::read_automaton() {
  while (true) {
    std::optional<Diagnostic> begin;
    try {
      lexer.advance();
      if (lexer.token() == hoa::Token::end_of_file) return std::nullopt;
      if (lexer.token() != hoa::Token::header || lexer.text() != "HOA") lexer.fail_expected("`HOA:`");
      begin = lexer.error_here("this automaton was aborted by its producer");
      return hoa::Parser(lexer).parse();
    } catch (const hoa::Aborted&) {
      if (!begin) continue;
      begin->severity = Diagnostic::Severity::warning;
      warnings.push_back(std::move(*begin));
    }
  }
}

Result<std::optional<Automaton>> HoaReader::next() {
  state_->warnings.clear();
  if (!state_->error) {
    try {
      return state_->read_automaton();
    } catch (hoa::Error& error) {
      state_->error = std::move(error.diagnostic);
    } catch (const std::system_error& error) {
      state_->error = Diagnostic{};
      state_->error->message = fmt::format("cannot read: {}", error.code().message());
      state_->error->file = state_->lexer.file();
    }
  }
  return *state_->error;
}

}  // namespace lariat::automata
