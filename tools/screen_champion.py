#!/usr/bin/env python3
"""Asks which settings of the Kriegspiel champion matter: all of them at once.

    tools/screen_champion.py --nebel build/release/src/nebel --state screen.jsonl [--minutes 60] [--report]

For each pair of games every setting is drawn to one of two sides, so every game tells of every setting.
Games are stopped after some half-moves and counted as what the lead in material at that point has been
worth; that takes half the time and varies less than a result. The state is a line a pair of games; the
same command goes on, and --report fits all effects together and prints them.
"""
import argparse
import concurrent.futures
import json
import math
import os
import random
import subprocess
import sys
import tempfile
import time

# The middle of each setting, which is what ships, and how far its two sides lie from it.
WEIGHTS = {
    "pawns": (21.7, 12), "knights": (16.0, 25), "bishops": (-42.9, 25), "rooks": (-53.7, 30),
    "queens": (-106.1, 45), "own_steps": (-6.0, 5), "enemy_steps": (-9.1, 5), "own_passed": (103.6, 45),
    "enemy_passed": (-160.0, 50), "loose": (-5.4, 3), "own_ring": (-1.0, 4), "enemy_ring": (-12.4, 7),
    "own_reach": (-2.0, 1.8), "enemy_reach": (2.3, 2.2), "trade": (0.0, 4), "king_out": (-6.5, 8),
    "far_pieces": (-24.7, 15), "loose_pawns": (-9.4, 6), "pawn_guarded": (-6.5, 8), "stormed": (-16.0, 7),
    "stormed_later": (-1.0, 3), "storming": (2.4, 3), "loose_home": (-2.0, 2.5), "sheltered": (15.0, 10),
    "open_files": (3.5, 9), "may_castle": (20.0, 14),
}
# What counts only in endings, which stopped games do not reach.
FIXED = "hunted 16.7\nking_hunts 5.6\nlate_passed 48.4\nstopped 60\n"
OPTIONS = {
    "attentive": (0.64, 0.12), "threat": (0.2, 0.12), "pawn_threat": (0.76, 0.2), "risk": (0.04, 0.04),
    "probe": (-0.03, 0.03), "ahead": (0.58, 0.18), "plan": (0.12, 0.07), "repeat": (0.02, 0.015),
    "scale": (670, 180), "doubt": (0.03, 0.03),
}
NAMES = list(WEIGHTS) + list(OPTIONS)
WORTH = {"p": 1, "n": 3.2, "b": 3.35, "r": 5.1, "q": 9.6, "k": 0}


def lead_of_white(record):
    """The lead in material at the end of a record, in pawns."""
    board = {}
    rank, file = 7, 0
    for c in record["start"].split()[0]:
        if c == "/":
            rank, file = rank - 1, 0
        elif c.isdigit():
            file += int(c)
        else:
            board[(file, rank)] = c
            file += 1
    for action in record["actions"]:
        if not action["accepted"] or len(action["action"]) < 4:
            continue
        text = action["action"]
        start = (ord(text[0]) - 97, int(text[1]) - 1)
        end = (ord(text[2]) - 97, int(text[3]) - 1)
        man = board.pop(start)
        if man in "pP" and start[0] != end[0] and end not in board:
            del board[(end[0], start[1])]
        if man in "kK" and abs(start[0] - end[0]) == 2:
            corner = (7 if end[0] > start[0] else 0, start[1])
            board[((start[0] + end[0]) // 2, start[1])] = board.pop(corner)
        if len(text) > 4:
            promoted = text[-1].lower()
            man = promoted.upper() if man.isupper() else promoted
        board[end] = man
    return sum(WORTH[m.lower()] * (1 if m.isupper() else -1) for m in board.values())


def outcome(record, champion_is_white):
    """The champion's points, or its lead in pawns where the game was stopped."""
    if record["reason"] == "adjudication":
        return {"lead": round(lead_of_white(record) * (1 if champion_is_white else -1), 2)}
    first = {"1-0": 1.0, "0-1": 0.0}.get(record["result"], 0.5)
    return {"points": first if champion_is_white else 1 - first}


def worth(game):
    return game["points"] if "points" in game else 1 / (1 + math.exp(-(0.5 + 0.4 * game["lead"])))


def pair(arguments, number):
    draw = random.Random(f"{arguments.seed}/{number}")
    sides = {name: draw.choice((-1, 1)) for name in NAMES}
    opponent = arguments.against.split(";")[number % len(arguments.against.split(";"))]
    with tempfile.TemporaryDirectory() as folder:
        weights = os.path.join(folder, "weights")
        with open(weights, "w") as out:
            out.write(FIXED)
            for name, (middle, distance) in WEIGHTS.items():
                out.write(f"{name} {middle + sides[name] * distance:.4f}\n")
        options = ",".join(f"{n}={m + sides[n] * d:.5g}" for n, (m, d) in OPTIONS.items())
        records = os.path.join(folder, "records")
        command = [arguments.nebel, "match", "kriegspiel", f"champion:weights={weights},{options}", opponent,
                   "--games", "2", "--budget1", arguments.budget, "--budget2", arguments.opponent_budget,
                   "--margin", "1m", "--opening", str(arguments.opening), "--seed", str(arguments.seed + number),
                   "--action-limit", str(arguments.plies), "--records", records, "--quiet"]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode != 0:
            raise RuntimeError(done.stderr)
        games = []
        with open(records) as lines:
            for line in lines:
                record = json.loads(line)
                white = record["players"][0].startswith("champion")
                games.append({"white": white, **outcome(record, white)})
    return {"number": number, "opponent": opponent, "sides": sides, "games": games}


def inverse(matrix):
    size = len(matrix)
    rows = [list(row) + [float(i == j) for j in range(size)] for i, row in enumerate(matrix)]
    for i in range(size):
        pivot = max(range(i, size), key=lambda r: abs(rows[r][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        rows[i] = [value / rows[i][i] for value in rows[i]]
        for r in range(size):
            if r != i and rows[r][i] != 0:
                rows[r] = [value - rows[r][i] * other for value, other in zip(rows[r], rows[i])]
    return [row[size:] for row in rows]


def report(path):
    """Least squares of what games came to on all settings at once."""
    with open(path) as lines:
        pairs = [json.loads(line) for line in lines]
    opponents = sorted({pair["opponent"] for pair in pairs})
    rows = [([float(pair["opponent"] == o) for o in opponents] + [1.0 if game["white"] else -1.0] +
             [pair["sides"][name] for name in NAMES], worth(game)) for pair in pairs for game in pair["games"]]
    size = len(opponents) + 1 + len(NAMES)
    if len(rows) <= size:
        sys.exit(f"{len(rows)} games are too few for {size} effects")
    products = [[0.0] * size for _ in range(size)]
    sums = [0.0] * size
    for values, result in rows:
        for i, value in enumerate(values):
            sums[i] += value * result
            for j, other in enumerate(values):
                products[i][j] += value * other
    spread = inverse(products)
    fit = [sum(a * b for a, b in zip(row, sums)) for row in spread]
    rest = sum((result - sum(a * b for a, b in zip(values, fit))) ** 2 for values, result in rows)
    variance = rest / (len(rows) - size)
    print(f"{len(rows)} games, a game deviates by {math.sqrt(variance):.3f}")
    for opponent, share in zip(opponents, fit):
        print(f"{opponent:14} {100 * share:.1f} %")
    first = len(opponents) + 1
    effects = [(name, fit[first + i], math.sqrt(variance * spread[first + i][first + i]))
               for i, name in enumerate(NAMES)]
    print(f"squares of effects over errors: {sum((e / d) ** 2 for _, e, d in effects):.1f}, "
          f"by chance about {len(effects)} +- {math.sqrt(2 * len(effects)):.0f}")
    for name, effect, error in sorted(effects, key=lambda e: -abs(e[1])):
        print(f"{name:14} {100 * effect:+.2f} +- {100 * error:.2f} %")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--nebel", help="the program")
    parser.add_argument("--state", required=True, help="file that keeps the games")
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--jobs", type=int, default=2, help="pairs of games at the same time (2)")
    parser.add_argument("--budget", default="cpu=20ms", help="of the champion for each answer (cpu=20ms)")
    parser.add_argument("--opponent-budget", default="cpu=20ms", help="of its opponent (cpu=20ms)")
    parser.add_argument("--opening", type=int, default=2, help="first half-moves drawn by lot (2)")
    parser.add_argument("--plies", type=int, default=70, help="half-moves after which a game is stopped (70)")
    parser.add_argument("--seed", type=int, default=500000)
    parser.add_argument("--against", default="hs;pimc", help="opponents, in turn (hs;pimc)")
    parser.add_argument("--report", action="store_true", help="print the effects so far and play nothing")
    arguments = parser.parse_args()
    if arguments.report:
        return report(arguments.state)
    if not arguments.nebel:
        parser.error("--nebel says which program is to play")
    number = 0
    if os.path.exists(arguments.state):
        with open(arguments.state) as lines:
            number = sum(1 for _ in lines)
    end = time.time() + 60 * arguments.minutes
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool, open(arguments.state, "a") as state:
        waiting = set()
        while time.time() < end or waiting:
            while len(waiting) < arguments.jobs and time.time() < end:
                waiting.add(pool.submit(pair, arguments, number))
                number += 1
            done, waiting = concurrent.futures.wait(waiting, return_when=concurrent.futures.FIRST_COMPLETED)
            for result in done:
                state.write(json.dumps(result.result()) + "\n")
                state.flush()


if __name__ == "__main__":
    main()
