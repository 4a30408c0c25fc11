#!/usr/bin/env python3
"""Puts a model of moves into the program's sources.

    tools/ship_moves.py moves.txt samplers

`moves.txt` is what `nebel profile learn-moves` wrote, `samplers` one of the kinds that
src/kriegspiel/belief/move_model.cpp names. Features and habits become two files, since compilers need not
read string literals of more than 65,536 characters.
"""
import os
import sys


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    with open(sys.argv[1]) as file:
        features, _, habits = file.read().partition("\nhabits\n")
    room = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "src", "kriegspiel", "belief")
    parts = [("moves", "model", features)] + ([("habits", "net", habits)] if habits else [])
    for folder, mark, text in parts:
        path = os.path.join(room, folder, sys.argv[2] + ".inc")
        with open(path, "w") as file:
            file.write(f'R"{mark}(\n{text.strip()}\n){mark}"\n')
        print(f"wrote {os.path.normpath(path)}")


if __name__ == "__main__":
    main()
