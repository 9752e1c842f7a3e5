// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "lariat/experiments/report.hpp"

namespace lariat::experiments {

// The plot as an SVG element for a page. Colours are CSS variables of the page (--ink, --line, --series-0 to --series-5);
// shapes and dashes differ as well, so that the plot can be read without colours.
std::string plot_svg(const Plot& plot);

}  // namespace lariat::experiments
