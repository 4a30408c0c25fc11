#pragma once

#include <zlib.h>

#include <string>
#include <vector>

namespace nebel::stratego {

/// The lines of a gzipped file of the shared Stratego data; empty if it is not there.
inline std::vector<std::string> shared_lines(const std::string& name) {
    const std::string path = std::string(NEBEL_SOURCE_DIR "/../shared/data/stratego/") + name;
    gzFile file = gzopen(path.c_str(), "rb");
    if (file == nullptr)
        return {};
    std::string all;
    char buffer[1 << 16];
    for (int got = gzread(file, buffer, sizeof buffer); got > 0;
         got = gzread(file, buffer, sizeof buffer))
        all.append(buffer, static_cast<std::size_t>(got));
    gzclose(file);
    std::vector<std::string> lines;
    std::size_t from = 0;
    for (std::size_t to = all.find('\n'); to != std::string::npos; to = all.find('\n', from)) {
        lines.push_back(all.substr(from, to - from));
        from = to + 1;
    }
    if (from < all.size())
        lines.push_back(all.substr(from));
    return lines;
}

}  // namespace nebel::stratego
