#!/usr/bin/env python3
"""Times other people's verifiers on the bytes of the benchmarks, when and as often as the benchmarks say.

    peers.py DEVICE_RESPONSE SESSION_TRANSCRIPT ROOT_DER SECONDS_SINCE_1970

Prints one line, the names of the packages that verify the response, and then answers every line `NAME COUNT` with the nanoseconds of
COUNT verifications. Everything that can be kept between verifications (imports, the root's certificate, the decoded transcript where a
package wants it decoded) is made beforehand. What each of them leaves out is said in PERFORMANCE.md.
"""
import datetime
import importlib.metadata
import logging
import sys
import time


def contents(path):
    with open(path, "rb") as file:
        return file.read()


def openvc_core(response, transcript, root, at):
    from openvc.mdoc import verify_device_response

    anchors = [root]

    def verify():
        documents = verify_device_response(response, trust_anchors=anchors, session_transcript=transcript, now=at)
        return len(documents) == 1 and documents[0].device_signed
    return verify


def isomdoc(response, transcript, root, at):
    import cbor2
    from isomdoc.verify.verify_mdoc import verify_device_response

    decoded = cbor2.loads(transcript)
    return lambda: len(verify_device_response(response, decoded).documents) == 1


def pymdoccbor(response, transcript, root, at):
    from pymdoccbor.mdoc.verifier import MdocCbor
    from pymdoccbor.mso import verifier

    # It reads the machine's clock; this one stands at the moment of the exchange.
    class Clock(datetime.datetime):
        @classmethod
        def now(cls, tz=None):
            return at

    verifier.datetime = Clock
    roots = [root]

    def verify():
        reader = MdocCbor()
        reader.loads(response)
        return reader.verify(trusted_root_certs=roots) and len(reader.documents) == 1
    return verify


PEERS = {"openvc-core": openvc_core, "isomdoc": isomdoc, "pymdoccbor": pymdoccbor}


def ready(response, transcript, root, at):
    """Those that are installed and verify the response; why another one does not goes to standard error."""
    found = {}
    for name, make in PEERS.items():
        try:
            version = importlib.metadata.version(name)
            verify = make(response, transcript, root, at)
            if not verify():
                raise ValueError("does not verify the response")
            found[name] = verify
            print(f"{name} {version}", file=sys.stderr)
        except Exception as error:
            print(f"without {name}: {type(error).__name__}: {error}", file=sys.stderr)
    return found


def main():
    try:
        from cryptography import x509
    except ImportError as error:
        sys.exit(f"no peers: {error}")
    logging.disable(logging.CRITICAL)
    response, transcript = contents(sys.argv[1]), contents(sys.argv[2])
    root = x509.load_der_x509_certificate(contents(sys.argv[3]))
    at = datetime.datetime.fromtimestamp(int(sys.argv[4]), datetime.timezone.utc)
    peers = ready(response, transcript, root, at)
    print(" ".join(peers), flush=True)
    for line in sys.stdin:
        name, count = line.split()
        verify = peers[name]
        times = []
        for _ in range(int(count)):
            begin = time.perf_counter_ns()
            is_right = verify()
            times.append(time.perf_counter_ns() - begin)
            if not is_right:
                sys.exit(f"{name}: the result is wrong, so its time means nothing")
        print(" ".join(map(str, times)), flush=True)


if __name__ == "__main__":
    main()
