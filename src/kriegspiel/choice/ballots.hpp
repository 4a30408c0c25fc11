#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace nebel::kriegspiel {

/// What boards say of a number of tries: a ballot for each board, with a value for each try that is
/// legal there.
///
/// A try that is refused costs nothing but the question, so a turn is an ordered list, and on each
/// board counts the first try of the list that is legal there. Which of two tries comes first
/// matters only on boards on which both are legal: averages of each over its own boards would
/// praise a try for the luck of those on which it can be made.
class Ballots {
 public:
    using Try = std::uint32_t;

    explicit Ballots(std::size_t tries) : tries_(tries) {}

    /// The next board; the votes that follow are its own.
    void next_board(double weight);
    void vote(Try number, double value);
    /// All boards of another count of the same tries.
    void add(const Ballots& other);

    [[nodiscard]] std::size_t boards() const { return boards_.size(); }
    /// What a try is worth on the boards on which it is legal; -1 if there are none.
    [[nodiscard]] double mean(Try number) const;

    /// What a list of tries says on each board, and how the tries compare with it.
    struct List {
        std::vector<Try> order;  ///< all tries
        /// For each board what the list comes to there, prices paid; no number if every try is
        /// illegal or was not judged.
        std::vector<double> values;

        /// Where there are tries at all.
        [[nodiscard]] Try first() const { return order.front(); }
    };
    /// An ordered list that no try improves by being made first. `prices` are paid for making a
    /// try, `refusal` for one that is illegal.
    [[nodiscard]] List best_list(std::span<const double> prices, double refusal = 0) const;

    /// What a list that was made elsewhere comes to on each board; nothing is paid. No number if
    /// every try is illegal or was not judged.
    [[nodiscard]] std::vector<double> values_of(std::span<const Try> order) const;

    struct Difference {
        double mean = 0;
        double deviation = 0;
        /// So many boards of equal weight would be as sure; a few heavy ones are not many.
        double boards = 0;
    };
    /// How far a try is ahead of a list, on the boards on which it is legal and the list has one.
    /// Made first it would cost a refusal on all others; that is taken off the mean.
    [[nodiscard]] std::vector<Difference> ahead_of(const List& list,
                                                   std::span<const double> prices,
                                                   double refusal = 0) const;
    /// How far one try is ahead of another on the boards on which both are legal, with what the
    /// refusals of either cost on the others; 0 if there are none.
    [[nodiscard]] double lead(Try one, Try other, double refusal = 0) const;

 private:
    struct Vote {
        Try number;
        float value;
    };
    struct Board {
        double weight;
        std::uint32_t first;  ///< of its votes
    };
    [[nodiscard]] std::span<const Vote> votes_of(std::size_t board) const;
    /// Of the boards on which each try is legal.
    [[nodiscard]] std::vector<double> weights() const;
    /// For each board its vote for the first of the list's tries; null where there is none.
    [[nodiscard]] std::vector<const Vote*> first_votes(std::span<const std::size_t> places) const;
    [[nodiscard]] List list_by_means(std::span<const double> prices, double refusal) const;

    std::size_t tries_;
    std::vector<Board> boards_;
    std::vector<Vote> votes_;
};

}  // namespace nebel::kriegspiel
