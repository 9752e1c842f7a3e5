// SPDX-License-Identifier: Apache-2.0
#include "experiments/plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "experiments/cases.hpp"
#include "experiments/resample.hpp"
#include "lariat/base/markup.hpp"

namespace lariat::experiments {
namespace {

constexpr double plot_width = 640;
constexpr double plot_height = 400;
constexpr double margin_left = 78;
constexpr double margin_right = 18;
constexpr double margin_top = 14;
constexpr double margin_bottom = 52;
constexpr double box_height = 24;
constexpr std::size_t series_colours = 6;

// From values to places between two ends, linear or logarithmic.
class Axis {
 public:
  Axis(double from, double to, bool logarithmic) : from_(from), to_(to), logarithmic_(logarithmic) {}

  void include(double value) {
    if (logarithmic_ && value <= 0) return;
    low_ = std::min(low_, value);
    high_ = std::max(high_, value);
  }

  // Makes room: whole decades, or a share of the length.
  void round_out() {
    if (low_ > high_) low_ = high_ = 1;
    if (logarithmic_) {
      low_ = std::pow(10, std::floor(std::log10(low_)));
      high_ = std::pow(10, std::ceil(std::log10(high_) + 1e-9));
      if (low_ >= high_) high_ = 10 * low_;
    } else {
      const double step = tick_step();
      low_ = std::floor(low_ / step) * step;
      high_ = std::ceil(high_ / step) * step;
      if (low_ >= high_) high_ = low_ + 1;
    }
  }

  double place(double value) const {
    const double low = scaled(low_);
    const double at = (scaled(logarithmic_ ? std::max(value, low_) : value) - low) / (scaled(high_) - low);
    return from_ + at * (to_ - from_);
  }

  std::vector<double> ticks() const {
    std::vector<double> values;
    if (logarithmic_) {
      for (double value = low_; value <= high_ * 1.001; value *= 10) values.push_back(value);
      // At most nine decades have a label each.
      while (values.size() > 9) {
        std::vector<double> every_second;
        for (std::size_t i = 0; i < values.size(); i += 2) every_second.push_back(values[i]);
        values = every_second;
      }
    } else {
      const double step = tick_step();
      for (double value = low_; value <= high_ + step / 2; value += step) values.push_back(value);
    }
    return values;
  }

 private:
  double scaled(double value) const { return logarithmic_ ? std::log10(value) : value; }

  // 1, 2 or 5 times a power of ten, for four to eight ticks.
  double tick_step() const {
    const double rough = std::max(high_ - low_, 1e-9) / 6;
    const double power = std::pow(10, std::floor(std::log10(rough)));
    for (const double factor : {1.0, 2.0, 5.0})
      if (factor * power >= rough) return factor * power;
    return 10 * power;
  }

  double from_;
  double to_;
  bool logarithmic_;
  double low_ = std::numeric_limits<double>::max();
  double high_ = std::numeric_limits<double>::lowest();
};

std::string tick_text(double value) {
  if (value == 0) return "0";
  if (std::abs(value) >= 1e5 || std::abs(value) < 1e-2) return fmt::format("{:.0e}", value);
  if (value >= 1 && value == std::floor(value)) return number_text(value);
  return fmt::format("{:g}", value);
}

std::string line_between(double x1, double y1, double x2, double y2, std::string_view style) {
  return fmt::format(R"(<line x1="{:.1f}" y1="{:.1f}" x2="{:.1f}" y2="{:.1f}" class="{}"/>)", x1, y1, x2, y2, style);
}

std::string text_at(double x, double y, std::string_view anchor, const std::string& text, std::string_view more = "") {
  return fmt::format(R"(<text x="{:.1f}" y="{:.1f}" text-anchor="{}"{}>{}</text>)", x, y, anchor, more, markup(text));
}

// The mark of a point: a shape for each series.
std::string mark_at(double x, double y, std::size_t series, const std::string& title) {
  static constexpr std::array shapes = {"M-3.5,0a3.5,3.5 0 1,0 7,0a3.5,3.5 0 1,0 -7,0",
                                        "M-3.2,-3.2h6.4v6.4h-6.4z",
                                        "M0,-4l4,7h-8z",
                                        "M-4,-4l8,8M-4,4l8,-8",
                                        "M-4.5,0h9M0,-4.5v9",
                                        "M0,-4.5l4,4.5l-4,4.5l-4,-4.5z"};
  const std::string inside = title.empty() ? "" : fmt::format("<title>{}</title>", markup(title));
  return fmt::format(R"svg(<path class="mark s{}" transform="translate({:.1f},{:.1f})" d="{}">{}</path>)svg",
                     series % series_colours, x, y, shapes[series % shapes.size()], inside);
}

std::string frame_of(const Plot& plot, const Axis& x, const Axis& y, double height) {
  std::string svg;
  const double bottom = height - margin_bottom;
  for (const double value : x.ticks()) {
    svg += line_between(x.place(value), margin_top, x.place(value), bottom, "grid");
    svg += text_at(x.place(value), bottom + 16, "middle", tick_text(value));
  }
  if (plot.kind != Plot::Kind::box)
    for (const double value : y.ticks()) {
      svg += line_between(margin_left, y.place(value), plot_width - margin_right, y.place(value), "grid");
      svg += text_at(margin_left - 6, y.place(value) + 4, "end", tick_text(value));
    }
  svg += fmt::format(R"(<rect class="frame" x="{}" y="{}" width="{}" height="{}"/>)", margin_left, margin_top,
                     plot_width - margin_left - margin_right, bottom - margin_top);
  svg += text_at((margin_left + plot_width - margin_right) / 2, height - 14, "middle", plot.x_label);
  if (!plot.y_label.empty())
    svg += text_at(0, 0, "middle", plot.y_label,
                   fmt::format(R"svg( transform="translate(16,{:.1f}) rotate(-90)")svg", bottom / 2));
  return svg;
}

std::string legend_of(const Plot& plot, double x, double y) {
  std::string svg;
  for (std::size_t i = 0; i < plot.series.size(); ++i, y += 17) {
    svg += mark_at(x, y, i, "");
    svg += text_at(x + 10, y + 4, "start", plot.series[i].name);
  }
  return svg;
}

std::string open_svg(const Plot& plot, double height) {
  return fmt::format(R"(<svg viewBox="0 0 {} {}" role="img" aria-label="{}">)", plot_width, height, markup(plot.title));
}

std::string draw_scatter(const Plot& plot) {
  Axis x(margin_left, plot_width - margin_right, plot.logarithmic);
  Axis y(plot_height - margin_bottom, margin_top, plot.logarithmic);
  for (const Series& series : plot.series)
    for (const Point& point : series.points)
      for (const double value : {point.x, point.y}) {  // one scale for both, so that the diagonal is one
        x.include(value);
        y.include(value);
      }
  x.round_out();
  y.round_out();
  std::string svg = open_svg(plot, plot_height) + frame_of(plot, x, y, plot_height);
  svg += line_between(margin_left, plot_height - margin_bottom, plot_width - margin_right, margin_top, "diagonal");
  for (std::size_t i = 0; i < plot.series.size(); ++i)
    for (const Point& point : plot.series[i].points)
      svg += mark_at(x.place(point.x), y.place(point.y), i,
                     fmt::format("{}: {} {}, {} {}", point.label, plot.x_label, number_text(point.x), plot.series[i].name,
                                 number_text(point.y)));
  return svg + legend_of(plot, margin_left + 16, margin_top + 16) + "</svg>";
}

std::string draw_cactus(const Plot& plot) {
  Axis x(margin_left, plot_width - margin_right, false);
  Axis y(plot_height - margin_bottom, margin_top, plot.logarithmic);
  x.include(0);
  for (const Series& series : plot.series) {
    x.include(static_cast<double>(series.points.size()));
    for (const Point& point : series.points) y.include(point.y);
  }
  x.round_out();
  y.round_out();
  std::string svg = open_svg(plot, plot_height) + frame_of(plot, x, y, plot_height);
  for (std::size_t i = 0; i < plot.series.size(); ++i) {
    std::vector<double> values;
    for (const Point& point : plot.series[i].points) values.push_back(point.y);
    std::sort(values.begin(), values.end());
    std::string points;
    for (std::size_t k = 0; k < values.size(); ++k)
      points += fmt::format("{:.1f},{:.1f} ", x.place(static_cast<double>(k + 1)), y.place(values[k]));
    svg += fmt::format(R"(<polyline class="curve s{}" points="{}"/>)", i % series_colours, points);
    // Marks at places that differ from curve to curve.
    const std::size_t every = std::max<std::size_t>(values.size() / 8, 1);
    for (std::size_t k = i * every / plot.series.size(); k < values.size(); k += every)
      svg += mark_at(x.place(static_cast<double>(k + 1)), y.place(values[k]), i, "");
  }
  return svg + legend_of(plot, margin_left + 16, margin_top + 16) + "</svg>";
}

// A box from the first to the third quartile, the median in it, whiskers to the last values within 1.5 times its length, and
// circles for the others.
std::string draw_box(const Series& series, const Axis& x, double y, std::size_t number) {
  std::vector<double> values;
  for (const Point& point : series.points) values.push_back(point.y);
  if (values.empty()) return {};
  std::sort(values.begin(), values.end());
  const double q1 = quantile(values, 0.25);
  const double q3 = quantile(values, 0.75);
  const double reach = 1.5 * (q3 - q1);
  const double low = *std::find_if(values.begin(), values.end(), [&](double value) { return value >= q1 - reach - 1e-9; });
  const double high = *std::find_if(values.rbegin(), values.rend(), [&](double value) { return value <= q3 + reach + 1e-9; });
  const double middle = y + box_height / 2;
  std::string svg = line_between(x.place(low), middle, x.place(high), middle, "whisker");
  for (const double end : {low, high}) svg += line_between(x.place(end), y + 7, x.place(end), y + box_height - 7, "whisker");
  svg += fmt::format(R"(<rect class="box s{}" x="{:.1f}" y="{:.1f}" width="{:.1f}" height="{:.1f}"/>)", number % series_colours,
                     x.place(q1), y + 4, std::max(x.place(q3) - x.place(q1), 1.0), box_height - 8);
  const double median = x.place(quantile(values, 0.5));
  svg += line_between(median, y + 4, median, y + box_height - 4, "median");
  // Equal circles are drawn once.
  double last = -1;
  for (const Point& point : series.points) {
    if (point.y >= low && point.y <= high) continue;
    const double at = x.place(point.y);
    if (std::abs(at - last) < 0.5) continue;
    last = at;
    svg += fmt::format(R"(<circle class="outlier" cx="{:.1f}" cy="{:.1f}" r="2.5"><title>{}</title></circle>)", at, middle,
                       markup(point.label));
  }
  return svg;
}

std::string draw_boxes(const Plot& plot) {
  std::size_t longest = 0;
  for (const Series& series : plot.series) longest = std::max(longest, series.name.size());
  const double left = std::min(margin_left + static_cast<double>(longest) * 4.8, 280.0);
  const double height = margin_top + margin_bottom + box_height * static_cast<double>(plot.series.size());
  Axis x(left, plot_width - margin_right, plot.logarithmic);
  for (const Series& series : plot.series)
    for (const Point& point : series.points) x.include(point.y);
  x.round_out();
  std::string svg = open_svg(plot, height);
  const double bottom = height - margin_bottom;
  for (const double value : x.ticks()) {
    svg += line_between(x.place(value), margin_top, x.place(value), bottom, "grid");
    svg += text_at(x.place(value), bottom + 16, "middle", tick_text(value));
  }
  svg += text_at((left + plot_width - margin_right) / 2, height - 14, "middle", plot.x_label);
  for (std::size_t i = 0; i < plot.series.size(); ++i) {
    const double y = margin_top + box_height * static_cast<double>(i);
    svg += text_at(left - 8, y + box_height / 2 + 4, "end", plot.series[i].name);
    svg += draw_box(plot.series[i], x, y, i);
  }
  return svg + "</svg>";
}

}  // namespace

std::string plot_svg(const Plot& plot) {
  switch (plot.kind) {
    case Plot::Kind::scatter:
      return draw_scatter(plot);
    case Plot::Kind::cactus:
      return draw_cactus(plot);
    case Plot::Kind::box:
      return draw_boxes(plot);
  }
  return {};
}

}  // namespace lariat::experiments
