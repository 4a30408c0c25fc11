#!/usr/bin/env python3
"""Tunes the Kriegspiel champion by play (simultaneous perturbation, SPSA).

    tools/tune_champion.py --nebel build/release/src/nebel --state tune.json [--minutes 60]

Each step draws a direction for all weights at once, lets the two opposite players play a few pairs of
games, against each other or each against the same third player (`--against`, in turn), and goes a little
way towards the better one. The state is kept after each step: the same command
goes on. At the end it prints the weights as a file for `champion:weights=FILE` and the options.
"""
import argparse
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time

# Name: start, half the distance between the two players, lowest, highest.
WEIGHTS = {
    "pawns": (0, 12, -80, 150),
    "knights": (0, 20, -200, 200),
    "bishops": (0, 20, -200, 200),
    "rooks": (0, 25, -300, 300),
    "queens": (0, 40, -500, 500),
    "own_steps": (0, 4, -30, 40),
    "enemy_steps": (0, 4, -40, 30),
    "own_passed": (0, 30, -200, 300),
    "enemy_passed": (0, 30, -300, 200),
    "loose": (0, 4, -40, 20),
    "own_ring": (0, 4, -40, 20),
    "enemy_ring": (0, 4, -20, 40),
    "own_reach": (0, 1.5, -10, 15),
    "enemy_reach": (0, 1.5, -15, 10),
    "trade": (0, 3, -10, 30),
    "king_out": (0, 8, -60, 60),
    "far_pieces": (0, 8, -60, 60),
    "loose_pawns": (0, 4, -40, 20),
    "pawn_guarded": (0, 6, -40, 40),
    "stormed": (0, 4, -60, 20),
    "stormed_later": (0, 3, -40, 20),
    "storming": (0, 3, -20, 40),
    "hunted": (10, 5, -20, 60),
    "king_hunts": (3, 2, -10, 20),
    "late_passed": (40, 20, -100, 300),
    "stopped": (30, 20, -100, 300),
    "loose_home": (0, 3, -40, 20),
    "sheltered": (8, 5, -40, 60),
    "open_files": (-15, 8, -80, 20),
    "may_castle": (25, 10, -20, 120),
}
OPTIONS = {
    "threat": (0.6, 0.12, 0, 1),
    "pawn_threat": (0.6, 0.12, 0, 1),
    "attentive": (0.25, 0.08, 0, 1),
    "scale": (450, 80, 100, 2000),
    "risk": (0, 0.05, -0.5, 0.5),
    "probe": (0, 0.01, -0.1, 0.2),
    "doubt": (0.1, 0.1, 0, 1),
    "repeat": (0.02, 0.008, 0, 0.2),
}
ALL = {**WEIGHTS, **OPTIONS}
GAIN, STEADY = 0.6, 30  # first steps in units of the distances; steps until they grow shorter


def clamped(name, value):
    return min(max(value, ALL[name][2]), ALL[name][3])


def weights_text(values):
    return "".join(f"{name} {values[name]:.4f}\n" for name in WEIGHTS)


def options_text(values):
    return ",".join(f"{name}={values[name]:.4f}" for name in OPTIONS)


def player(values, path):
    with open(path, "w") as file:
        file.write(weights_text(values))
    return f"champion:weights={path},{options_text(values)}"


def started(arguments, first, second, seed, jobs):
    command = [arguments.nebel, "match", "kriegspiel", first, second, "--games", str(arguments.games),
               "--budget", arguments.budget, "--margin", "1m", "--opening", str(arguments.opening),
               "--seed", str(seed), "--jobs", str(jobs), "--quiet"]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def points(match):
    """The first player's share of the points."""
    told = match.communicate()[0]
    found = re.search(r"\+(\d+) =(\d+) -(\d+)", told)
    if not found:
        sys.exit(f"the match failed:\n{told}")
    won, drawn, lost = map(int, found.groups())
    return (won + drawn / 2) / (won + drawn + lost)


def lead_of(arguments, plus, minus, opponent, seed):
    """How much better `plus` does than `minus`, -1 to 1."""
    if opponent == "itself":
        return 2 * points(started(arguments, plus, minus, seed, 2)) - 1
    both = [started(arguments, player, opponent, seed, 1) for player in (plus, minus)]
    return points(both[0]) - points(both[1])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--nebel", required=True, help="the program")
    parser.add_argument("--state", required=True, help="file that keeps where the tuning stands")
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--games", type=int, default=16, help="for each step (16)")
    parser.add_argument("--budget", default="cpu=5ms", help="for each answer (cpu=5ms)")
    parser.add_argument("--opening", type=int, default=2, help="first half-moves drawn by lot (2)")
    parser.add_argument("--against", default="itself", help="players to tune against, in turn (itself)")
    arguments = parser.parse_args()

    state = {"step": 0, "values": {name: spec[0] for name, spec in ALL.items()}}
    if os.path.exists(arguments.state):
        with open(arguments.state) as file:
            state = json.load(file)
    values = state["values"]
    opponents = arguments.against.split(";")
    end = time.time() + 60 * arguments.minutes
    with tempfile.TemporaryDirectory() as folder:
        while time.time() < end:
            step = state["step"]
            draw = random.Random(step)
            side = {name: draw.choice((-1, 1)) for name in ALL}
            plus = {name: clamped(name, values[name] + side[name] * ALL[name][1]) for name in ALL}
            minus = {name: clamped(name, values[name] - side[name] * ALL[name][1]) for name in ALL}
            opponent = opponents[step % len(opponents)]
            lead = lead_of(arguments, player(plus, os.path.join(folder, "plus")),
                           player(minus, os.path.join(folder, "minus")), opponent, 50000 + step)
            gain = GAIN * ((1 + STEADY) / (step + 1 + STEADY)) ** 0.4
            for name in ALL:
                values[name] = clamped(name, values[name] + gain * lead * side[name] * ALL[name][1])
            state["step"] = step + 1
            with open(arguments.state, "w") as file:
                json.dump(state, file)
            print(f"step {step + 1}: lead {lead:+.2f} against {opponent}", file=sys.stderr, flush=True)
    print(f"# after {state['step']} steps; options: {options_text(values)}")
    print(weights_text(values), end="")


if __name__ == "__main__":
    main()
