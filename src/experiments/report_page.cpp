// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "experiments/plot.hpp"
#include "lariat/base/markup.hpp"
#include "lariat/experiments/report.hpp"

namespace lariat::experiments {
namespace {

// The colours are those of the pages of runs (src/run/page/page.css); the six of the series keep their order of lightness when
// printed in grey.
constexpr std::string_view style_sheet = R"(
:root { color-scheme: light dark; --paper: #fff; --ink: #1b1f24; --faint: #5d6672; --line: #d5dae1; --line-strong: #9aa4b1;
  --accent: #0b62c4; --good: #16722f; --bad: #b3261e; --warn: #8a5a00;
  --series-0: #0b62c4; --series-1: #c2410c; --series-2: #16722f; --series-3: #7e22ce; --series-4: #a16207; --series-5: #475569; }
@media (prefers-color-scheme: dark) { :root { --paper: #14171b; --ink: #e6e9ee; --faint: #9aa4b1; --line: #323945;
  --line-strong: #5d6672; --accent: #6cb2ff; --good: #6fd08c; --bad: #ff8a80; --warn: #f2c14e;
  --series-0: #6cb2ff; --series-1: #fb923c; --series-2: #6fd08c; --series-3: #c4a1ff; --series-4: #f2c14e; --series-5: #a8b3c2; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 14px/1.45 system-ui, "DejaVu Sans", sans-serif; }
main { max-width: 1200px; margin: 0 auto; padding: 0 16px 32px; }
h1 { font-size: 20px; margin: 16px 0 4px; } h2 { font-size: 17px; margin: 32px 0 4px; border-top: 1px solid var(--line); padding-top: 16px; }
h3 { font-size: 14px; margin: 18px 0 4px; }
a { color: var(--accent); } .faint { color: var(--faint); } p { max-width: 80em; margin: 6px 0; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; margin: 4px 0 2px; }
th, td { padding: 3px 10px 3px 0; border-bottom: 1px solid var(--line); text-align: right; white-space: nowrap;
  font-variant-numeric: tabular-nums; }
th { font-weight: 600; color: var(--faint); font-size: 12px; vertical-align: bottom; }
th.name, td.name { text-align: left; white-space: normal; min-width: 3em; } td.name { overflow-wrap: anywhere; }
td.name:first-child { min-width: 12em; }
.claims td { white-space: normal; text-align: left; vertical-align: top; }
.claims td:first-child { white-space: nowrap; font-weight: 700; min-width: 0; }
.holds { color: var(--good); } .fails { color: var(--bad); } .open { color: var(--warn); }
.plots { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 520px), 1fr)); gap: 8px 24px; }
figure { margin: 8px 0; break-inside: avoid; } figcaption { font-weight: 600; font-size: 13px; }
svg { width: 100%; height: auto; display: block; } svg text { font: 11px system-ui, "DejaVu Sans", sans-serif; fill: var(--ink); }
.grid { stroke: var(--line); stroke-width: .7; } .frame { fill: none; stroke: var(--line-strong); }
.diagonal { stroke: var(--line-strong); stroke-dasharray: 4 3; } .whisker { stroke: var(--ink); }
.median { stroke: var(--ink); stroke-width: 2; } .outlier { fill: none; stroke: var(--faint); }
.mark { fill: var(--paper); fill-opacity: .35; stroke-width: 1.3; } .curve { fill: none; stroke-width: 1.3; }
.box { fill-opacity: .3; }
.s0 { stroke: var(--series-0); } .s1 { stroke: var(--series-1); } .s2 { stroke: var(--series-2); }
.s3 { stroke: var(--series-3); } .s4 { stroke: var(--series-4); } .s5 { stroke: var(--series-5); }
.box.s0 { fill: var(--series-0); } .box.s1 { fill: var(--series-1); } .box.s2 { fill: var(--series-2); }
.box.s3 { fill: var(--series-3); } .box.s4 { fill: var(--series-4); } .box.s5 { fill: var(--series-5); }
.curve.s1 { stroke-dasharray: 6 2; } .curve.s2 { stroke-dasharray: 2 2; } .curve.s3 { stroke-dasharray: 8 3 2 3; }
.curve.s4 { stroke-dasharray: 4 4; } .curve.s5 { stroke-dasharray: 1 3; }
@page { size: landscape; margin: 12mm; }
@media print { :root { color-scheme: light; --paper: #fff; --ink: #000; --faint: #444; --line: #bbb; --line-strong: #777;
  --accent: #0b4f9e; --good: #0b5a20; --bad: #a00; --warn: #7a4d00; --series-0: #0b4f9e; --series-1: #b33c0a; --series-2: #0b5a20;
  --series-3: #6b1bb0; --series-4: #7a4d00; --series-5: #333; }
  body { font-size: 9pt; } main { max-width: none; padding: 0; } .scroll { overflow: visible; }
  h2 { break-before: page; border: 0; padding: 0; margin: 0 0 4px; } section:first-of-type h2 { break-before: avoid; margin-top: 12px; }
  h2, h3, figcaption { break-after: avoid; } .faint { break-before: avoid; } p { max-width: none; orphans: 3; widows: 3; }
  table { font-size: 7.5pt; } th { font-size: 7pt; white-space: normal; } th, td { padding: 2px 6px 2px 0; }
  tr { break-inside: avoid; } nav { display: none; } .plots { grid-template-columns: 1fr 1fr; } }
)";

std::string table_html(const Table& table) {
  const auto row_html = [&](const std::vector<std::string>& row, const char* tag) {
    std::string html = "<tr>";
    for (std::size_t i = 0; i < row.size(); ++i)
      html += fmt::format("<{}{}>{}</{}>", tag, i < table.names ? " class=\"name\"" : "", markup(row[i]), tag);
    return html + "</tr>\n";
  };
  std::string html = fmt::format("<h3>{}</h3>\n<div class=\"scroll\"><table>\n<thead>{}</thead>\n<tbody>\n",
                                 markup(table.caption), row_html(table.head, "th"));
  for (const auto& row : table.rows) html += row_html(row, "td");
  html += "</tbody></table></div>\n";
  if (table.rows.empty()) html += "<p class=\"faint\">No row.</p>\n";
  for (const std::string& note : table.notes) html += fmt::format("<p class=\"faint\">{}</p>\n", markup(note));
  return html;
}

std::string claims_html(const Report& report, bool proven) {
  std::string rows;
  for (const Claim& claim : report.claims) {
    if (claim.proven != proven) continue;
    const char* const state = claim.state == Claim::State::holds   ? "holds"
                              : claim.state == Claim::State::fails ? "fails"
                                                                   : "open";
    const char* const words = claim.state == Claim::State::holds   ? "holds here"
                              : claim.state == Claim::State::fails ? "does not hold here"
                                                                   : "not compared";
    rows += fmt::format("<tr><td class=\"{}\">{}</td><td>{}</td><td class=\"faint\">{}</td></tr>\n", state, words,
                        markup(claim.text), markup(claim.why));
  }
  if (rows.empty()) return {};
  return fmt::format("<h3>{}</h3>\n<div class=\"scroll\"><table class=\"claims\">\n{}</table></div>\n",
                     proven ? "What must hold" : "What was observed", rows);
}

std::string report_html(const Report& report) {
  std::string html =
      fmt::format("<section id=\"{0}\">\n<h2>{0}</h2>\n<p><b>{1}</b></p>\n", markup(report.name), markup(report.title));
  for (const std::string& words : report.text) html += fmt::format("<p>{}</p>\n", markup(words));
  html += claims_html(report, false) + claims_html(report, true);
  if (!report.plots.empty()) {
    html += "<div class=\"plots\">\n";
    for (const Plot& plot : report.plots)
      html += fmt::format("<figure><figcaption>{}</figcaption>{}</figure>\n", markup(plot.title), plot_svg(plot));
    html += "</div>\n";
  }
  for (const Table& table : report.tables) html += table_html(table);
  return html + "</section>\n";
}

}  // namespace

std::string report_page(std::span<const Report> reports, const std::string& version) {
  std::string html = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
      "content=\"width=device-width, initial-scale=1\">\n<title>lariat "
      "bench</title>\n<style>{}</style>\n</head>\n<body>\n<main>\n"
      "<h1>lariat bench</h1>\n<p class=\"faint\">lariat {}; the rows behind the tables are in the CSV files beside this page, "
      "each "
      "with the command that makes it again.</p>\n",
      style_sheet, markup(version));
  if (reports.size() > 1) {
    html += "<nav><ul>\n";
    for (const Report& report : reports)
      html += fmt::format("<li><a href=\"#{0}\">{0}</a>: {1}</li>\n", markup(report.name), markup(report.title));
    html += "</ul></nav>\n";
  }
  for (const Report& report : reports) html += report_html(report);
  return html + "</main>\n</body>\n</html>\n";
}

}  // namespace lariat::experiments
