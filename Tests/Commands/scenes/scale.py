import re

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
        elif "costs, at 0.04 a core hour and 0.1 a GB month" not in shown:
            raise Broken(f"the model does not say what a million verifications cost\n{shown}")
