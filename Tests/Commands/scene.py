"""What a page's commands take for granted."""
import base64
import hashlib
import importlib
import pathlib
import re
import shlex
import subprocess
from dataclasses import dataclass, field

import terminal
from terminal import Block, Broken, Terminal

FOLDER = pathlib.Path(__file__).resolve().parent / "scenes"


@dataclass
class Stage:
    """Where the commands of a page run, and what a scene does there beside them."""

    # Empty, and where they begin; the folder of the person; what is committed.
    folder: pathlib.Path
    home: pathlib.Path
    clone: pathlib.Path
    environment: dict
    files: pathlib.Path
    beside: list = field(default_factory=list)
    # Terminals of commands that go on until the page ends; a scene may close the last one before, and takes it away then.
    others: list = field(default_factory=list)

    def run(self, *words, keys=None):
        """Runs a program to its end, and gives what it shows."""
        try:
            told = subprocess.run(
                list(map(str, words)), cwd=self.folder, env=self.environment, input=keys, stdin=None if keys else subprocess.DEVNULL,
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=terminal.LIMIT)
        except subprocess.TimeoutExpired as late:
            raise Broken(f"{shlex.join(map(str, words))} does not end in {terminal.LIMIT} seconds") from late
        if told.returncode:
            raise Broken(f"what the page takes for granted is not there: {shlex.join(map(str, words))} ended with {told.returncode}\n{told.stdout}")
        return told.stdout

    def fingerprint(self, name):
        """SHA-256 of a certificate in PEM, as authorities publish it."""
        lines = (self.folder / name).read_text().split("-----")[2]
        return hashlib.sha256(base64.b64decode(lines)).hexdigest()

    def begin(self, *words, line=None, keys=()):
        """Starts a program of the scene's own, which ends with the page: its terminal, once it shows a line if one is given."""
        shell = Terminal(f"beside-{len(self.beside) + 1}", self.folder, self.environment, self.files)
        self.beside.append(shell)
        shell.run(Block("a program of the scene", shell.name, shlex.join(map(str, words)) + "\n", line and line + "\n"), keys)
        return shell

    def write(self, name, content):
        """Writes a file, by its path seen from the folder where the commands begin."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path


def holds(true, what, shown=""):
    """Something that the page says comes of a command."""
    if not true:
        raise Broken(f"it does not hold that {what}\n{shown}")


class Scene:
    """One page. Commands are named by how they begin on it; a name that fits none is a mistake, and so is a word that does not occur.

    A subclass is the only one in its module, which is called like the page.
    """

    # Path of the page.
    page = ""
    # Whether the commands begin in a clone, as those of somebody who has nothing but it, or in an empty folder.
    in_clone = False
    # Commands that are not run, and why.
    left = {}
    # Commands that go on until the page ends, and a line that each shows once it serves; "..." stands for anything.
    serving = {}
    # What is typed: (words that are shown before, keys).
    keys = {}
    # Commands that are refused on purpose, and words that each shows.
    refused = {}
    # Programs, or commands of the scripts that tell, without which the scene cannot be: then it is skipped.
    needs = ()

    def __init__(self, stage):
        self.stage = stage
        # What stands on the page for something of the reader's own, and what it is here.
        self.words = {}

    def prepare(self):
        """Makes what the page takes for granted."""

    def before(self, command):
        """What happens before a command, which is given as it stands on the page."""

    def after(self, command, shown):
        """Takes what later commands need out of what a command has shown."""


def scenes():
    """All scenes by the path of their page."""
    found = {}
    for path in sorted(FOLDER.glob("*.py")):
        module = importlib.import_module(f"scenes.{path.stem}")
        for scene in [value for value in vars(module).values() if isinstance(value, type) and issubclass(value, Scene) and value is not Scene]:
            if not scene.page or path.stem != re.sub(r"\W", "_", scene.page.removeprefix("docs/").removesuffix(".md")).lower():
                raise Broken(f"{path.name} has the scene of {scene.page or 'no page'}")
            found[scene.page] = scene
    return found
