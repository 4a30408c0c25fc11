#include "server/page.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <fstream>
#include <iterator>

#include "core/error.hpp"

namespace nebel::server {

namespace {

constexpr std::string_view kIndex = "/index.html";
constexpr std::size_t kWorthPacking = 512;

std::string_view type_of(const std::filesystem::path& file) {
    static const std::map<std::string, std::string_view, std::less<>> types{
        {".html", "text/html; charset=utf-8"},
        {".js", "text/javascript; charset=utf-8"},
        {".css", "text/css; charset=utf-8"},
        {".svg", "image/svg+xml"},
        {".png", "image/png"},
        {".ico", "image/x-icon"},
        {".webp", "image/webp"},
        {".woff2", "font/woff2"},
        {".json", "application/json"},
        {".map", "application/json"},
        {".webmanifest", "application/manifest+json"},
        {".txt", "text/plain; charset=utf-8"},
        {".mp3", "audio/mpeg"},
        {".ogg", "audio/ogg"},
        {".wav", "audio/wav"},
    };
    const auto found = types.find(file.extension().string());
    return found == types.end() ? "application/octet-stream" : found->second;
}

bool packs_well(std::string_view type) {
    return type.starts_with("text/") || type.starts_with("application/json") ||
           type.starts_with("application/manifest") || type.starts_with("image/svg");
}

}  // namespace

std::string gzipped(std::string_view bytes) {
    z_stream stream{};
    constexpr int kGzipWindow = 15 + 16;
    constexpr int kMemory = 8;
    NEBEL_CHECK(deflateInit2(&stream, Z_BEST_SPEED + 5, Z_DEFLATED, kGzipWindow, kMemory,
                             Z_DEFAULT_STRATEGY) == Z_OK);
    std::string packed(deflateBound(&stream, bytes.size()), '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream.avail_in = static_cast<uInt>(bytes.size());
    stream.next_out = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_out = static_cast<uInt>(packed.size());
    const int result = deflate(&stream, Z_FINISH);
    packed.resize(stream.total_out);
    deflateEnd(&stream);
    NEBEL_CHECK(result == Z_STREAM_END);
    return packed;
}

bool Page::built() {
    refresh();
    return files_.contains(kIndex);
}

const Page::File* Page::find(std::string_view path) {
    refresh();
    if (const auto found = files_.find(path); found != files_.end())
        return &found->second;
    const auto name = path.substr(path.rfind('/') + 1);
    if (name.find('.') != std::string_view::npos)
        return nullptr;  // a file that is not there
    const auto index = files_.find(kIndex);
    return index == files_.end() ? nullptr : &index->second;
}

void Page::refresh() {
    std::error_code error;
    const auto changed = std::filesystem::last_write_time(folder_ / "index.html", error);
    if (error) {
        files_.clear();
        read_at_ = {};
    } else if (changed != read_at_) {
        read();
        read_at_ = changed;
    }
}

void Page::read() {
    files_.clear();
    std::error_code error;
    for (const auto& item : std::filesystem::recursive_directory_iterator(folder_, error)) {
        if (!item.is_regular_file())
            continue;
        std::ifstream in(item.path(), std::ios::binary);
        File file;
        file.bytes.assign(std::istreambuf_iterator<char>(in), {});
        file.type = type_of(item.path());
        if (packs_well(file.type) && file.bytes.size() >= kWorthPacking)
            file.packed = gzipped(file.bytes);
        const auto sum =
            crc32_z(0, reinterpret_cast<const Bytef*>(file.bytes.data()), file.bytes.size());
        file.tag = fmt::format("\"{:x}-{:08x}\"", file.bytes.size(), sum);
        const auto path = "/" + item.path().lexically_relative(folder_).generic_string();
        file.forever = path.starts_with("/assets/");
        files_.emplace(path, std::move(file));
    }
}

}  // namespace nebel::server
