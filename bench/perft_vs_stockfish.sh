#!/usr/bin/env bash
# Compares the speed of `nebel perft` with Stockfish's `go perft` on the same core in the same run.
#
#   bench/perft_vs_stockfish.sh [NEBEL] [STOCKFISH]
#
# NEBEL is a release build (default build/release/src/nebel), STOCKFISH defaults to the installed one.
# Each position is run three times in turn and the quickest run of each program counts. Prints a
# line a position and the overall ratio (above 1: nebel is faster); fails when counts differ.
# Environment: CORE, the core to run on (default 0); ROUNDS (default 3).
set -euo pipefail

root=$(cd "$(dirname "$0")/.." && pwd)
nebel=${1:-$root/build/release/src/nebel}
stockfish=${2:-$(PATH=$PATH:/usr/games command -v stockfish || true)}
core=${CORE:-0}
rounds=${ROUNDS:-3}

[[ -x $nebel ]] || { echo "no program at $nebel: build the release preset or name it" >&2; exit 2; }
[[ -x $stockfish ]] || { echo "stockfish is not installed" >&2; exit 2; }

positions=(
    "6|rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    "5|r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
    "7|8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"
    "5|r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1"
    "5|rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8"
    "5|r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10"
)

# One Stockfish stays up for all positions, so its start-up is not counted.
coproc ENGINE { taskset -c "$core" "$stockfish"; }
trap 'echo quit >&"${ENGINE[1]}" 2>/dev/null || true' EXIT

wait_for() { # wait_for PREFIX: reads the engine until a line begins with PREFIX and leaves it in $line
    while IFS= read -r line <&"${ENGINE[0]}"; do
        [[ $line == "$1"* ]] && return 0
    done
    echo "stockfish ended unexpectedly" >&2
    exit 1
}

stockfish_perft() { # sets nodes and micros
    printf 'position fen %s\nisready\n' "$2" >&"${ENGINE[1]}"
    wait_for readyok
    local start=${EPOCHREALTIME/./}
    printf 'go perft %s\n' "$1" >&"${ENGINE[1]}"
    wait_for "Nodes searched: "
    micros=$((${EPOCHREALTIME/./} - start))
    nodes=${line#Nodes searched: }
}

nebel_perft() { # sets nodes and micros
    local out
    out=$(taskset -c "$core" "$nebel" perft --fen "$2" --depth "$1")
    nodes=$(awk '$1 == "nodes" { print $2 }' <<<"$out")
    micros=$(awk '$1 == "seconds" { printf "%d", $2 * 1000000 }' <<<"$out")
}

printf '%-6s %12s %14s %14s %7s\n' depth nodes "nebel Mn/s" "stockfish Mn/s" ratio
total_nebel=0
total_stockfish=0
total_nodes=0
for entry in "${positions[@]}"; do
    depth=${entry%%|*}
    fen=${entry#*|}
    best_nebel=0
    best_stockfish=0
    for ((round = 0; round < rounds; ++round)); do
        nebel_perft "$depth" "$fen"
        count=$nodes
        ((best_nebel == 0 || micros < best_nebel)) && best_nebel=$micros
        stockfish_perft "$depth" "$fen"
        ((best_stockfish == 0 || micros < best_stockfish)) && best_stockfish=$micros
        if [[ $count != "$nodes" ]]; then
            echo "counts differ: nebel $count, stockfish $nodes at depth $depth of $fen" >&2
            exit 1
        fi
    done
    total_nebel=$((total_nebel + best_nebel))
    total_stockfish=$((total_stockfish + best_stockfish))
    total_nodes=$((total_nodes + nodes))
    awk -v d="$depth" -v n="$nodes" -v a="$best_nebel" -v b="$best_stockfish" \
        'BEGIN { printf "%-6s %12d %14.1f %14.1f %7.2f\n", d, n, n / a, n / b, b / a }'
done
awk -v n="$total_nodes" -v a="$total_nebel" -v b="$total_stockfish" \
    'BEGIN { printf "%-6s %12d %14.1f %14.1f %7.2f\n", "all", n, n / a, n / b, b / a }'
