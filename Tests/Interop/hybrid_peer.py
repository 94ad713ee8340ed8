"""The other side of the hybrid transport (CTAP 2.2, 11.5), written from the standard and apart from our own code.

    hybrid_peer.py client        --tunnel PORT --adverts PORT --authority FILE --request FILE [--fault NAME]
    hybrid_peer.py authenticator --tunnel PORT --adverts PORT --authority FILE --domain NUMBER --qr TEXT --response FILE [--fault NAME]

The client prints the text of its QR code first. Then each prints what it received in type 3, and "done" where the other side left in order.
Adverts are datagrams to 127.0.0.1: two bytes of the service's identifier, and its data.
"""
import argparse
import asyncio
import hashlib
import hmac
import os
import socket
import ssl
import struct
import sys
import time

import cbor2
import websockets.asyncio.client
import websockets.exceptions
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

CURVE = ec.SECP256R1()


def hkdf(ikm, salt, info, length):
    return HKDF(hashes.SHA256(), length, salt, info).derive(ikm)


def derived(secret, salt, purpose, length):
    return hkdf(secret, salt, struct.pack("<I", purpose), length)


def point(key, form=serialization.PublicFormat.UncompressedPoint):
    return key.public_bytes(serialization.Encoding.X962, form)


def parsed(data):
    return ec.EllipticCurvePublicKey.from_encoded_point(CURVE, data)


# QR codes

WIDTH = {1: 3, 2: 5, 3: 8, 4: 10, 5: 13, 6: 15, 7: 17}
LENGTH = {width: count for count, width in WIDTH.items()}


def qr_text(data):
    chunks = [data[i:i + 7] for i in range(0, len(data), 7)]
    return "FIDO:/" + "".join(str(int.from_bytes(chunk, "little")).zfill(WIDTH[len(chunk)]) for chunk in chunks)


def qr_data(text):
    assert text[:6].upper() == "FIDO:/", "prefix"
    digits = text[6:]
    chunks = [digits[i:i + 17] for i in range(0, len(digits), 17)]
    return b"".join(int(chunk).to_bytes(LENGTH[len(chunk)], "little") for chunk in chunks)


# Adverts


def advert_of(secret, plain):
    key = derived(secret, b"", 1, 64)
    encryptor = Cipher(algorithms.AES(key[:32]), modes.ECB()).encryptor()
    sealed = encryptor.update(plain) + encryptor.finalize()
    return sealed + hmac.new(key[32:], sealed, hashlib.sha256).digest()[:4]


def plain_of(secret, advert):
    key = derived(secret, b"", 1, 64)
    if not hmac.compare_digest(hmac.new(key[32:], advert[:16], hashlib.sha256).digest()[:4], advert[16:20]):
        return None
    decryptor = Cipher(algorithms.AES(key[:32]), modes.ECB()).decryptor()
    return decryptor.update(advert[:16]) + decryptor.finalize()


def host_of(number):
    if number < 2:
        return ["cable.ua5v.com", "cable.auth.com"][number]
    assert number >= 256, "unassigned"
    digest = hashlib.sha256(b"caBLEv2 tunnel server domain" + struct.pack("<H", number) + b"\0").digest()
    value, = struct.unpack("<Q", digest[:8])
    top, value, label = [".com", ".org", ".net", ".info"][value & 3], value >> 2, ""
    while value:
        label, value = label + "abcdefghijklmnopqrstuvwxyz234567"[value & 31], value >> 5
    return "cable." + label + top


# Noise KNpsk0


class Noise:
    def __init__(self, psk, client):
        self.h = self.ck = b"Noise_KNpsk0_P256_AESGCM_SHA256\0"
        self.mix_hash(b"\1")
        self.mix_hash(point(client))
        self.ck, temporary, self.k = self.split(psk, 3)
        self.mix_hash(temporary)

    def split(self, ikm, count):
        out = hkdf(ikm, self.ck, b"", 32 * count)
        return [out[i:i + 32] for i in range(0, len(out), 32)]

    def mix_hash(self, data):
        self.h = hashlib.sha256(self.h + data).digest()

    def mix_key(self, ikm):
        self.ck, self.k = self.split(ikm, 2)

    def ephemeral(self, data):
        self.mix_hash(data)
        self.mix_key(data)

    def seal(self):
        tag = AESGCM(self.k).encrypt(bytes(12), b"", self.h)
        self.mix_hash(tag)
        return tag

    def open(self, tag):
        AESGCM(self.k).decrypt(bytes(12), tag, self.h)
        self.mix_hash(tag)


class Session:
    def __init__(self, socket, sending, receiving):
        self.socket, self.keys, self.counters = socket, [AESGCM(sending), AESGCM(receiving)], [0, 0]

    def nonce(self, which):
        self.counters[which] += 1
        return (self.counters[which] - 1).to_bytes(12, "big")

    def sealed(self, data):
        zeros = -(len(data) + 1) % 32
        return self.keys[0].encrypt(self.nonce(0), data + bytes(zeros) + bytes([zeros]), None)

    async def send(self, data):
        await self.socket.send(self.sealed(data))

    async def receive(self):
        data = self.keys[1].decrypt(self.nonce(1), await self.socket.recv(), None)
        return data[:-data[-1] - 1]


def tunnel(options, host, path):
    context = ssl.create_default_context(cafile=options.authority)
    return websockets.asyncio.client.connect(
        f"wss://{host}/{path}", host="127.0.0.1", port=options.tunnel, ssl=context, server_hostname=host, subprotocols=["fido.cable"],
        origin=f"wss://{host}", max_size=1 << 20, compression=None, proxy=None)


def say(text):
    print(text, flush=True)


async def client(options):
    secret, identity = os.urandom(16), ec.generate_private_key(CURVE)
    ears = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    ears.bind(("127.0.0.1", options.adverts))
    ears.setblocking(False)
    say(qr_text(cbor2.dumps({
        0: point(identity.public_key(), serialization.PublicFormat.CompressedPoint), 1: secret, 2: 2, 3: int(time.time()), 4: False, 5: "dcp"})))
    plain = None
    while plain is None:
        data = await asyncio.get_running_loop().sock_recv(ears, 300)
        plain = plain_of(secret, data[2:]) if data[:2] == b"\xff\xf9" else None
    assert plain[0] == 0
    host = host_of(struct.unpack("<H", plain[14:])[0])
    path = f"cable/connect/{plain[11:14].hex().upper()}/{derived(secret, b'', 2, 16).hex().upper()}"
    async with tunnel(options, host, path) as socket_:
        assert socket_.subprotocol == "fido.cable"
        noise, mine = Noise(derived(secret, plain, 3, 32), identity.public_key()), ec.generate_private_key(CURVE)
        noise.ephemeral(point(mine.public_key()))
        await socket_.send(point(mine.public_key()) + noise.seal())
        reply = await socket_.recv()
        assert len(reply) == 81
        theirs = parsed(reply[:65])
        noise.ephemeral(reply[:65])
        noise.mix_key(mine.exchange(ec.ECDH(), theirs))
        noise.mix_key(identity.exchange(ec.ECDH(), theirs))
        noise.open(reply[65:])
        session = Session(socket_, *noise.split(b"", 2))
        assert "dc" in cbor2.loads(await session.receive())[3]
        await session.send(b"\2" + cbor2.dumps({0: bytes(300)}))
        with open(options.request, "rb") as file:
            await session.send(b"\3" + file.read())
        if options.fault == "gives-up":
            await session.send(b"\0")
            return say("done")
        answer = await session.receive()
        assert answer[0] == 3
        say(answer[1:].decode())
        await session.send(b"\0")
        say("done")


async def authenticator(options):
    code = cbor2.loads(qr_data(options.qr))
    identity, secret = parsed(code[0]), code[1]
    assert code[5] == "dcp"
    host = host_of(options.domain)
    async with tunnel(options, host, f"cable/new/{derived(secret, b'', 2, 16).hex()}") as socket_:
        routing = bytes.fromhex(socket_.response.headers["X-caBLE-Routing-ID"])
        plain = b"\0" + os.urandom(10) + routing + struct.pack("<H", options.domain)

        async def call():
            mouth = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
            while True:
                mouth.sendto(b"\xff\xf9" + advert_of(secret, plain), ("127.0.0.1", options.adverts))
                await asyncio.sleep(0.1)

        calling = asyncio.create_task(call())
        hello = await socket_.recv()
        calling.cancel()
        assert len(hello) == 81
        noise, mine, theirs = Noise(derived(secret, plain, 3, 32), identity), ec.generate_private_key(CURVE), parsed(hello[:65])
        noise.ephemeral(hello[:65])
        noise.open(hello[65:])
        noise.ephemeral(point(mine.public_key()))
        noise.mix_key(mine.exchange(ec.ECDH(), theirs))
        noise.mix_key(mine.exchange(ec.ECDH(), identity))
        await socket_.send(point(mine.public_key()) + noise.seal())
        receiving, sending = noise.split(b"", 2)
        session = Session(socket_, sending, receiving)
        await session.send(cbor2.dumps({1: cbor2.dumps({1: ["FIDO_2_0"]}), 3: ["ctap", "dc"]}, canonical=True))
        await session.send(b"\2" + cbor2.dumps({0: bytes(470)}))
        request = await session.receive()
        assert request[0] == 3
        say(request[1:].decode())
        with open(options.response, "rb") as file:
            answer = session.sealed(b"\3" + file.read())
        await socket_.send(answer if options.fault != "altered" else answer[:-1] + bytes([answer[-1] ^ 1]))
        assert await session.receive() == b"\0"
        say("done")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("role", choices=["client", "authenticator"])
    for name, kind in [("tunnel", int), ("adverts", int), ("authority", str), ("domain", int), ("qr", str), ("request", str), ("response", str), ("fault", str)]:
        parser.add_argument("--" + name, type=kind)
    options = parser.parse_args()
    try:
        asyncio.run({"client": client, "authenticator": authenticator}[options.role](options))
    except (AssertionError, websockets.exceptions.ConnectionClosed) as error:
        say(f"failed: {type(error).__name__}")
        sys.exit(1)


if __name__ == "__main__":
    main()
