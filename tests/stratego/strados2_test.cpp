#include "stratego/strados2.hpp"

#include <gtest/gtest.h>

#include "game/record_json.hpp"

namespace nebel::stratego {
namespace {

const std::string kField =
    "MAAAAAAAAAAAAAAAAAAADAAAAAAAAAHAAAAAAAAAAA__AA__AAAA__AA__"
    "AAQAAAAAAAAAPAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
    "Y";

std::string document(const std::string& field, const std::string& rest) {
    return "<?xml version=\"1.0\"?>\n<!-- a game > of two -->\n<StraDoS2><game type='classic'>\n"
           "<field content=\"" +
           field + "\"/>" + rest + "</game></StraDoS2>";
}

TEST(StrategoStrados2, ReadsAGame) {
    const auto record = import_strados2(document(
        kField,
        "<move id=\"1\" source=\"A4\" target=\"A5\"/>\n<move target='F8' source='A8' id='2' />"
        "<move source=\"A5\" target=\"A6\"></move><move source=\"F8\" target=\"F7\"/>"
        "<move source = \"A6\" target = \"A7\"/><result type=\"4\" winner=\"RED\"/>"));
    ASSERT_TRUE(record) << record.error().message;
    EXPECT_EQ(record->start, kField);
    ASSERT_EQ(record->actions.size(), 5U);
    EXPECT_EQ(record->actions[4].heard[Seat::Second][0].text(),
              "strike red a6 a7 captain miner wins");
    EXPECT_EQ(record->outcome, win_for(Seat::First, Reason::Resignation));
    EXPECT_TRUE(replay(*record));
}

TEST(StrategoStrados2, AResultIsOptionalAndLakesMayBeLeftEmpty) {
    std::string field = kField;
    std::replace(field.begin(), field.end(), '_', 'A');
    const auto open = import_strados2(document(field, "<move source=\"A4\" target=\"A5\"/>"));
    ASSERT_TRUE(open) << open.error().message;
    EXPECT_FALSE(open->outcome);
    EXPECT_TRUE(replay(*open));
    const auto drawn = import_strados2(document(field, "<result winner=\"\"/>"));
    ASSERT_TRUE(drawn);
    EXPECT_EQ(drawn->outcome, draw(Reason::Agreement));
}

TEST(StrategoStrados2, ArchivesKnowNoRepetition) {
    std::string moves;
    for (int i = 0; i < 4; ++i)
        moves +=
            "<move source=\"A4\" target=\"A5\"/><move source=\"A8\" target=\"A9\"/>"
            "<move source=\"A5\" target=\"A4\"/><move source=\"A9\" target=\"A8\"/>";
    EXPECT_TRUE(import_strados2(document(kField, moves)));
    const auto strict = import_strados2(document(kField, moves), Rules());
    ASSERT_FALSE(strict);
    EXPECT_NE(strict.error().message.find("move 7"), std::string::npos) << strict.error().message;
}

TEST(StrategoStrados2, NonsenseIsNamed) {
    for (const std::string& xml :
         {std::string(), std::string("<"), std::string("<field"), std::string("<field content=>"),
          std::string("<field/>"), std::string("<!-- <field content=\"x\"/>"), document("AAA", ""),
          document(kField, "<move source=\"A4\"/>"),
          document(kField, "<move source=\"K4\" target=\"A5\"/>"),
          document(kField, "<move source=\"A4\" target=\"A6\"/>"),
          document(kField, "<move source=\"A8\" target=\"A9\"/>"),
          document(kField, "<move source=\"A4 target=\"A5\"/>")}) {
        const auto record = import_strados2(xml);
        ASSERT_FALSE(record) << xml;
        EXPECT_FALSE(record.error().message.empty());
    }
}

}  // namespace
}  // namespace nebel::stratego
