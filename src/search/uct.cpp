#include "search/uct.hpp"

#include <tuple>

namespace nebel::search {

std::size_t choose_move(int side,
                        FinalChoice choice,
                        std::size_t count,
                        const std::vector<std::uint64_t>& visits,
                        const std::vector<double>& means,
                        const std::vector<Proof>& proofs) {
    const auto rank = [&](std::size_t i) {
        const int certain = proofs[i] == win_of(side) ? 1 : proofs[i] == loss_of(side) ? -1 : 0;
        const auto often = static_cast<double>(visits[i]);
        // Without a visit a mean says nothing.
        const double mean = visits[i] == 0 ? -1 : means[i];
        return choice == FinalChoice::Visits ? std::tuple(certain, often, mean)
                                             : std::tuple(certain, mean, often);
    };
    std::size_t best = 0;
    for (std::size_t i = 1; i < count; ++i)
        if (rank(i) > rank(best))
            best = i;
    return best;
}

}  // namespace nebel::search
