#!/usr/bin/env python3
"""failed_tests.py REPORT: what each failed test of a ctest report (JUnit) said last.

A run on another machine leaves nothing but what it printed, so a failure has to be told in full there.
"""
import re
import sys
import xml.etree.ElementTree as ElementTree

LINES = 80
# How ctest writes what terminals colour words with.
COLOUR = re.compile(r"\[NON-XML-CHAR-0x1B\]\[[0-9;]*m")


def main() -> None:
    for case in ElementTree.parse(sys.argv[1]).getroot().iter("testcase"):
        if case.find("failure") is None:
            continue
        lines = (case.findtext("system-out") or "").rstrip().splitlines()
        print(f"{case.get('name')} failed; its last words:")
        print("\n".join("    " + COLOUR.sub("", line) for line in lines[-LINES:]))


if __name__ == "__main__":
    main()
