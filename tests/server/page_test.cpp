#include "server/page.hpp"

#include <gtest/gtest.h>
#include <zlib.h>

#include <fstream>

#include "server/clocks.hpp"
#include "server/gate.hpp"
#include "server/table.hpp"
#include "server/thinkers.hpp"
#include "server/token.hpp"

namespace nebel::server::testing {
namespace {

std::string unpacked(const std::string& packed) {
    z_stream stream{};
    EXPECT_EQ(inflateInit2(&stream, 15 + 16), Z_OK);
    std::string bytes(1 << 20, '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
    stream.avail_in = static_cast<uInt>(packed.size());
    stream.next_out = reinterpret_cast<Bytef*>(bytes.data());
    stream.avail_out = static_cast<uInt>(bytes.size());
    EXPECT_EQ(inflate(&stream, Z_FINISH), Z_STREAM_END);
    bytes.resize(stream.total_out);
    inflateEnd(&stream);
    return bytes;
}

void write_file(const std::filesystem::path& path, std::string_view text) {
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << text;
}

TEST(StaticPage, IsServedWithCachingAndCompression) {
    const Folder folder;
    const std::string script(5000, 'x');
    write_file(folder / "page/index.html", "<!doctype html><title>Nebel</title>");
    write_file(folder / "page/assets/main-abc.js", script);
    write_file(folder / "secret.txt", "not yours");
    Serving table(test_setting(folder / "table.db"));
    const auto port = table.port();
    const auto index = request(port, "GET", "/");
    EXPECT_EQ(index.status, 200);
    EXPECT_EQ(index.headers.at("cache-control"), "no-cache");
    EXPECT_EQ(index.headers.at("content-type"), "text/html; charset=utf-8");
    EXPECT_NE(index.headers.at("content-security-policy").find("default-src 'none'"),
              std::string::npos);
    EXPECT_EQ(index.headers.at("x-content-type-options"), "nosniff");
    for (const char* route : {"/games", "/play/abc", "/review/abc?x=1"})
        EXPECT_EQ(request(port, "GET", route).body, index.body) << route;
    const Headers same{{"If-None-Match", index.headers.at("etag")}};
    EXPECT_EQ(request(port, "GET", "/", {}, same).status, 304);

    const auto plain = request(port, "GET", "/assets/main-abc.js");
    EXPECT_EQ(plain.body, script);
    EXPECT_NE(plain.headers.at("cache-control").find("immutable"), std::string::npos);
    const auto packed =
        request(port, "GET", "/assets/main-abc.js", {}, {{"Accept-Encoding", "gzip, br"}});
    EXPECT_EQ(packed.headers.at("content-encoding"), "gzip");
    EXPECT_LT(packed.body.size(), 200u);
    EXPECT_EQ(unpacked(packed.body), script);
    const auto head = request(port, "HEAD", "/assets/main-abc.js");
    EXPECT_EQ(head.headers.at("content-length"), "5000");

    for (const char* path : {"/../secret.txt", "/%2e%2e/secret.txt", "/assets/../../secret.txt",
                             "/..%2fsecret.txt", "/nothing.js"})
        EXPECT_EQ(request(port, "GET", path).status, 404) << path;

    // Built again while it is open.
    write_file(folder / "page/index.html", "new");
    std::filesystem::last_write_time(
        folder / "page/index.html",
        std::filesystem::file_time_type::clock::now() + std::chrono::seconds(5));
    EXPECT_EQ(request(port, "GET", "/").body, "new");
}

TEST(StaticPage, SaysPlainlyThatItWasNotBuilt) {
    const Folder folder;
    Serving table(test_setting(folder / "table.db"));
    const auto reply = request(table.port(), "GET", "/");
    EXPECT_EQ(reply.status, 503);
    EXPECT_NE(reply.body.find("was not built"), std::string::npos);
    EXPECT_EQ(request(table.port(), "GET", "/api/catalog").status, 200);
}

TEST(Gate, KnowsItsNames) {
    const Gate shut(false, {});
    for (const char* host : {"localhost", "localhost:8080", "127.0.0.1:1", "[::1]:80", "127.9.9.9"})
        EXPECT_TRUE(shut.knows_host(host)) << host;
    for (const char* host : {"", "evil.example", "localhost.evil.example", "10.0.0.1",
                             "127.0.0.1.x", "[fe80::1]", "0x7f.1"})
        EXPECT_FALSE(shut.knows_host(host)) << host;
    const Gate open(true, {"table.example"});
    for (const char* host : {"10.0.0.1:80", "[fe80::1]:80", "table.example:80", "TABLE.example"})
        EXPECT_TRUE(open.knows_host(host)) << host;
    EXPECT_FALSE(open.knows_host("evil.example"));
}

TEST(Bucket, FillsWithTime) {
    Bucket bucket(2, 10);
    EXPECT_TRUE(bucket.take(1000));
    EXPECT_TRUE(bucket.take(1000));
    EXPECT_FALSE(bucket.take(1000));
    EXPECT_FALSE(bucket.take(1050));
    EXPECT_TRUE(bucket.take(1150));
    EXPECT_FALSE(bucket.take(1150));
}

TEST(Token, IsLongAndNeverTheSame) {
    const auto entropy = kernel_entropy();
    const auto a = draw_token(entropy);
    const auto b = draw_token(entropy);
    EXPECT_EQ(a.size(), 22u);
    EXPECT_NE(a, b);
    EXPECT_TRUE(same_token(a, a));
    EXPECT_FALSE(same_token(a, b));
    EXPECT_FALSE(same_token(a, ""));
    EXPECT_NE(draw_game_id(entropy), draw_game_id(entropy));
}

TEST(Thinkers, RefuseWhatDoesNotFit) {
    std::atomic<bool> go = false;
    std::atomic<int> done = 0;
    {
        Thinkers thinkers(1, 2);
        std::atomic<bool> begun = false;
        EXPECT_TRUE(thinkers.submit([&] {
            begun = true;
            begun.notify_all();
            go.wait(false);
            ++done;
        }));
        begun.wait(false);
        EXPECT_TRUE(thinkers.submit([&] { ++done; }));
        EXPECT_TRUE(thinkers.submit([&] {
            ++done;
            done.notify_all();
        }));
        EXPECT_FALSE(thinkers.submit([&] { ++done; }));
        go = true;
        go.notify_all();
        for (int seen = done; seen < 3; seen = done)
            done.wait(seen);
    }
    EXPECT_EQ(done, 3);
}

}  // namespace
}  // namespace nebel::server::testing
