"""A native messaging host that plays the broker: native_host.py FOLDER, started by the browser.

FOLDER/parts.json says what to do, FOLDER/heard.jsonl gets every message. The n-th request is played by the n-th part, the last one
by all after it: what to answer a ping with, and what to send after each message from then on.
"""
import json
import os
import pathlib
import struct
import sys
import time

folder = pathlib.Path(sys.argv[1])


def messages():
    while len(length := sys.stdin.buffer.read(4)) == 4:
        yield json.loads(sys.stdin.buffer.read(struct.unpack("=I", length)[0]))


def send(message):
    content = json.dumps(message).encode()
    sys.stdout.buffer.write(struct.pack("=I", len(content)) + content)
    sys.stdout.buffer.flush()


def note(message):
    with open(folder / "heard.jsonl", "a") as file:
        file.write(json.dumps(message) + "\n")


def requests_before():
    heard = folder / "heard.jsonl"
    return heard.read_text().count('"type": "present"') if heard.exists() else 0


def do(action):
    if action == "exit":
        os._exit(1)
    elif action == "wait for go":
        while not (folder / "go").exists():
            time.sleep(0.02)
    else:
        send(action)


def main():
    parts = json.loads((folder / "parts.json").read_text())
    part = parts[min(requests_before(), len(parts) - 1)]
    steps = iter(part["steps"])
    for message in messages():
        note(message)
        for action in part["pong"] if message["type"] == "ping" else next(steps, []):
            do(action)
    note({"type": "end of input"})


main()
