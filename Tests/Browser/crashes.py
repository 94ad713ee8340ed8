"""Programs of a demonstration that end as a fault in them would end them, and the core dumps that they leave."""
from __future__ import annotations

import contextlib
import fcntl
import os
import pathlib
import re
import secrets
import signal
import ssl
import struct
import subprocess
import sys
import tempfile
import termios
import urllib.request

from harness import REPOSITORY, Browsers, Trial, until
from processes import Words, running
from visit import Visit

SERVICES = ["mdoc-verifier", "spaceship-rentals", "mdoc-broker", "docking-office"]
PROVIDERS = {"Wallet": "wallet", "Local Driving Authority": "local-driving-authority"}
PATTERN = pathlib.Path("/proc/sys/kernel/core_pattern").read_text().strip()
# Holds a text that nobody has given it in that order.
PROBE = "import sys, time; held = sys.argv[1][::-1]; print('ready', flush=True); time.sleep(60)"


def crash(process):
    """Ends a process as a fault in it would; the core dumps that it leaves."""
    folders = {REPOSITORY, pathlib.Path(os.readlink(f"/proc/{process}/cwd"))}
    if PATTERN.startswith("/"):
        folders.add(pathlib.Path(PATTERN).parent)

    def dumps():
        return {file: file.stat().st_mtime_ns for folder in folders for file in folder.glob("*core*") if file.is_file()}
    before = dumps()
    os.kill(process, signal.SIGSEGV)
    until(lambda: has_ended(process), "the process ended")
    found = [file for file, time in dumps().items() if before.get(file) != time]
    contents = [file.read_bytes() for file in found]
    for file in found:
        file.unlink()
    return contents


def has_ended(process):
    try:
        return pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z"
    except (FileNotFoundError, ProcessLookupError):
        return True


def probe():
    """Whether this machine writes core dumps: None, or whether what a program had in memory stands in its own."""
    mark = secrets.token_hex(16)
    with tempfile.TemporaryDirectory() as folder, subprocess.Popen(
            [sys.executable, "-c", PROBE, mark], cwd=folder, stdout=subprocess.PIPE, text=True) as process:
        Words(process, "the probe").next()
        contents = crash(process.pid)
    return any(mark[::-1].encode() in content for content in contents) if contents else None


def providers(playwright, site):
    """Each app's provider, while a person has agreed and not yet typed the PIN: its name, and its core dumps."""
    browsers = Browsers(playwright)
    try:
        for app, name in PROVIDERS.items():
            trial = Trial(browsers, site, None)
            until(lambda: not site.providers(), "no provider of an earlier request is left")
            try:
                Visit(trial).consent().choose(app).accept()
                [process] = [number for number, words in running() if f"{site.folder}/apps/{name}" in words]
                yield f"{name}-provider", crash(process)
            finally:
                trial.close()
    finally:
        browsers.close()


@contextlib.contextmanager
def started(site, name, *arguments, says="", feed=b"", **environment):
    """A program by itself, that has said where it is, or read what it was fed: the process, and what was found of what it says."""
    log = site.folder / f"{name}.log"
    with log.open("wb") as words, subprocess.Popen(
            [site.programs / name, *arguments], cwd=site.folder, env=os.environ | environment, stdin=subprocess.PIPE, stdout=words,
            stderr=words) as process:
        try:
            process.stdin.write(feed)
            process.stdin.flush()
            until(lambda: process.poll() is None and unread(process.stdin) == 0, f"{name} has read")
            yield process.pid, until(lambda: re.search(says, log.read_text()), f"{name} says where it is")
        finally:
            process.kill()


def unread(pipe):
    return struct.unpack("i", fcntl.ioctl(pipe, termios.FIONREAD, bytes(4)))[0]


def registrar_papers(site):
    """A registrar's folder in the demonstration's, and a token of a reviewer."""
    def registrar(*words):
        command = [site.programs / "mdoc", "registrar", *words, "--registrar", site.folder / "registrar"]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout
    registrar("init")
    return re.search(r"^token +(\S+)", registrar("token", "--reviewer", "ada"), re.M)[1]


def alone(site, token, held, tell):
    """The programs of which a demonstration has none at work, with something in hand: names and core dumps. `tell` is told what one counts."""
    with started(site, "mdoc-request-parser", feed=held) as (process, _):
        yield "mdoc-request-parser", crash(process)
    # A message that has not come to its end.
    message = struct.pack("<I", len(held) + 1) + held
    with started(site, "mdoc-native-host", feed=message, MDOC_AGENTS_SOCKET=str(site.folder / "run/agents.sock")) as (process, _):
        yield "mdoc-native-host", crash(process)
    listens = r"listening on \w+(://\S+)\n"
    with started(site, "mdoc-registrar", "--registrar", site.folder / "registrar", "--port", "0", says=listens) as (process, found):
        request = urllib.request.Request(f"http{found[1]}/v1/brands", headers={"Authorization": f"Bearer {token}"})
        urllib.request.urlopen(request, timeout=30).close()
        yield "mdoc-registrar", crash(process)
    papers = site.folder / "reader"
    with started(site, "mdoc-tunnel", "--certificate", papers / "reader.pem", "--key", papers / "reader-key.pem", "--port", "0",
                 says=listens) as (process, found):
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        with urllib.request.urlopen(f"https{found[1]}/metrics", timeout=30, context=context) as reply:
            tell("the tunnel's metrics", reply.read())
        yield "mdoc-tunnel", crash(process)


def services(site):
    """Those of a demonstration that are at work all the time: names and core dumps."""
    # It would end all when one has ended.
    os.kill(site.process.pid, signal.SIGSTOP)
    try:
        for name in SERVICES:
            yield name, crash(site.process_of(name))
    finally:
        os.kill(site.process.pid, signal.SIGCONT)
