#!/usr/bin/env python3
"""Computes the tables behind human-like Stratego set-ups from a collection of set-ups.

    tools/stratego_setup_statistics.py SETUPS.txt.gz > src/stratego/human_setup_model.cpp

SETUPS has one classic set-up of 40 letters a line, front row first (B bomb, C spy, D scout ..
L marshal, M flag). Only frequencies leave this script, never a set-up. Plain Python, about a minute.

The model. Every set-up is mirrored, if need be, so that its flag stands on the left half; a sampled
one is mirrored back with an even chance. Then
  flag        how often the flag stands on each square;
  shield      for each flag square, how often each pattern of bombs stands next to it
              (bit 0 in front, 1 behind, 2 to the left, 3 to the right);
  bomb        for each flag square, how often a bomb stands on each square not next to the flag,
              shrunk towards the mean over all flag squares where the flag is rare;
  place       a weight for each rank that walks on each square;
  beside,     a weight for each pair of ranks on neighbouring squares of a row, and of a file
  behind      (first the man in front).
`place`, `beside` and `behind` are those of the random field (probability proportional to the
product of all weights, flag and bombs given) whose expected counts are the observed ones. They are
fitted by following chains of swaps that start at the observed set-ups: after each round a weight is
multiplied by a power of observed / simulated.
"""
import gzip
import random
import sys

RANKS = "CDEFGHIJKLBM"  # spy .. marshal, bomb, flag: the order of Rank
WALKERS = 10
BOMB, FLAG = 10, 11
WIDTH, ROWS = 10, 4
SIZE = WIDTH * ROWS
CHAINS, ROUNDS, SWAPS = 6000, 24, 120


def read(path):
    opener = gzip.open if path.endswith(".gz") else open
    with opener(path, "rt") as lines:
        return [[RANKS.index(c) for c in line.strip()] for line in lines if line.strip()]


def flag_on_the_left(men):
    if men.index(FLAG) % WIDTH < WIDTH // 2:
        return men
    return [men[row * WIDTH + WIDTH - 1 - file] for row in range(ROWS) for file in range(WIDTH)]


def around(at):
    """The neighbours of a square: in front, behind, left, right; None off the set-up rows."""
    row, file = divmod(at, WIDTH)
    return (at - WIDTH if row > 0 else None, at + WIDTH if row < ROWS - 1 else None,
            at - 1 if file > 0 else None, at + 1 if file < WIDTH - 1 else None)


AROUND = [around(at) for at in range(SIZE)]


def count(setups):
    place = [[0] * SIZE for _ in range(WALKERS)]
    beside = [[0] * 12 for _ in range(12)]
    behind = [[0] * 12 for _ in range(12)]
    for men in setups:
        for at, rank in enumerate(men):
            if rank < WALKERS:
                place[rank][at] += 1
            _, back, _, right = AROUND[at]
            if back is not None:
                behind[rank][men[back]] += 1
            if right is not None:
                beside[rank][men[right]] += 1
    return place, beside, behind


def weight(men, at, rank, place, beside, behind):
    front, back, left, right = AROUND[at]
    product = place[rank][at]
    if front is not None:
        product *= behind[men[front]][rank]
    if back is not None:
        product *= behind[rank][men[back]]
    if left is not None:
        product *= beside[men[left]][rank]
    if right is not None:
        product *= beside[rank][men[right]]
    return product


def pair_weight(men, a, b, model):
    """All factors that touch a or b; a bond between the two counts once."""
    _, beside, behind = model
    product = weight(men, a, men[a], *model) * weight(men, b, men[b], *model)
    low, high = min(a, b), max(a, b)
    if AROUND[low][3] == high:
        product /= beside[men[low]][men[high]]
    elif AROUND[low][1] == high:
        product /= behind[men[low]][men[high]]
    return product


def swap_about(men, model, swaps, rng):
    squares = [at for at in range(SIZE) if men[at] < WALKERS]
    for _ in range(swaps):
        a, b = rng.choice(squares), rng.choice(squares)
        if men[a] == men[b]:
            continue
        before = pair_weight(men, a, b, model)
        men[a], men[b] = men[b], men[a]
        if rng.random() * before > pair_weight(men, a, b, model):
            men[a], men[b] = men[b], men[a]


def fit(setups, rng):
    """Weights whose chains keep the observed counts; also how far off the last round was."""
    total = len(setups)
    observed = count(setups)
    share = [[n / total for n in row] for row in observed[0]]
    place = [[max(p, 0.2 / total) for p in row] for row in share]
    beside = [[1.0] * 12 for _ in range(12)]
    behind = [[1.0] * 12 for _ in range(12)]
    chains = [list(men) for men in rng.sample(setups, min(CHAINS, total))]
    scale = len(chains) / total
    miss = 0.0
    for turn in range(ROUNDS):
        for men in chains:
            swap_about(men, (place, beside, behind), SWAPS, rng)
        simulated = count(chains)
        power = 0.7 if turn < ROUNDS // 2 else 0.35
        miss = sum(abs(o * scale - s) for o_row, s_row in zip(observed[0], simulated[0])
                   for o, s in zip(o_row, s_row)) / (len(chains) * (SIZE - 7))
        # A few imagined sightings on both sides keep rare cells from running away.
        for table, want, got in zip((place, beside, behind), observed, simulated):
            for row, want_row, got_row in zip(table, want, got):
                for i in range(len(row)):
                    row[i] *= ((want_row[i] * scale + 3) / (got_row[i] + 3)) ** power
        print(f"round {turn + 1}: {miss:.4f} of the men misplaced", file=sys.stderr)
    return place, beside, behind


def flags_and_bombs(setups):
    flag = [0] * SIZE
    shield = [[0] * 16 for _ in range(SIZE)]
    bomb = [[0] * SIZE for _ in range(SIZE)]
    mean = [0] * SIZE
    for men in setups:
        at = men.index(FLAG)
        flag[at] += 1
        shield[at][sum(1 << i for i, near in enumerate(AROUND[at])
                       if near is not None and men[near] == BOMB)] += 1
        for other, rank in enumerate(men):
            if rank == BOMB and other not in AROUND[at]:
                bomb[at][other] += 1
                mean[other] += 1
    total = len(setups)
    prior = 20
    weights = [[(bomb[f][s] + prior * mean[s] / total + 0.01) / (flag[f] + prior)
                for s in range(SIZE)] for f in range(SIZE)]
    return flag, shield, weights


def show(name, comment, rows, columns):
    print(f"\n// {comment}")
    print(f"const std::array<std::array<float, {columns}>, {len(rows)}> {name}{{{{")
    for row in rows:
        print("    {" + ", ".join(f"{value:.4g}" for value in row) + "},")
    print("}};")


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    rng = random.Random(1)
    setups = [flag_on_the_left(men) for men in read(sys.argv[1])]
    flag, shield, bomb = flags_and_bombs(setups)
    place, beside, behind = fit(setups, rng)
    left = [row * WIDTH + file for row in range(ROWS) for file in range(WIDTH // 2)]
    print("// Written by tools/stratego_setup_statistics.py, which says what the numbers are;")
    print(f"// {len(setups)} set-ups of people went in. Not to be edited by hand.")
    print('#include "stratego/human_setup_model.hpp"\n')
    print("// clang-format off")
    print("namespace nebel::stratego::human {\n")
    print("// One row a flag square: front row first, files 1 to 5.")
    print(f"const std::array<float, {len(left)}> kFlag{{"
          + ", ".join(f"{flag[at]}" for at in left) + "};")
    show("kShield", "Flag square, pattern.", [shield[at] for at in left], 16)
    show("kBomb", "Flag square, square.", [bomb[at] for at in left], SIZE)
    show("kPlace", "Rank from the spy to the marshal, square.", place, SIZE)
    show("kBeside", "Left, right: spy .. marshal, bomb, flag.", beside, 12)
    show("kBehind", "In front, behind.", behind, 12)
    print("\n}  // namespace nebel::stratego::human")


if __name__ == "__main__":
    main()
