"""What is not looked at for want of something, with a word."""
import os
import pathlib
import sys


def skipped(what):
    """As `skipped` of scripts/common.sh: says it, also in the file that SKIPPED_LOG names, if any."""
    print(f"skipped: {what}", flush=True)
    if log := os.environ.get("SKIPPED_LOG"):
        with open(log, "a", encoding="utf-8") as file:
            file.write(f"{pathlib.Path(sys.argv[0]).name}: {what}\n")
