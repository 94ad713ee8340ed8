"""Every packet of this network, as the kernel hands it to root, and what stood in it."""
from __future__ import annotations

import collections
import contextlib
import dataclasses
import fcntl
import ipaddress
import os
import pathlib
import select
import socket
import struct
import subprocess
import threading

ETH_P_ALL, OUTGOING, TCP, UDP, ICMP6 = 0x0003, 4, 6, 17, 58
TUNSETIFF, IFF_TUN, IFF_NO_PI = 0x400454CA, 0x0001, 0x1000
# What the kernel says of itself on any wire: who listens for what, who is a neighbour.
KERNELS = {130, 131, 132, 133, 134, 135, 136, 143}


@dataclasses.dataclass(frozen=True)
class Packet:
    wire: str
    protocol: int
    source: tuple
    target: tuple
    sequence: int
    payload: bytes
    # The program that sent it, where it left this machine.
    sender: str = ""

    @property
    def name(self):
        """The name that a question to a name server is about."""
        labels, place = [], 12
        while place < len(self.payload) and (length := self.payload[place]):
            labels.append(self.payload[place + 1:place + 1 + length].decode("ascii", "replace"))
            place += 1 + length
        return ".".join(labels)

    def __str__(self):
        return f"{self.sender or 'unknown'} on {self.wire}: protocol {self.protocol}, {self.source} -> {self.target}, {self.payload[:60]!r}"


class WayOut:
    """A wire that leads everywhere and on which nobody answers: who wants to get out of this network is seen trying."""

    NAME = "out"

    def __init__(self):
        self.device = os.open("/dev/net/tun", os.O_RDWR)
        fcntl.ioctl(self.device, TUNSETIFF, struct.pack("16sH22x", self.NAME.encode(), IFF_TUN | IFF_NO_PI))
        for words in ("address add 192.0.2.2/24 dev out", "-6 address add 2001:db8::2/64 dev out nodad", "link set out up",
                      "route add default dev out", "-6 route add default dev out"):
            subprocess.run(["ip", *words.split()], check=True)


class Capture:
    """Packets from the moment it is made until `end`."""

    def __init__(self):
        self.packets, self.is_over = [], False
        self.socket = socket.socket(socket.AF_PACKET, socket.SOCK_DGRAM, socket.htons(ETH_P_ALL))
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 26)
        self.thread = threading.Thread(target=self._read, daemon=True)
        self.thread.start()

    def _read(self):
        while not self.is_over:
            if not select.select([self.socket], [], [], 0.1)[0]:
                continue
            content, (wire, _, kind, _, _) = self.socket.recvfrom(1 << 17)
            # What a machine sends to itself passes twice.
            if kind == OUTGOING and (packet := parsed(wire, content)):
                # Nobody answers out there, so who asked still waits.
                self.packets.append(packet if wire == "lo" else dataclasses.replace(packet, sender=owner(packet.source[1])))

    def end(self):
        """The packets, and how many the kernel could not keep for us."""
        # What was sent until now is there to be read.
        while select.select([self.socket], [], [], 0.2)[0] and self.thread.is_alive():
            pass
        self.is_over = True
        self.thread.join()
        _, dropped = struct.unpack("II", self.socket.getsockopt(263, 6, 8))
        self.socket.close()
        return self.packets, dropped


def owner(port):
    """The program whose socket has a port; empty where it is gone."""
    sockets = set()
    for table in ("udp", "udp6", "tcp", "tcp6"):
        for line in pathlib.Path(f"/proc/net/{table}").read_text().splitlines()[1:]:
            words = line.split()
            if int(words[1].rsplit(":", 1)[1], 16) == port:
                sockets.add(f"socket:[{words[9]}]")
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if any(os.readlink(file) in sockets for file in (process / "fd").iterdir()):
                return (process / "comm").read_text().strip()
    return ""


def parsed(wire, content):
    """A packet; nil for what the kernel says of itself."""
    if content[0] >> 4 == 4:
        protocol, begin = content[9], (content[0] & 15) * 4
        source, target, length = content[12:16], content[16:20], struct.unpack(">H", content[2:4])[0]
    else:
        protocol, begin = content[6], 40
        source, target, length = content[8:24], content[24:40], 40 + struct.unpack(">H", content[4:6])[0]
        # Options before what is carried, such as those of the kernel's own words.
        while protocol == 0:
            protocol, begin = content[begin], begin + (content[begin + 1] + 1) * 8
    rest = content[begin:length]
    source, target = (str(ipaddress.ip_address(address)) for address in (source, target))
    if protocol == ICMP6 and rest[0] in KERNELS:
        return None
    if protocol not in (TCP, UDP):
        return Packet(wire, protocol, (source, 0), (target, 0), 0, rest)
    ports = struct.unpack(">HH", rest[:4])
    if protocol == UDP:
        return Packet(wire, protocol, (source, ports[0]), (target, ports[1]), 0, rest[8:])
    sequence = struct.unpack(">I", rest[4:8])[0]
    return Packet(wire, protocol, (source, ports[0]), (target, ports[1]), sequence, rest[(rest[12] >> 4) * 4:])


def streams(packets):
    """What went each way of each connection, by its two ends, in order."""
    pieces = collections.defaultdict(dict)
    for packet in packets:
        if packet.protocol == TCP and packet.payload:
            pieces[packet.source, packet.target][packet.sequence] = packet.payload
    return {ends: b"".join(payload for _, payload in sorted(parts.items())) for ends, parts in pieces.items()}
