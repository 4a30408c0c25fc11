#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>

namespace nebel::server {

/// Bytes as gzip would write them.
std::string gzipped(std::string_view bytes);

/// The built page, held in memory with its compressed form: a path is looked up, never opened, so
/// no request can leave the folder. Read again when the page was built again.
class Page {
 public:
    struct File {
        std::string type;
        std::string bytes;
        std::string packed;  ///< gzip; empty where it would not pay
        std::string tag;
        bool forever = false;  ///< its name changes with its content
    };

    explicit Page(std::filesystem::path folder) : folder_(std::move(folder)) {}

    /// The file for the path of a request; the page itself for the paths it routes; null if there
    /// is none.
    const File* find(std::string_view path);
    /// Whether there is a page.
    [[nodiscard]] bool built();

 private:
    void refresh();
    void read();

    std::filesystem::path folder_;
    std::filesystem::file_time_type read_at_{};
    std::map<std::string, File, std::less<>> files_;
};

}  // namespace nebel::server
