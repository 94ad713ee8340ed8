"""Asks a running verifier service what nobody should ask; `scripts/schemathesis` makes the environment and calls this."""
import argparse
import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "Browser"))

import malformed  # noqa: E402
from demonstration import Demonstration  # noqa: E402

GOALS = "name,age_over_21,portrait"


def schemathesis(demonstration, options):
    """Runs Schemathesis on the document the service hands out; its exit status."""
    environment = {**os.environ, "PYTHONPATH": str(HERE), "SERVICE_POLICY": "spaceship-rental", "SERVICE_GOALS": GOALS}
    program = pathlib.Path(sys.executable).parent / "st"
    return subprocess.run(
        [program, "--config-file", HERE / "schemathesis.toml", "run", options.document or demonstration.service_address + "/openapi.json",
         "--url", demonstration.service_address,
         "--header", "Authorization: Bearer " + demonstration.key, "--checks", "all", "--seed", str(options.seed), "--no-color",
         "--max-time", str(options.seconds)], env=environment, cwd=demonstration.folder, stdin=subprocess.DEVNULL).returncode


def main():
    parser = argparse.ArgumentParser(description="The verifier service under Schemathesis, and under malformed bodies.")
    parser.add_argument("--document", metavar="FILE", type=lambda file: pathlib.Path(file).resolve(), help="this document instead of the one the service hands out")
    parser.add_argument("--seconds", type=int, default=60, help="time for Schemathesis")
    parser.add_argument("--bodies", type=int, default=10_000, help="malformed bodies after it")
    parser.add_argument("--seed", type=int, default=4)
    options = parser.parse_args()
    demonstration = Demonstration(VERIFIER_ALLOWED_GOALS=GOALS)
    try:
        failed = schemathesis(demonstration, options) if options.seconds else 0
        broken = malformed.run(demonstration, options.bodies, options.seed) if options.bodies else 0
        return 1 if failed or broken else 0
    finally:
        demonstration.close()


if __name__ == "__main__":
    sys.exit(main())
