#!/usr/bin/env python3
"""A whole engine for the Nebel engine protocol: plays Kriegspiel on the 8x8 board with random tries.

nebel match kriegspiel "cmd:docs/examples/random_engine.py" random
It knows its own men from the events it hears and never makes the same try twice in a turn.
"""
import random
import sys

FILES, STRAIGHT, DIAGONAL = "abcdefgh", [(0, 1), (1, 0), (0, -1), (-1, 0)], [(1, 1), (1, -1), (-1, -1), (-1, 1)]
LINES = {"r": STRAIGHT, "b": DIAGONAL, "q": STRAIGHT + DIAGONAL}
STEPS = {"n": [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)], "k": STRAIGHT + DIAGONAL}


def say(text):
    print(text, flush=True)


def shifted(square, step):
    """The square a step away, or None off the board."""
    file, rank = FILES.index(square[0]) + step[0], int(square[1]) + step[1]
    return FILES[file] + str(rank) if 0 <= file < 8 and 1 <= rank <= 8 else None


class Game:
    def __init__(self, seat, seed):
        self.seat, self.random, self.refused = seat, random.Random(seed), set()
        self.up, self.home = (1, "1") if seat == "white" else (-1, "8")
        self.men = {file + self.home: man for file, man in zip(FILES, "rnbqkbnr")}
        self.men.update({file + ("2" if self.up > 0 else "7"): "p" for file in FILES})

    def hear(self, kind, seat, *rest):
        if kind == "start":  # a game from another position: "placed" tells our men
            self.men = {}
        elif kind == "placed" and seat == self.seat:
            self.men.update({square: "n" if rest[0] == "knight" else rest[0][0] for square in rest[1:]})
        elif kind == "moved" and seat == self.seat:
            self.move(rest[0])
        elif kind == "refused" and seat == self.seat and len(rest) > 1:
            self.refused.add(rest[1])
        elif kind == "capture" and seat != self.seat:  # they took: en passant names the square behind
            self.men.pop(shifted(rest[0], (0, self.up)) if "en_passant" in rest else rest[0], None)

    def move(self, text):
        man = self.men.pop(text[:2])
        self.men[text[2:4]] = text[4:] or man
        if man == "k" and text[0] == "e" and text[2] in "cg":  # castling: the rook comes too
            self.men[("d" if text[2] == "c" else "f") + self.home] = self.men.pop(("a" if text[2] == "c" else "h") + self.home)
        self.refused.clear()

    def tries(self):
        for square, man in self.men.items():
            if man == "p":
                ahead = shifted(square, (0, self.up))
                targets = [shifted(square, (side, self.up)) for side in (-1, 1)] + [ahead]
                if ahead not in self.men and square[1] == ("2" if self.up > 0 else "7"):
                    targets.append(shifted(ahead, (0, self.up)))
            else:
                targets = [shifted(square, step) for step in STEPS.get(man, [])]
                for step in LINES.get(man, []):  # as far as our own men let us
                    target = shifted(square, step)
                    while target and target not in self.men:
                        targets.append(target)
                        target = shifted(target, step)
                if man == "k" and square == "e" + self.home:
                    targets += [to + self.home for to, rook in ("ca", "gh") if self.men.get(rook + self.home) == "r"]
            for target in targets:
                if target and target not in self.men:
                    yield square + target + ("q" if man == "p" and target[1] in "18" else "")

    def answer(self):
        return self.random.choice(sorted(set(self.tries()) - self.refused))


game = None
for line in sys.stdin:
    words = line.split()
    if not words or words[0] in ("option", "stop", "result"):
        pass
    elif words[0] == "nep":
        say("id name Random example\nid author nobody\nnepok" if words[1:] == ["1"] else "error I speak version 1")
    elif words[0] == "isready":
        say("readyok")
    elif words[0] == "newgame":
        known = words[1] == "kriegspiel" and "board=" not in line
        game = Game(words[2], int(words[words.index("seed") + 1]) if "seed" in words else None) if known else None
        if not known:
            say("error I play Kriegspiel on the 8x8 board")
    elif words[0] == "event" and game:
        game.hear(*words[2:])
    elif words[0] == "go":
        say("action " + game.answer() if game else "error no game")
    elif words[0] == "quit":
        break
    else:
        say("error unknown command " + words[0])
