// SPDX-License-Identifier: Apache-2.0
#include "lariat/space/any_space.hpp"

#include "lariat/search/check_parallel.hpp"

namespace lariat::search {

template Runner<AnyBuchi> find_runner<AnyBuchi>(Algorithm);
template Runner<AnyGeneralised> find_runner<AnyGeneralised>(Algorithm);
template CheckResult run_parallel<AnyBuchi>(const std::vector<AnyBuchi*>&, Algorithm, const Limits&);
template CheckResult run_parallel<AnyGeneralised>(const std::vector<AnyGeneralised*>&, Algorithm, const Limits&);

}  // namespace lariat::search
