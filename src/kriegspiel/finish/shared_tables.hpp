#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "chess/shape.hpp"
#include "core/budget.hpp"

namespace nebel::kriegspiel {

/// Tables that the whole program shares, each made when it is first asked for, if need be in
/// slices: who has little time works on it for as long as it may and does without for now. Table is
/// made from (shape, pieces) and has `bool build(BudgetMeter&)`: works until it is done (true) or
/// the meter is exhausted.
template <class Table>
class SharedTables {
 public:
    using Pieces = std::vector<chess::PieceType>;

    /// The finished table. Threads that ask at the same time wait for it.
    const Table& whole(const chess::Shape& shape, const Pieces& pieces) {
        Place& place = find(shape, pieces);
        if (const Table* done = place.done.load(std::memory_order_acquire))
            return *done;
        const std::lock_guard lock(place.work);
        BudgetMeter unlimited{Budget{}};
        build(place, unlimited);
        return *place.done.load(std::memory_order_relaxed);
    }

    /// The table if it is finished, or can be before the meter is exhausted, or is usable() until
    /// then; otherwise null. Does not wait while another thread works on it.
    const Table* within(const chess::Shape& shape, const Pieces& pieces, BudgetMeter& meter) {
        Place& place = find(shape, pieces);
        if (const Table* done = place.done.load(std::memory_order_acquire))
            return done;
        const std::unique_lock lock(place.work, std::try_to_lock);
        if (lock.owns_lock() && meter.poll())
            build(place, meter);
        if constexpr (requires(const Table& table) { table.usable(); })
            if (place.table.usable())
                return &place.table;
        return place.done.load(std::memory_order_acquire);
    }

 private:
    struct Place {
        Place(const chess::Shape& shape, const Pieces& pieces) : table(shape, pieces) {}
        std::mutex work;
        Table table;
        std::atomic<const Table*> done{nullptr};
    };

    Place& find(const chess::Shape& shape, const Pieces& pieces) {
        const std::lock_guard lock(mutex_);
        auto& place = places_[{&shape, pieces}];
        if (!place)
            place = std::make_unique<Place>(shape, pieces);
        return *place;
    }

    static void build(Place& place, BudgetMeter& meter) {
        if (place.done.load(std::memory_order_relaxed) == nullptr && place.table.build(meter))
            place.done.store(&place.table, std::memory_order_release);
    }

    std::mutex mutex_;
    std::map<std::pair<const chess::Shape*, Pieces>, std::unique_ptr<Place>> places_;
};

}  // namespace nebel::kriegspiel
