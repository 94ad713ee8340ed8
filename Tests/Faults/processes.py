"""The programs of a fault run: services that are started again when they end, PostgreSQL, nginx before the services, and what lives shortly."""
from __future__ import annotations

import datetime
import errno
import json
import os
import pathlib
import signal
import socket
import struct
import subprocess
import threading
import time

REPOSITORY = pathlib.Path(__file__).resolve().parent.parent.parent
# What a service manager waits before it starts a program again.
RESTART = 1.0
DAY = 86_400

NGINX = """daemon off; pid {folder}/nginx.pid; worker_processes 1;
events {{ worker_connections 1024; }}
http {{
    access_log off; client_max_body_size 8m; client_body_buffer_size 1m; proxy_max_temp_file_size 0;
    client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
    upstream services {{ {servers} }}
    server {{
        listen 127.0.0.1:{port};
        location / {{ proxy_pass http://services; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_connect_timeout 1s; }}
    }}
}}
"""


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


def listens(address):
    """Whether somebody takes connections at a host and port, or at a socket's path."""
    try:
        if isinstance(address, tuple):
            socket.create_connection(address, timeout=1).close()
        else:
            with socket.socket(socket.AF_UNIX) as near:
                near.connect(str(address))
        return True
    except OSError:
        return False


def children(process):
    """A process and all that it has started, as far as they run."""
    parents = {}
    for place in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            parents[int(place.name)] = int((place / "stat").read_text().rsplit(")", 1)[1].split()[1])
        except (OSError, IndexError):
            continue
    found = [process]
    for each in found:
        found += [number for number, its in parents.items() if its == each]
    return found


def signal_all(process, number):
    for each in children(process):
        try:
            os.kill(each, number)
        except ProcessLookupError:
            pass


def state(process):
    """The letter by which the system says what a process does, T where it is stopped; none of one that has ended."""
    try:
        letter = pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except (OSError, IndexError):
        return None
    return None if letter in "ZX" else letter


class Kept:
    """A program that is started again when it ends, and listens at an address. `ended` counts how often it did so by itself, `hits` how often
    a kill ended it or it was seen stopped."""

    def __init__(self, command, log, address, environment=None):
        self.command, self.log, self.address = command, log, address
        self.environment = {**os.environ, **(environment or {})}
        self.ended, self.hits, self.is_over, self.was_killed = 0, 0, False, False
        self.begin()
        self.wait()
        threading.Thread(target=self._keep, daemon=True).start()

    def begin(self):
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(self.command, env=self.environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log)

    def wait(self):
        for _ in range(300):
            if listens(self.address):
                return
            if self.process.poll() is not None:
                break
            time.sleep(0.1)
        raise RuntimeError(f"{pathlib.Path(self.log).stem} does not start:\n{pathlib.Path(self.log).read_text()[-2000:]}")

    def _keep(self):
        while True:
            status = self.process.wait()
            if self.is_over:
                return
            is_hit = self.was_killed and status == -signal.SIGKILL
            self.hits += is_hit
            self.ended += not is_hit
            self.was_killed = False
            time.sleep(RESTART)
            if not self.is_over:
                self.begin()

    def signal(self, number):
        """Tells it, with whatever it started."""
        signal_all(self.process.pid, number)

    def kill(self):
        """Ends it at once, unless it has ended and waits to be started again."""
        if self.process.poll() is None:
            self.was_killed = True
            self.signal(signal.SIGKILL)

    def pause(self):
        self.signal(signal.SIGSTOP)

    def resume(self):
        # Nobody else continues it, so it was stopped all the time.
        self.hits += state(self.process.pid) == "T"
        self.signal(signal.SIGCONT)

    def stop(self):
        self.is_over = True
        self.process.terminate()
        self.process.wait()


class Hunt:
    """Sends a signal to every process of a program as soon as there is one, for programs that do one thing and end."""

    def __init__(self, program, number):
        self.program, self.number = str(program), number
        self.caught, self.is_over = set(), threading.Event()

    def begin(self):
        self.hunter = threading.Thread(target=self._hunt, daemon=True)
        self.hunter.start()

    def end(self):
        # On a busy machine one may have come and gone unseen.
        patience = time.monotonic() + 30
        while not self.caught and time.monotonic() < patience:
            time.sleep(0.05)
        self.is_over.set()
        self.hunter.join()
        if self.number == signal.SIGSTOP:
            self._send(self.caught, signal.SIGCONT)

    def _hunt(self):
        while not self.is_over.wait(0.001):
            found = set(self._processes()) - self.caught
            self._send(found, self.number)
            self.caught |= found

    def _processes(self):
        for place in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                # Not by the program's file: whose memory is concealed conceals that, too.
                if (place / "cmdline").read_bytes().split(b"\0")[0] == os.fsencode(self.program):
                    yield int(place.name)
            except OSError:
                continue

    @staticmethod
    def _send(processes, number):
        for process in processes:
            try:
                os.kill(process, number)
            except ProcessLookupError:
                pass


class Disk:
    """A folder, and where mounts belong to the run a file system of this size in memory, which can be filled."""

    def __init__(self, folder, size, is_private, mode=0o755):
        self.folder, self.is_private = folder, is_private
        folder.mkdir(mode)
        if is_private:
            subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size},mode={mode:o}", "none", folder], check=True)

    def fill(self):
        """Writes until the system has refused one more byte."""
        with open(self.folder / "filler", "wb", buffering=0) as file:
            for piece in (bytes(1 << 16), bytes(1)):
                try:
                    while True:
                        file.write(piece)
                except OSError as error:
                    if error.errno != errno.ENOSPC:
                        raise

    def empty(self):
        (self.folder / "filler").unlink()

    def close(self):
        if self.is_private:
            subprocess.run(["umount", "--lazy", self.folder], check=False)


class Clock:
    """The wall clock of programs, moved by a library that is loaded before their own. All of it is in a folder that is made for it."""

    def __init__(self, folder):
        folder.mkdir()
        self.file, library = folder / "clock", folder / "moved_clock.so"
        subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-o", library, pathlib.Path(__file__).with_name("moved_clock.c"), "-ldl"], check=True)
        self.file.write_bytes(bytes(8))
        self.environment = {"LD_PRELOAD": str(library), "MOVED_CLOCK": str(self.file)}

    def move(self, seconds):
        # Written in place: who reads it has it in memory.
        with open(self.file, "r+b") as file:
            file.write(struct.pack("q", int(seconds)))

    def moves(self):
        """What the clock can be made to show, and what moves it there."""
        in_2100 = (4_102_444_800 + 200 * DAY - time.time()) // DAY
        return [(shown, lambda days=days: self.move(days * DAY)) for shown, days in
                (("a day back", -1), ("a day ahead", 1), ("in the year 2100", in_2100))]

    def set_right(self):
        self.move(0)


def is_of_another_day(moment):
    """Whether a time of this run, as in RFC 3339, was told by a clock that was moved."""
    return abs(datetime.datetime.fromisoformat(moment).timestamp() - time.time()) > DAY / 2


class Service(Kept):
    """A verifier service. `inside` is what runs it in another network."""

    def __init__(self, program, world, name, host, environment, inside=()):
        port = free_port()
        self.url = f"http://{host}:{port}"
        self.settings = environment
        super().__init__(
            [*inside, program, "serve", "--config", world / "verifier.yaml", "--log-level", "warning"], world / f"{name}.log", (host, port),
            {"VERIFIER_LISTEN": f"{host}:{port}", **environment})


class Proxy(Kept):
    """nginx before services, any of which may get any request."""

    def __init__(self, program, folder, services):
        port = free_port()
        self.url = f"http://127.0.0.1:{port}"
        folder.mkdir()
        servers = " ".join(f"server {':'.join(map(str, service.address))} max_fails=0;" for service in services)
        (folder / "nginx.conf").write_text(NGINX.format(folder=folder, servers=servers, port=port))
        super().__init__([program, "-p", folder, "-e", folder / "error.log", "-c", folder / "nginx.conf"], folder / "words.log", ("127.0.0.1", port))


class Database:
    """PostgreSQL, from scripts/postgres, with its data in a folder that is there already. `hits` is as in Kept."""

    def __init__(self, folder):
        self.folder, self.script, self.hits, self.killed = folder, REPOSITORY / "scripts/postgres", 0, None
        done = subprocess.run([self.script, "start", folder], env={**os.environ, "POSTGRES_FSYNC": "on"}, check=True, capture_output=True, text=True)
        self.connection = done.stdout.strip()
        self.port = int((folder / "port").read_text())

    @property
    def process(self):
        return int((self.folder / "data/postmaster.pid").read_text().split()[0])

    def kill(self):
        """As when the machine's memory is short: the first process is killed, the others end as they notice."""
        process = self.process
        self.killed = process if state(process) else None
        os.kill(process, signal.SIGKILL)

    def begin(self):
        # It is no child of this process, which so does not learn how it ended; it ran until it was killed, and is gone.
        self.hits += self.killed is not None and state(self.killed) is None
        subprocess.run([self.script, "restart", self.folder], check=True, stdout=subprocess.DEVNULL)

    def pause(self):
        signal_all(self.process, signal.SIGSTOP)

    def resume(self):
        self.hits += state(self.process) == "T"
        signal_all(self.process, signal.SIGCONT)

    def stop(self):
        subprocess.run([self.script, "stop", self.folder], check=False)


def decisions(program, world, environment):
    """What the audit records say, by session; the chain is checked on the way."""
    command = [program, "audit", "--config", world / "verifier.yaml", "--list"]
    done = subprocess.run(command, env={**os.environ, **environment}, capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(f"the chain of audit records is not whole: {done.stderr}{done.stdout[-400:]}")
    found = {}
    for line in done.stdout.splitlines():
        record = json.loads(line)
        found.setdefault(record["session"], []).append(record["decision"])
    return found
