#pragma once

#include <SQLiteCpp/SQLiteCpp.h>

#include <filesystem>
#include <string>

#include "core/error.hpp"
#include "store/store.hpp"

namespace nebel::store {

/// The open database and the name to blame in messages. Private to this room.
struct Store::Connection {
    explicit Connection(const std::filesystem::path& path);

    /// Runs the body; a database error becomes a UserError that names the file.
    template <class Body>
    auto guarded(Body&& body) {
        try {
            return body();
        } catch (const SQLite::Exception& error) {
            throw UserError("store " + file + ": " + error.what());
        }
    }

    std::string file;
    SQLite::Database database;
};

std::unique_ptr<match::Archive> make_archive(Store::Connection& connection, std::int64_t match);

}  // namespace nebel::store
