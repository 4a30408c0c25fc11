#pragma once

#include <zlib.h>

#include <string>
#include <vector>

namespace nebel::chess::testing {

inline std::string transcripts_path() {
    return NEBEL_SOURCE_DIR "/../shared/data/kriegspiel/transcripts.jsonl.gz";
}

/// The whole file unpacked, or nothing when it is absent.
inline std::string read_transcripts() {
    std::string text;
    gzFile file = gzopen(transcripts_path().c_str(), "rb");
    if (file == nullptr)
        return text;
    char buffer[65536];
    for (int n; (n = gzread(file, buffer, sizeof buffer)) > 0;)
        text.append(buffer, static_cast<std::size_t>(n));
    gzclose(file);
    return text;
}

/// Every value of a "fen" or "start" field, in order.
inline std::vector<std::string> fens_in(const std::string& text) {
    std::vector<std::string> fens;
    for (const std::string field : {"\"fen\":\"", "\"start\":\""})
        for (std::size_t at = 0; (at = text.find(field, at)) != std::string::npos;) {
            at += field.size();
            fens.push_back(text.substr(at, text.find('"', at) - at));
        }
    return fens;
}

}  // namespace nebel::chess::testing
