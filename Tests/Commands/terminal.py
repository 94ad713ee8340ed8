"""Terminals in which the commands of documents run."""
import contextlib
import os
import pathlib
import re
import select
import shlex
import signal
import subprocess
import time
from dataclasses import dataclass

# For one block, in seconds. Most of it is for a first build on a slow machine.
LIMIT = 2 * 60 * 60


class Broken(Exception):
    """What a document says is not what happens."""


@dataclass
class Block:
    place: str
    terminal: str
    commands: str
    shown: str | None = None


def pattern(shown):
    """What finds these lines, one right after the other."""
    lines = [r"(?:[^\n]*\n)*?" if line == "..." else "[^\n]*".join(map(re.escape, line.split("..."))) + "\n" for line in shown.splitlines()]
    return re.compile("^" + "".join(lines), re.MULTILINE)


class Terminal:
    """A shell that runs one block after the other."""

    # Blocks come by their files' names, so that the keyboard belongs to the programs.
    LOOP = 'while IFS= read -r -u "$0" block; do . "$block"; : >"$block.done"; done'

    def __init__(self, name, folder, environment, files):
        self.name, self.files = name, files
        self.log = files / f"{name or 'first'}.log"
        names, self.names = os.pipe()
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                ["bash", "-eu", "-c", self.LOOP, str(names)], cwd=folder, env=environment, stdin=subprocess.PIPE, stdout=log,
                stderr=subprocess.STDOUT, pass_fds=[names], start_new_session=True)
        os.close(names)

    def words(self, begin=0):
        return self.log.read_bytes()[begin:].decode(errors="replace")

    def begin(self, block):
        """Starts a block: the file that is there when it has ended."""
        file = self.files / f"block-{len(list(self.files.glob('block-*')))}"
        file.write_text(block)
        os.write(self.names, f"{file}\n".encode())
        return file.with_name(file.name + ".done")

    def type(self, keys):
        self.process.stdin.write(keys.encode())
        self.process.stdin.flush()

    def until(self, holds, wanted, begin):
        end = time.monotonic() + LIMIT
        while not holds():
            # Looked at once more: both may have come since.
            if self.process.poll() is not None and not holds():
                raise Broken(f"{wanted}; the commands ended with {self.process.returncode}\n{self.words(begin)}")
            if time.monotonic() > end:
                raise Broken(f"{wanted}; nothing came in {LIMIT} seconds\n{self.words(begin)}")
            time.sleep(0.05)

    def run(self, block, keys=()):
        begin = self.log.stat().st_size
        done = self.begin(block.commands)
        for words, line in keys:
            self.until(lambda: words in self.words(begin), f'{block.place} does not show "{words}"', begin)
            self.type(line)
        if not self.name:
            self.until(done.exists, f"{block.place} does not come to its end", begin)
        if block.shown is not None:
            form = pattern(block.shown)
            if self.name:
                self.until(lambda: form.search(self.words(begin)), f"{block.place} does not show what the guide says", begin)
            elif not form.search(self.words(begin)):
                raise Broken(f"{block.place} does not show what the guide says, but\n{self.words(begin)}")

    def open(self, name):
        """Another terminal, in the same folder and with the same variables."""
        state = self.files / f"{name}.state"
        done = self.begin(f"export -p >{shlex.quote(str(state))}; pwd >{shlex.quote(str(state))}.folder\n")
        self.until(done.exists, "the variables cannot be had", 0)
        other = Terminal(name, pathlib.Path(f"{state}.folder").read_text().rstrip("\n"), os.environ, self.files)
        # The guide's variables and none of this process's.
        other.begin(f'unset $(compgen -e | grep -v "^_$"); . {shlex.quote(str(state))}\n')
        return other

    def close(self):
        """Ends the shell and what it runs, which still writes into its folder for a while after the shell has ended."""
        # Whoever has ended lets go of the pipe by which blocks come.
        ended = select.poll()
        ended.register(self.names, 0)
        for how in (signal.SIGTERM, signal.SIGKILL):
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, how)
            if ended.poll(60_000):
                break
        self.process.wait()
        os.close(self.names)
        self.process.stdin.close()
