"""Wires between a service and what it talks to, which can be cut, delayed, and made to lose packets."""
from __future__ import annotations

import fcntl
import os
import random
import select
import socket
import struct
import subprocess
import threading
import time

TUNSETIFF, IFF_TUN, IFF_NO_PI = 0x400454CA, 0x0001, 0x1000


class Gate:
    """A TCP proxy before a server of this machine. `delay` is added to each piece of bytes; `cut` ends all connections and takes no new ones."""

    def __init__(self, port):
        self.delay, self.is_open, self.server, self.connections = 0.0, True, port, set()
        # How many connections were cut, and how many pieces came late.
        self.cuts = self.delays = 0
        self.listener = socket.create_server(("0.0.0.0", 0), backlog=128)
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self):
        self.is_open = False
        for connection in list(self.connections):
            self.cuts += end(connection)

    def mend(self):
        self.is_open = True

    def _accept(self):
        while True:
            near, _ = self.listener.accept()
            try:
                if not self.is_open:
                    raise ConnectionError
                far = socket.create_connection(("127.0.0.1", self.server), timeout=5)
            except OSError:
                reset(near)
                continue
            far.settimeout(None)
            self.connections |= {near, far}
            for pair in ((near, far), (far, near)):
                threading.Thread(target=self._carry, args=pair, daemon=True).start()

    def _carry(self, source, target):
        try:
            while piece := source.recv(1 << 16):
                if self.delay:
                    self.delays += 1
                    time.sleep(self.delay)
                target.sendall(piece)
        except OSError:
            pass
        for connection in (source, target):
            end(connection)
            self.connections.discard(connection)


def end(connection):
    """Ends both directions, which also wakes the threads that wait for it; whether they were there until then."""
    try:
        connection.shutdown(socket.SHUT_RDWR)
        return True
    except OSError:
        return False


def reset(connection):
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.close()


class Link:
    """The only wire between this network and one of its own, by two devices whose packets pass through here. `loss` is the share that is lost.

    The kernel's own way to lose packets (netem) is missing in many kernels; a device of this kind is not.
    """

    HERE, THERE = "192.0.2.1", "192.0.2.2"

    def __init__(self):
        self.loss, self.lost, self.chance = 0.0, 0, random.Random(7)
        # A network lives as long as somebody is in it.
        self.inhabitant = subprocess.Popen(["unshare", "--net", "sleep", "infinity"])
        own = os.readlink("/proc/self/ns/net")
        while os.readlink(f"/proc/{self.inhabitant.pid}/ns/net") == own:
            time.sleep(0.01)
        self.devices = [device(name) for name in ("near", "far")]
        run("ip", "link", "set", "far", "netns", str(self.inhabitant.pid))
        run("ip", "address", "add", self.HERE, "peer", self.THERE, "dev", "near")
        run("ip", "link", "set", "near", "up")
        run(*self.inside, "ip", "address", "add", self.THERE, "peer", self.HERE, "dev", "far")
        run(*self.inside, "ip", "link", "set", "far", "up")
        run(*self.inside, "ip", "link", "set", "lo", "up")
        threading.Thread(target=self._carry, daemon=True).start()

    @property
    def inside(self):
        """What is put before a command to run it in the network behind the wire."""
        return ["nsenter", f"--net=/proc/{self.inhabitant.pid}/ns/net"]

    def _carry(self):
        near, far = self.devices
        while True:
            for source in select.select([near, far], [], [])[0]:
                try:
                    packet = os.read(source, 1 << 16)
                except OSError:
                    # The network behind it ended, and the device with it.
                    return
                if self.chance.random() < self.loss:
                    self.lost += 1
                else:
                    os.write(far if source == near else near, packet)


def device(name):
    file = os.open("/dev/net/tun", os.O_RDWR)
    fcntl.ioctl(file, TUNSETIFF, struct.pack("16sH22x", name.encode(), IFF_TUN | IFF_NO_PI))
    return file


def run(*command):
    subprocess.run(command, check=True)
