#!/usr/bin/env python3
"""A dark chess program that speaks MGTP and shares nothing with Nebel: mgtp_peer.py [noisy] [late=SECONDS] [resign=N].

It knows the rules by itself, takes the greatest man it can, otherwise flips or moves at random. `noisy` prints debugging lines
between the answers, `late` thinks so long about every third move, `resign` gives up when asked for its N-th move.
"""
import random
import sys
import time

RANKS = "KGMRNCP"
settings = dict(word.partition("=")[::2] for word in sys.argv[1:])
noisy = "noisy" in settings
late = float(settings.get("late", 0))
resign = int(settings.get("resign", 0))
chance = random.Random(7)
board = {}
to_move = None  # a colour once there is one
asked = 0


def say(line):
    print(line, flush=True)


def chatter(command):
    if noisy:
        say("debug: " + command)
        say("")
        say("value =12 a1 a1 is not an answer")
        say("=120 a1 a1")
        print("thinking about it", file=sys.stderr, flush=True)


def reset():
    global to_move, asked
    board.clear()
    board.update({c + r: "X" for c in "abcd" for r in "12345678"})
    to_move = None
    asked = 0


def colour(man):
    return "red" if man.isupper() else "black"


def other(side):
    return "black" if side == "red" else "red"


def takes(attacker, victim):
    """By a step."""
    a, v = RANKS.index(attacker.upper()), RANKS.index(victim.upper())
    if RANKS[a] == "C" or (RANKS[a], RANKS[v]) in (("K", "P"), ("P", "C")):
        return False
    return a <= v or (RANKS[a], RANKS[v]) == ("P", "K")


def lines_from(square):
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        x, y = ord(square[0]), ord(square[1])
        line = []
        while (chr(x + dx) + chr(y + dy)) in board:
            x, y = x + dx, y + dy
            line.append(chr(x) + chr(y))
        yield line


def moves():
    """All moves of the side to move, each with the man it takes."""
    for square, man in board.items():
        if man in "X-" or colour(man) != to_move:
            continue
        for line in lines_from(square):
            if line and board[line[0]] == "-":
                yield square, line[0], "-"
            elif line and board[line[0]] != "X" and colour(board[line[0]]) != to_move and takes(man, board[line[0]]):
                yield square, line[0], board[line[0]]
            if man in "Cc":
                met = [s for s in line if board[s] != "-"]
                if len(met) > 1 and board[met[1]] != "X" and colour(board[met[1]]) != to_move:
                    yield square, met[1], board[met[1]]


def choose():
    dark = [s for s, man in board.items() if man == "X"]
    steps = list(moves()) if to_move else []
    captures = [m for m in steps if m[2] != "-"]
    if captures:
        return min(captures, key=lambda m: RANKS.index(m[2].upper()))[:2]
    if dark:
        return (chance.choice(dark),) * 2
    return chance.choice(steps)[:2]


def genmove(side):
    global asked, to_move
    asked += 1
    if side != "unknown" and side != to_move:
        return f"?12 it is the turn of {to_move}"
    if resign and asked >= resign:
        return "=12 a0 a0"
    if late and asked % 3 == 0:
        time.sleep(late)
    return "=12 " + " ".join(choose())


def play(start, end):
    global to_move
    if (start, end) not in [m[:2] for m in moves()]:
        return f"?10 {start} {end} is illegal"
    board[end], board[start] = board[start], "-"
    to_move = other(to_move)
    return "=10"


def flip(square, man):
    global to_move
    if board.get(square) != "X":
        return f"?11 {square} is not dark"
    board[square] = man
    to_move = other(to_move or colour(man))
    return "=11"


def main():
    reset()
    for line in sys.stdin:
        number, name, *arguments = line.split()
        chatter(name)
        if name == "quit":
            say("=5")
            return
        if name == "reset_board":
            reset()
        if name == "genmove":
            say(genmove(*arguments))
        elif name == "move":
            say(play(*arguments))
        elif name == "flip":
            say(flip(*arguments))
        else:
            say("=" + number)


main()
