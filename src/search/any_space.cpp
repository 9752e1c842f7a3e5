// SPDX-License-Identifier: Apache-2.0
#include "lariat/space/any_space.hpp"

#include "lariat/search/check_parallel.hpp"

namespace lariat::search {

template CheckResult run_algorithm<AnyBuchi>(AnyBuchi&, Algorithm, const Limits&, Strength);
template CheckResult run_generalised<AnyGeneralised>(AnyGeneralised&, Algorithm, const Limits&, Strength);
template CheckResult run_parallel<AnyBuchi>(const std::vector<AnyBuchi*>&, Algorithm, const Limits&);
template CheckResult run_parallel<AnyGeneralised>(const std::vector<AnyGeneralised*>&, Algorithm, const Limits&);

}  // namespace lariat::search
