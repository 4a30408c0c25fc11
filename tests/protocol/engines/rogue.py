#!/usr/bin/env python3
"""An engine for the tests' toy game (guess a number from 0 to 9) that misbehaves as told: rogue.py MODE."""
import os
import sys
import time

mode = sys.argv[1] if len(sys.argv) > 1 else "good"
asked = 0
out = set()


def say(*words):
    print(*words, flush=True)


def hang():
    while True:
        time.sleep(60)


def think():
    """Answers one go."""
    global asked
    asked += 1
    if mode == "hang" or (mode == "hang_later" and asked == 2):
        hang()
    if mode == "crash" or (mode == "crash_later" and asked == 2):
        print("stack overflow, probably", file=sys.stderr, flush=True)
        os._exit(7)
    if mode == "nonsense":
        return say("action banana")
    if mode == "illegal":
        return say("action 99")
    if mode == "mute_error":
        return say("error I cannot think")
    if mode == "resign":
        return say("resign")
    if mode == "flood":
        while True:
            say("info text", "x" * 200)
    if mode == "long_line":
        while True:
            sys.stdout.write("x" * 65536)
    if mode == "late":
        time.sleep(0.3)
    if mode == "wait_for_stop":
        say("info text waiting")
        while sys.stdin.readline().strip() != "stop":
            pass
    if mode == "chatty":
        print("thinking hard", file=sys.stderr, flush=True)
        say("DEBUG: evaluating")
        say("")
        say("info nodes 12 text almost")
        say("actionable? no")
    guess = next(i for i in range(10) if i not in out)
    say("action", guess)
    if mode == "stale":
        say("action", 99)
    if mode == "close_input":
        os.close(0)
        hang()


def main():
    if mode == "crash_at_start":
        sys.exit(5)
    if mode == "hang_at_start":
        hang()
    if mode == "chatty":
        say("Rogue engine, all rights reserved")
    while True:
        line = sys.stdin.readline()
        if not line:
            if mode == "ignore_quit":
                hang()
            return
        words = line.split()
        if words[0] == "nep":
            say("id name rogue", mode)
            say("option name depth type integer min 1 max 9 default 3 help how deep")
            say("nepok")
        elif words[0] == "isready":
            say("readyok")
        elif words[0] == "newgame":
            out.clear()
            if mode == "refuse_game":
                say("error I do not play", words[1])
        elif words[0] == "event" and words[2] in ("refused", "wrong"):
            out.add(int(words[3]))
        elif words[0] == "go":
            think()
        elif words[0] == "quit" and mode != "ignore_quit":
            return


main()
