"""The other side of the hybrid transport (CTAP 2.2, 11.5), written from the standard and apart from our own code.

    hybrid_peer.py client        --tunnel PORT --adverts PORT --authority FILE --request FILE [--fault NAME]
    hybrid_peer.py authenticator --tunnel PORT --adverts PORT --authority FILE --domain NUMBER --qr TEXT --response FILE [--fault NAME]

The client prints the text of its QR code first. Then each prints what it received in type 3, and "done" where the other side left in order.
With --linked the two are linked in that exchange, and do a second one without a code; the authenticator prints "waiting" before it.
Adverts are datagrams to 127.0.0.1: two bytes of the service's identifier, and its data.
Whatever the other side sends has to fit the schemas of hybrid_messages. Where this side makes a mistake, the other one has to leave without
an answer. Exit 0 if all was as it should be, 1 if not, 2 for a fault that the role does not know.
"""
import argparse
import asyncio
import base64
import contextlib
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

import hybrid_messages as messages

CURVE = ec.SECP256R1()

# What goes out in the place of a request, of a reply, of what an authenticator can do.
WRONG_REQUEST = {"shutdownBeforeRequest": b"\0", "ctapRequest": b"\1\4", "unknownType": b"\7", "badJSON": b"\3null"}
WRONG_REPLY = {
    "shutdown": b"\0", "ctapReply": b"\1\0", "unknownType": b"\x09", "emptyMessage": b"", "badJSON": b"\3{",
    "foreignProtocol": b'\3{"response":{"digital":{"data":{"protocol":"other","data":{}}}}}'}
INFORMATION = cbor2.dumps({1: ["FIDO_2_0"]})
OTHER_CAPABILITIES = {
    "garbageCapabilities": b"\xff", "noDocuments": cbor2.dumps({3: ["ctap"]}),
    "unsortedCapabilities": cbor2.dumps({3: ["dc", "ctap"], 1: INFORMATION})}
UPDATE = b"\2\xa0"

# Those of a request for which there is no answer, and all of them.
UNANSWERED = {*WRONG_REQUEST, "replayedRequest", "swappedRequest", "secondRequest", "unanswered"}
FAULTS = {
    "client": {
        *UNANSWERED, "none", "closesBeforeHandshake", "garbageHandshake", "closesBeforeRequest", "closesBeforeAnswer", "givesUp", "staleCode",
        "wrongSecret"},
    "authenticator": {
        *WRONG_REPLY, *OTHER_CAPABILITIES, "none", "closesBeforeHandshake", "garbageHandshake", "shortHandshake", "closesBeforeCapabilities",
        "closesBeforeReply", "replayedFrame", "swappedFrames", "altered", "tooLong", "otherCode", "foreignProof"},
}


class Over(Exception):
    """The exchange has ended as it had to."""


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


def advert_of(secret, plain, salt=b""):
    key = derived(secret, salt, 1, 64)
    encryptor = Cipher(algorithms.AES(key[:32]), modes.ECB()).encryptor()
    sealed = encryptor.update(plain) + encryptor.finalize()
    return sealed + hmac.new(key[32:], sealed, hashlib.sha256).digest()[:4]


def plain_of(secret, advert, salt=b""):
    key = derived(secret, salt, 1, 64)
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


# Noise KNpsk0, and NKpsk0 of linked devices


class Noise:
    def __init__(self, psk, known, linked=False):
        self.h = self.ck = b"Noise_NKpsk0_P256_AESGCM_SHA256\0" if linked else b"Noise_KNpsk0_P256_AESGCM_SHA256\0"
        self.mix_hash(b"\0" if linked else b"\1")
        self.mix_hash(point(known))
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


def tunnel(options, host, path, headers=None):
    context = ssl.create_default_context(cafile=options.authority)
    return websockets.asyncio.client.connect(
        f"wss://{host}/{path}", host="127.0.0.1", port=options.tunnel, ssl=context, server_hostname=host, subprotocols=["fido.cable"],
        origin=f"wss://{host}", additional_headers=headers, open_timeout=None, max_size=1 << 20, compression=None, proxy=None)


def say(text):
    print(text, flush=True)


def altered(data):
    return data[:-1] + bytes([data[-1] ^ 1])


async def left(receive):
    """Waits until the other side has left, which it does without an answer."""
    with contextlib.suppress(websockets.exceptions.ConnectionClosed):
        while True:
            assert (await receive())[:1] != b"\3", "answered"
    raise Over


async def send_all(socket_, frames):
    # The other side may have left at the first of them.
    with contextlib.suppress(websockets.exceptions.ConnectionClosed):
        for frame in frames:
            await socket_.send(frame)


def request_frames(fault, session, request):
    match fault:
        case "replayedRequest":
            return [session.sealed(request)] * 2
        case "secondRequest":
            return [session.sealed(request), session.sealed(request)]
        case "swappedRequest":
            late = session.sealed(UPDATE)
            return [session.sealed(request), late]
    return [session.sealed(WRONG_REQUEST.get(fault, request))]


def reply_frames(fault, session, reply):
    match fault:
        case "replayedFrame":
            return [session.sealed(UPDATE)] * 2
        case "swappedFrames":
            late = session.sealed(UPDATE)
            return [session.sealed(reply), late]
        case "altered":
            return [altered(session.sealed(reply))]
        case "tooLong":
            return [session.sealed(reply + bytes(1 << 20))]
    return [session.sealed(WRONG_REPLY.get(fault, reply))]


async def heard(ears, secret, salt=b""):
    """What the first advert of this secret says."""
    while True:
        data = await asyncio.get_running_loop().sock_recv(ears, 300)
        plain = plain_of(secret, data[2:], salt) if data[:2] == b"\xff\xf9" else None
        if plain:
            assert plain[0] == 0 and len(data) == 22, "advert"
            return plain


async def join(options, socket_, noise, secrets):
    """The client's handshake; secrets gives what is mixed in before its tag and after the other side's key."""
    mine = ec.generate_private_key(CURVE)
    noise.ephemeral(point(mine.public_key()))
    for secret in secrets(mine, None):
        noise.mix_key(secret)
    hello = point(mine.public_key()) + noise.seal()
    if options.fault == "garbageHandshake":
        await socket_.send(altered(hello))
        await left(socket_.recv)
    await socket_.send(hello)
    reply = await socket_.recv()
    assert len(reply) == 81
    theirs = parsed(reply[:65])
    noise.ephemeral(reply[:65])
    noise.mix_key(mine.exchange(ec.ECDH(), theirs))
    for secret in secrets(mine, theirs):
        noise.mix_key(secret)
    noise.open(reply[65:])
    digest = noise.h
    session = Session(socket_, *noise.split(b"", 2))
    messages.check("capabilities", await session.receive())
    return session, digest


async def ask(options, session):
    """Asks, prints the answer, leaves; gives what linked the devices before the answer."""
    if options.fault == "closesBeforeRequest":
        raise Over
    await session.send(b"\2" + cbor2.dumps({0: bytes(300)}))
    with open(options.request, "rb") as file:
        await send_all(session.socket, request_frames(options.fault, session, b"\3" + file.read()))
    if options.fault == "closesBeforeAnswer":
        raise Over
    if options.fault in UNANSWERED:
        await left(session.receive)
    if options.fault == "givesUp":
        await session.send(b"\0")
        say("done")
        return None
    linking = None
    while (answer := await session.receive())[0] == 2:
        messages.check("update", answer[1:])
        linking = cbor2.loads(answer[1:]).get(1)
    assert answer[0] == 3
    messages.check("response", answer[1:])
    say(answer[1:].decode())
    await session.send(b"\0")
    say("done")
    return linking


async def client(options):
    secret, identity = os.urandom(16), ec.generate_private_key(CURVE)
    ears = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    ears.bind(("127.0.0.1", options.adverts))
    ears.setblocking(False)
    shown = int(time.time()) - (3600 if options.fault == "staleCode" else 0)
    say(qr_text(cbor2.dumps({
        0: point(identity.public_key(), serialization.PublicFormat.CompressedPoint), 1: secret, 2: 2, 3: shown, 4: options.linked, 5: "dcp"})))
    try:
        plain = await asyncio.wait_for(heard(ears, secret), 2 if options.fault == "staleCode" else None)
    except TimeoutError:
        return say("nobody near")
    host = host_of(struct.unpack("<H", plain[14:])[0])
    path = f"cable/connect/{plain[11:14].hex().upper()}/{derived(secret, b'', 2, 16).hex().upper()}"
    async with tunnel(options, host, path) as socket_:
        assert socket_.subprotocol == "fido.cable"
        if options.fault == "closesBeforeHandshake":
            raise Over
        noise = Noise(derived(secret, plain, 3, 32), identity.public_key())
        session, digest = await join(options, socket_, noise, lambda _, theirs: [identity.exchange(ec.ECDH(), theirs)] if theirs else [])
        linking = await ask(options, session)
    if not options.linked:
        return
    authenticator_key = parsed(linking[4])
    assert hmac.compare_digest(linking[6], hmac.new(identity.exchange(ec.ECDH(), authenticator_key), digest, hashlib.sha256).digest()), "proof"
    await linked_client(options, ears, host, linking, authenticator_key)


async def linked_client(options, ears, host, linking, authenticator_key):
    link_secret = bytes(32) if options.fault == "wrongSecret" else linking[3]
    nonce = os.urandom(16)
    headers = {"X-caBLE-Client-Payload": cbor2.dumps({1: linking[2], 2: nonce, 3: "dcp"}).hex().upper(), "X-caBLE-Signal-Connection": "true"}
    path = "cable/contact/" + base64.urlsafe_b64encode(linking[1]).decode().rstrip("=")
    while True:
        try:
            async with tunnel(options, host, path, headers) as socket_:
                assert await socket_.recv() == b"\0", "signal"
                plain = await asyncio.wait_for(heard(ears, link_secret, nonce), 2 if options.fault == "wrongSecret" else 60)
                noise = Noise(derived(link_secret, plain, 3, 32), authenticator_key, linked=True)
                session, _ = await join(options, socket_, noise, lambda mine, theirs: [] if theirs else [mine.exchange(ec.ECDH(), authenticator_key)])
                await ask(options, session)
                return
        except websockets.exceptions.InvalidStatus:
            # It does not wait yet.
            await asyncio.sleep(0.05)
        except TimeoutError:
            return say("nobody near")


async def serve(options, socket_, secret, salt, routing, noise_of, mixed, link=None):
    """From the advert to the client's farewell. mixed gives what goes in with the client's key, and with this side's."""
    plain = b"\0" + os.urandom(10) + routing + struct.pack("<H", options.domain)
    # That of another code comes first.
    called = [os.urandom(16), secret] if options.fault == "otherCode" else [secret]

    async def call():
        mouth = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        while True:
            for each in called:
                mouth.sendto(b"\xff\xf9" + advert_of(each, plain, salt), ("127.0.0.1", options.adverts))
            await asyncio.sleep(0.1)

    calling = asyncio.create_task(call())
    hello = await socket_.recv()
    calling.cancel()
    assert len(hello) == 81
    if options.fault == "closesBeforeHandshake":
        raise Over
    noise, mine, theirs = noise_of(derived(secret, plain, 3, 32)), ec.generate_private_key(CURVE), parsed(hello[:65])
    noise.ephemeral(hello[:65])
    for value in mixed(theirs, None):
        noise.mix_key(value)
    noise.open(hello[65:])
    noise.ephemeral(point(mine.public_key()))
    noise.mix_key(mine.exchange(ec.ECDH(), theirs))
    for value in mixed(None, mine):
        noise.mix_key(value)
    reply = point(mine.public_key()) + noise.seal()
    if options.fault in ("garbageHandshake", "shortHandshake"):
        await socket_.send(altered(reply) if options.fault == "garbageHandshake" else reply[:-1])
        await left(socket_.recv)
    await socket_.send(reply)
    if options.fault == "closesBeforeCapabilities":
        raise Over
    digest = noise.h
    receiving, sending = noise.split(b"", 2)
    session = Session(socket_, sending, receiving)
    await session.send(OTHER_CAPABILITIES.get(options.fault, cbor2.dumps({1: INFORMATION, 3: ["ctap", "dc"]}, canonical=True)))
    if options.fault in ("garbageCapabilities", "noDocuments"):
        await left(session.receive)
    await session.send(b"\2" + cbor2.dumps({0: bytes(470)}))
    request = await session.receive()
    assert request[0] == 3
    messages.check("request", request[1:])
    say(request[1:].decode())
    if options.fault == "closesBeforeReply":
        raise Over
    if link:
        await session.send(b"\2" + cbor2.dumps({0: bytes(100), 1: link(digest)}))
    with open(options.response, "rb") as file:
        await send_all(socket_, reply_frames(options.fault, session, b"\3" + file.read()))
    if options.fault in ("swappedFrames", "tooLong"):
        # The end may overtake the farewell, since something is still on its way to a client that has left.
        await left(session.receive)
    assert await session.receive() == b"\0"
    say("done")


def routing_of(socket_):
    return bytes.fromhex(socket_.response.headers["X-caBLE-Routing-ID"])


async def authenticator(options):
    data = qr_data(options.qr)
    messages.check("invitation", data)
    code = cbor2.loads(data)
    identity, secret = parsed(code[0]), code[1]
    assert code[5] == "dcp"
    host = host_of(options.domain)
    key, contact_secret = ec.generate_private_key(CURVE), os.urandom(32)
    linking = {1: hkdf(contact_secret, None, b"mdoc hybrid contact", 32), 2: os.urandom(8), 3: os.urandom(32), 4: point(key.public_key()), 5: "A foreign phone"}

    def link(digest):
        proof = hmac.new(key.exchange(ec.ECDH(), identity), digest if options.fault != "foreignProof" else bytes(32), hashlib.sha256).digest()
        return {**linking, 6: proof, 999: b"later"}

    async with tunnel(options, host, f"cable/new/{derived(secret, b'', 2, 16).hex()}") as socket_:
        await serve(
            options, socket_, secret, b"", routing_of(socket_), lambda psk: Noise(psk, identity),
            lambda _, mine: [mine.exchange(ec.ECDH(), identity)] if mine else [], link if options.linked else None)
    if not options.linked or options.fault == "foreignProof":
        return
    path = "cable/wait/" + base64.urlsafe_b64encode(linking[1]).decode().rstrip("=")
    authorization = {"Authorization": "Bearer " + base64.urlsafe_b64encode(contact_secret).decode().rstrip("=")}
    async with tunnel(options, host, path, authorization) as socket_:
        say("waiting")
        data = await socket_.recv()
        messages.check("payload", data)
        payload = cbor2.loads(data)
        assert payload[1] == linking[2] and payload[3] == "dcp", "payload"
        await serve(
            options, socket_, linking[3], payload[2], routing_of(socket_), lambda psk: Noise(psk, key.public_key(), linked=True),
            lambda theirs, _: [key.exchange(ec.ECDH(), theirs)] if theirs else [])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("role", choices=["client", "authenticator"])
    for name, kind in [("tunnel", int), ("adverts", int), ("authority", str), ("domain", int), ("qr", str), ("request", str), ("response", str)]:
        parser.add_argument("--" + name, type=kind)
    parser.add_argument("--fault", default="none")
    parser.add_argument("--linked", action="store_true")
    options = parser.parse_args()
    if options.fault not in FAULTS[options.role]:
        parser.error(f"the {options.role} has no fault {options.fault}")
    try:
        asyncio.run({"client": client, "authenticator": authenticator}[options.role](options))
    except Over:
        pass
    except (AssertionError, websockets.exceptions.ConnectionClosed) as error:
        say(f"failed: {error!r}")
        sys.exit(1)


if __name__ == "__main__":
    main()
