import re
import subprocess

from scene import Scene
from terminal import Broken

# As exchanges that arrived have left it; any numbers do.
ARRIVED = "".join(f"run arrive-{name} {value}\n" for name, value in {
    "service-ms": 7, "proxy-ms": 0.5, "database-ms": 3, "transactions": 5, "logged-bytes": 40_000}.items())


class Scale(Scene):
    """Somebody has a clone, the release build of the load, and figures of exchanges that arrived."""

    page = "docs/scale.md"
    in_clone = True
    left = {
        "make bench-scale": "an hour of the whole machine, and 30 GB",
        "SCALE_RUN=run.txt scripts/bench-scale arrive": "three minutes of the whole machine",
        "SCALE_RUN=run.txt scripts/bench-scale alone": "three minutes of the whole machine",
    }
    needs = ("scripts/postgres available",)

    def prepare(self):
        self.stage.write("run.txt", ARRIVED)
        # Stores as small as they may be.
        self.stage.environment |= {
            "LOAD_PROGRAMS": str(self.stage.clone / ".build/release"), "SCALE_SQLITE": "10000", "SCALE_POSTGRESQL": "10000"}

    def after(self, command, shown):
        if found := re.search(r"bench-scale (\w+)", command):
            figures = re.findall(r"^run (\S+) ", (self.stage.folder / "run.txt").read_text(), re.MULTILINE)
            for name in re.findall(r"^\| `postgresql-([\w-]+)", (self.stage.folder / self.page).read_text(), re.MULTILINE):
                if not [figure for figure in figures if figure.startswith(f"{found[1]}-{name}".replace("SIZE", "10000"))]:
                    raise Broken(f"there is no figure {found[1]}-{name} among {figures}")
            if f"goal {found[1]}-claim-growth: 1.000, wanted at most 2: met" not in shown:
                raise Broken(f"it does not say that a store of one size keeps the goal of claims\n{shown}")
            self.miss("run arrive-p99-over-p50 5\n", "run arrive-done-rate 100\nrun overload-done-rate 89\n", "run sqlite-claim-growth 2.1\n")
        elif "costs, at 0.04 a core hour and 0.1 a GB month" not in shown:
            raise Broken(f"the model does not say what a million verifications cost\n{shown}")

    def miss(self, *runs):
        """Each of these runs misses a goal, which is said and fails."""
        for run in runs:
            told = subprocess.run([self.stage.clone / "scripts/scale-model", "--goals"], input=run, capture_output=True, text=True)
            if told.returncode != 1 or not told.stdout.endswith(": missed\n"):
                raise Broken(f"no goal is missed by\n{run}{told.stdout}{told.stderr}")
