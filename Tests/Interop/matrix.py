#!/usr/bin/env python3
"""Compares what the foreign peers exchange with us with the table of docs/interop.md: every cell of it is seen, and none that is not in it.

    matrix.py suites               the suites whose tests the table names, as a filter for the test program
    matrix.py table MDOC LOG       exchanges the cells of cells_*.py with the program MDOC, and takes those of tests from the log of that program

A cell that a test shows has the verdict that the test has printed, if it has passed: a line of Tests/VectorSupport/InteropCell.swift, or several, of a
test with arguments, whose parts are taken together. Exit 1 if a cell is unexplained.
"""
import collections
import importlib
import logging
import pathlib
import re
import sys
import tempfile

import cells
import ours

ROOT = pathlib.Path(__file__).resolve().parents[2]
TABLE = ROOT / "docs" / "interop.md"
COLUMNS = ["Peer", "Direction", "What is exchanged", "Verdict", "Shown by"]
MODULES = ["cells_documents", "cells_cose", "cells_certificates"]
NO_TEST = "—"
NOT_HERE = "cannot be here: "
# Not only at a line's beginning: what programs print may end without one.
PRINTED = re.compile(r"cell: (\w+\.\w+\.\w+) \| (.+?) \| (.+)$")

Row = collections.namedtuple("Row", "peer direction what verdict shown")


def rows():
    found, inside = [], False
    for number, line in enumerate(TABLE.read_text(encoding="utf-8").splitlines(), 1):
        row = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if not line.startswith("|"):
            inside = False
        elif row == COLUMNS:
            inside = True
        elif inside and set(line) - set("|-: "):
            if len(row) != len(COLUMNS) or not all(row):
                sys.exit(f"{TABLE}:{number}: a row of {len(row)} cells, or an empty one")
            found.append(Row(*row))
    return found


def test_of(row):
    """Target, suite and function of the Swift test that shows a cell."""
    parts = row.shown.strip("`").split(".")
    return parts if len(parts) == 3 else None


def names(target, suite, function):
    """What the test program calls the suite and the test."""
    for path in sorted((ROOT / "Tests" / target).rglob("*.swift")):
        text = path.read_text(encoding="utf-8")
        if not re.search(rf"\bstruct {suite}\b", text):
            continue
        title = re.search(r'@Suite\(\s*"((?:[^"\\]|\\.)*)"', text)
        for part in text.split("@Test(")[1:]:
            name, declared = re.match(r'\s*"((?:[^"\\]|\\.)*)"', part), re.search(r"\bfunc (\w+)", part)
            if name and declared and declared[1] == function:
                return title and title[1].replace('\\"', '"'), name[1].replace('\\"', '"')
    return None, None


def printed(log):
    """The parts of the verdicts that the tests have printed, by test and peer."""
    parts = collections.defaultdict(list)
    for match in filter(None, map(PRINTED.search, log)):
        parts[f"`{match[1]}`", match[2]] += match[3].split("; ")
    return parts


def outcome(log, row, parts):
    """The verdict of a cell that a test shows, by the log."""
    suite, test = names(*test_of(row))
    if test is None:
        return "there is no such test"
    if any(f'✘ Test "{test}" ' in line for line in log):
        return "the test has failed"
    if any(re.search(rf'✔ Test "{re.escape(test)}" .*passed', line) for line in log):
        if not parts:
            return "the test has printed no verdict"
        # Its cases have no order.
        return row.verdict if set(parts) == set(row.verdict.split("; ")) else "; ".join(dict.fromkeys(parts))
    for line in log:
        for begin in (f'➜ Test "{test}" skipped', f'➜ Suite "{suite}" skipped'):
            if begin in line:
                return NOT_HERE + line.partition(begin)[2].strip(': "')
    return "the test did not run"


def exchanged(program):
    """The verdicts of what is exchanged by cells_*.py."""
    for module in MODULES:
        importlib.import_module(module)
    seen = {}
    with tempfile.TemporaryDirectory() as folder:
        mdoc = ours.Ours(str(pathlib.Path(program).resolve()), folder)
        for peer, direction, what, exchange in cells.ALL:
            place = peer, direction, what, f"`{exchange.__module__}.{exchange.__name__}`"
            try:
                seen[place] = exchange(mdoc)
            except Exception as error:  # a package that is absent, refuses, or has changed: the cell has no verdict
                seen[place] = f"failed: {type(error).__name__}: {error}".replace("\n", " ")[:400]
    return seen


def table(program, log):
    logging.disable(logging.CRITICAL)
    with open(log, encoding="utf-8", errors="replace") as file:
        lines = [line.rstrip("\n") for line in file]
    seen, parts, unexplained, expected = exchanged(program), printed(lines), 0, rows()
    width = max(len(row.peer) for row in expected)
    for row in expected:
        if test_of(row):
            verdict = outcome(lines, row, parts.pop((row.shown, row.peer), []))
        elif row.shown == NO_TEST:
            verdict = row.verdict if row.verdict.startswith("cannot be: ") else "nothing shows it"
        else:
            verdict = seen.pop((row.peer, row.direction, row.what, row.shown), "it was not exchanged")
        is_explained = verdict == row.verdict or verdict.startswith(NOT_HERE)
        unexplained += not is_explained
        print(f"{row.peer:{width}} | {row.direction} | {row.what} | {verdict}" + ("" if is_explained else f" | UNEXPLAINED, not: {row.verdict}"))
    for (shown, peer), verdict in parts.items():
        seen[peer, "—", "—", shown] = "; ".join(dict.fromkeys(verdict))
    for (peer, direction, what, shown), verdict in seen.items():
        unexplained += 1
        print(f"{peer:{width}} | {direction} | {what} | {verdict} | UNEXPLAINED, {shown} is not in {TABLE.relative_to(ROOT)}")
    print(f"cells: {len(expected) + len(seen)}, unexplained: {unexplained}")
    return min(unexplained, 1)


def main():
    if sys.argv[1:] == ["suites"]:
        print("|".join(sorted({rf"{target}\.{suite}" for target, suite, _ in filter(None, map(test_of, rows()))})))
        return 0
    if len(sys.argv) == 4 and sys.argv[1] == "table":
        return table(*sys.argv[2:])
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
