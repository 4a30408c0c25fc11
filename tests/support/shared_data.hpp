#pragma once

#include <zlib.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>

// Records to check against lie beside the checkout and are never part of it. A test that needs one
// skips, saying so, where it is absent:
//     const auto path = shared_data("kriegspiel/transcripts.jsonl.gz");
//     if (!std::filesystem::exists(path)) GTEST_SKIP() << no_shared_data(path);
namespace nebel::testing_support {

inline std::filesystem::path shared_data(const std::string& name) {
    return std::filesystem::path(NEBEL_SOURCE_DIR) / ".." / "shared" / "data" / name;
}

inline std::string no_shared_data(const std::filesystem::path& path) {
    return "the shared records are not beside this checkout: " + path.filename().string();
}

/// The whole of a gzip file; empty when it cannot be read.
inline std::string read_gzip(const std::filesystem::path& path) {
    std::string content;
    if (gzFile file = gzopen(path.c_str(), "rb")) {
        char buffer[1 << 16];
        for (int n = 0; (n = gzread(file, buffer, sizeof buffer)) > 0;)
            content.append(buffer, static_cast<std::size_t>(n));
        gzclose(file);
    }
    return content;
}

inline std::string read_text(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace nebel::testing_support
