#!/usr/bin/env python3
"""The rooms, lowest first: an include may only point to the same room or to one above it.

Each room is a library that links only what it names, but a header can be borrowed without linking;
this closes that door. Usage: rooms_test.py SOURCE_DIR
"""
import pathlib
import re
import sys

ROOMS = ["core", "game", "chess", "search", "kriegspiel", "darkchess", "stratego", "match", "store",
         "protocol", "lab", "server", "cli"]
# Games stand side by side: none may look into another.
STRANGERS = {"kriegspiel", "darkchess", "stratego"}


def violations(source):
    for path in sorted((source / "src").rglob("*.[hc]pp")):
        room = path.relative_to(source / "src").parts[0]
        for number, line in enumerate(path.read_text().splitlines(), 1):
            found = re.match(r'\s*#\s*include\s+"([^"]+)"', line)
            if not found:
                continue
            target = found.group(1).split("/")[0]
            place = f"{path.relative_to(source)}:{number}"
            if target not in ROOMS:
                yield f"{place}: includes are written from src/, found {found.group(1)!r}"
            elif ROOMS.index(target) > ROOMS.index(room):
                yield f"{place}: {room} may not use {target}"
            elif target != room and {target, room} <= STRANGERS:
                yield f"{place}: {room} may not look into {target}"


def main():
    found = list(violations(pathlib.Path(sys.argv[1])))
    print("\n".join(found) if found else "every include points up the list")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
