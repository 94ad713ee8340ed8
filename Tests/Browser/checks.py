"""What a test asks and waits for, without a browser: tests of the service from outside have none."""
import pathlib
import time

REPOSITORY = pathlib.Path(__file__).resolve().parent.parent.parent
PATIENCE = 240


class Skip(Exception):
    """The law cannot be tested here; the text says why."""


def check(condition, text):
    if not condition:
        raise AssertionError(text)


def same(found, expected, what="value"):
    check(found == expected, f"{what}: expected {expected!r}, found {found!r}")


def until(condition, what, patience=PATIENCE):
    """Waits for a condition; time only bounds how long a failure takes."""
    end = time.monotonic() + patience
    while time.monotonic() < end:
        value = condition()
        if value:
            return value
        time.sleep(0.02)
    raise AssertionError(f"never happened: {what}")
