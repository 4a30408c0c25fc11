#pragma once

#include <string_view>

#include "core/error.hpp"
#include "game/record.hpp"
#include "stratego/game.hpp"

namespace nebel::stratego {

/// Archives of people's games do not follow our rules on repetition and length.
Rules archive_rules();

/// Reads one game of a StraDoS2 document, `<field content="100 letters"/>` followed by
/// `<move source="A4" target="A5"/>`, and plays it at a table. Everything else in the document is
/// passed over, but `<result winner="RED"/>` (or BLUE, or nobody) concludes a game whose moves did
/// not end it, as a resignation (or an agreed draw). The record has no outcome if there is no
/// result. Untrusted text: never throws, and names the move that could not be played.
Parsed<GameRecord<Stratego>> import_strados2(std::string_view xml,
                                             const Rules& rules = archive_rules());

}  // namespace nebel::stratego
