"""Breaks a verifier service, wallets' brokers, a registrar and what they stand on, one thing at a time and under load; `scripts/faults` makes
the world and calls this.

Each fault has a row: what the client saw, and what of that which was acknowledged is gone, or was taken twice. Nothing may be.
"""
from __future__ import annotations

import argparse
import collections
import contextlib
import functools
import pathlib
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "Browser")]

import machines  # noqa: E402
import processes  # noqa: E402
import wires  # noqa: E402
from fault import NOT_PRIVATE, Fault, nothing  # noqa: E402
from load import Load, Wallet, ask  # noqa: E402

# Load before a fault, exchanges after it that show that all is well again, and how long that may take.
BEFORE, WELL, RECOVERY = 1.0, 5, 60
# How long a service may take to say that its store takes nothing: it asks the store every five seconds, and room in the log serves some changes.
NOTICING = 30
HEADINGS = ["fault", "duration", "requests", "what the client saw", "acknowledged lost", "second answers", "crash loops"]


class World:
    """All that runs, and the faults that can be made in it."""

    def __init__(self, options):
        self.options, self.folder, self.programs = options, options.folder, options.programs
        self.closing = contextlib.ExitStack()
        self.clock = processes.Clock(self.folder / "clock")
        # PostgreSQL begins with some 40 MB and has log segments of 16; each answer leaves some 100 kB with either.
        self.large, self.small = (processes.Disk(self.folder / name, size, options.private) for name, size in (("large", "160m"), ("small", "64m")))
        for disk in (self.large, self.small):
            self.closing.callback(disk.close)
        self.database = processes.Database(self.large.folder / "postgres")
        self.closing.callback(self.database.stop)
        self.gate = wires.Gate(self.database.port)
        self.link = wires.Link() if options.private else None
        if self.link:
            self.closing.callback(self.link.inhabitant.kill)
        program = self.programs / "mdoc-verifier"
        connection = self.database.connection.replace(f"port={self.database.port}", f"port={self.gate.port}")
        shared = {"VERIFIER_STORE_KIND": "postgresql", "VERIFIER_STORE_POSTGRESQL_CONNECTION": connection, **self.clock.environment}
        self.services = [processes.Service(program, self.folder, "service-a", "127.0.0.1", shared)]
        if self.link:
            behind = {**shared, "VERIFIER_STORE_POSTGRESQL_CONNECTION": f"{connection} hostaddr={wires.Link.HERE}"}
            self.services.append(processes.Service(program, self.folder, "service-b", wires.Link.THERE, behind, self.link.inside))
        else:
            self.services.append(processes.Service(program, self.folder, "service-b", "127.0.0.1", shared))
        single = {"VERIFIER_STORE_KIND": "sqlite", "VERIFIER_STORE_SQLITE_PATH": str(self.small.folder / "sessions.sqlite"), **self.clock.environment}
        self.single = processes.Service(program, self.folder, "service-sqlite", "127.0.0.1", single)
        self.proxy = processes.Proxy(options.nginx, self.folder / "nginx", self.services) if options.nginx else None
        self.kept = [*self.services, self.single, *([self.proxy] if self.proxy else [])]
        for kept in self.kept:
            self.closing.callback(kept.stop)
        origin = "http://localhost:8080"
        self.wallets = [Wallet(self.programs / "mdoc", self.folder / f"wallet-{number}", self.folder, origin) for number in range(options.wallets)]
        self.machines = None
        if not machines.absent(self.programs):
            self.machines = machines.Machines(self.programs, self.folder, options.private)
            self.closing.callback(self.machines.close)
            self.kept += self.machines.kept

    def faults(self):
        a, both, database, gate, link = self.services[0], self.services, self.database, self.gate, self.link
        no_proxy = None if self.proxy else "nginx is not installed"
        not_private = None if self.options.private else NOT_PRIVATE

        def delay(seconds):
            gate.delay = seconds

        def lose(share):
            link.loss = share

        # A question and its answer are both late.
        late = [Fault(f"database {seconds:g} s away", lambda seconds=seconds: delay(seconds), lambda: delay(0), seconds=lasts, slows=2 * seconds,
                      strikes=lambda: gate.delays) for seconds, lasts in ((0.1, None), (6, 14))]
        away, lost = ("503 store.unavailable",), {"strikes": lambda: link.lost, "skipped": not_private}
        return [
            Fault("nothing", nothing, nothing),
            Fault("a service killed", a.kill, nothing, victims=(a,)),
            Fault("both services killed", lambda: [each.kill() for each in both], nothing, victims=tuple(both)),
            Fault("a service stopped, then continued", a.pause, a.resume, victims=(a,)),
            Fault("PostgreSQL killed, then started", database.kill, database.begin, seconds=2, victims=(database,)),
            Fault("PostgreSQL stopped, then continued", database.pause, database.resume, victims=(database,)),
            Fault("PostgreSQL stopped for 12 s", database.pause, database.resume, seconds=12, victims=(database,)),
            Fault("nginx killed", lambda: self.proxy.kill(), nothing, victims=(self.proxy,), skipped=no_proxy),
            Fault("nginx stopped, then continued", lambda: self.proxy.pause(), lambda: self.proxy.resume(), victims=(self.proxy,), skipped=no_proxy),
            # Where none was in use in that moment, no client sees it.
            Fault("database connections cut once", lambda: (gate.cut(), gate.mend()), nothing, strikes=lambda: gate.cuts),
            Fault("database connections cut, none to be had", gate.cut, gate.mend, shows=away, strikes=lambda: gate.cuts),
            *late,
            *(Fault(f"{share} of all packets lost", lambda part=part: lose(part), lambda: lose(0), **lost)
              for share, part in (("a tenth", 0.1), ("a third", 0.33))),
            Fault("all packets lost", lambda: lose(1), lambda: lose(0), seconds=8, **lost),
            Fault("the disk of PostgreSQL full", self.large.fill, self.large.empty, shows=away, skipped=not_private, seconds=20),
            Fault("the disk of SQLite full", self.small.fill, self.small.empty, on_sqlite=True, shows=away, unready=(self.single,),
                  skipped=not_private),
            Fault("a service on SQLite killed", self.single.kill, nothing, on_sqlite=True, victims=(self.single,)),
            Fault("a service on SQLite stopped, then continued", self.single.pause, self.single.resume, on_sqlite=True, victims=(self.single,)),
            *(Fault(f"clock {moment}", move, self.clock.set_right, may_age=moment != "a day back", may_refuse=True,
                    shows=("410 session.expired", "409 result.none")) for moment, move in self.clock.moves()),
            *(self.machines.faults() if self.machines else [
                Fault("wallet, other device and registrar", nothing, nothing, skipped=machines.absent(self.programs))]),
        ]

    def ended(self):
        """How often a program ended by itself."""
        return sum(each.ended for each in self.kept)

    def load(self, fault):
        """Exchanges with the services that a fault is about."""
        services = [self.single] if fault.on_sqlite else self.services
        urls = [service.url for service in services]
        front = self.proxy.url if self.proxy and not fault.on_sqlite else urls[0]
        decisions = functools.partial(processes.decisions, self.programs / "mdoc-verifier", self.folder, services[0].settings)
        return Load(self.wallets, front, urls, decisions, fault.may_age, fault.may_refuse)

    @staticmethod
    def stays_ready(service):
        """Whether a service goes on saying that it may get traffic."""
        end = time.monotonic() + NOTICING
        while time.monotonic() < end:
            if ask(service.url, "GET", "/ready").status == 503:
                return False
            time.sleep(0.5)
        return True

    def play(self, fault):
        """One row, and what is wrong with it."""
        ended = self.ended()
        works = fault.works() if fault.works else [self.load(fault)]
        wrong = []
        try:
            time.sleep(BEFORE)
            strikes, hits = fault.strikes and fault.strikes(), [each.hits for each in fault.victims]
            begun = time.monotonic()
            fault.begin()
            try:
                time.sleep(fault.seconds or self.options.seconds)
                wrong += [f"{service.url}/ready goes on saying that it may get traffic" for service in fault.unready if self.stays_ready(service)]
            finally:
                fault.end()
            over = time.monotonic()
            while min(work.completed_since(over) for work in works) < WELL and all(work.goes_on() for work in works):
                if time.monotonic() > over + RECOVERY:
                    wrong.append(f"no {WELL} exchanges within {RECOVERY} s after it")
                    break
                time.sleep(0.1)
            back = time.monotonic()
        finally:
            for work in works:
                work.stop()
        lost, twice = (sum(sentences, []) for sentences in zip(*(work.read_back() for work in works)))
        if not all(work.acknowledged for work in works):
            wrong.append("nothing was acknowledged, so nothing is shown")
        wrong += [f"{kind}, {count} times: nothing a client can do" for work in works for kind, count in work.fouls.items()]
        meanwhile = [each for work in works for each in work.seen_between(begun, over)]
        if fault.shows and not any(each.kind in fault.shows for each in meanwhile):
            wrong.append(f"nobody saw {' or '.join(fault.shows)} meanwhile, so nothing is shown")
        if fault.slows and not any(each.seconds > fault.slows for each in meanwhile):
            wrong.append(f"nobody waited for more than {fault.slows:g} s meanwhile, so nothing is shown")
        if fault.strikes and fault.strikes() == strikes:
            wrong.append("no packet, connection, process or record met it, so nothing is shown")
        if missed := sum(each.hits == before for each, before in zip(fault.victims, hits)):
            wrong.append(f"{missed} of {len(hits)} programs did not end by the kill, or were not stopped to the end, so nothing is shown")
        seen = [each for work in works for each in work.seen]
        crashes, kinds = self.ended() - ended, collections.Counter(each.kind for each in seen)
        slowest = max((each.seconds for each in seen), default=0)
        words = ", ".join(f"{kind} x{count}" for kind, count in kinds.most_common()) + f"; slowest {slowest:.1f} s"
        duration = f"{over - begun:.1f} s, well after {back - over:.1f} s"
        acknowledged = sum(work.acknowledged for work in works)
        row = [fault.name, duration, str(len(seen)), words, f"{len(lost)} of {acknowledged}", str(len(twice)), str(crashes)]
        return row, lost, twice, wrong + ([f"{crashes} programs ended by themselves"] if crashes else [])


def main():
    parser = argparse.ArgumentParser(description="Breaks services, wallets and a registrar, and what they stand on, under load.")
    parser.add_argument("--programs", type=pathlib.Path, required=True, help="folder of mdoc, mdoc-verifier and the others")
    parser.add_argument("--folder", type=pathlib.Path, required=True, help="folder with the papers and verifier.yaml; everything is written there")
    parser.add_argument("--nginx", help="the nginx to put before the services")
    parser.add_argument("--private", action="store_true", help="network and mounts belong to this run")
    parser.add_argument("--seconds", type=float, default=4, help="how long a fault lasts")
    parser.add_argument("--wallets", type=int, default=4, help="exchanges at a time")
    parser.add_argument("--filter", default="", help="only the faults with these words")
    options = parser.parse_args()
    rows, all_lost, all_twice, faults = [], 0, 0, 0
    world = World(options)
    with world.closing:
        for fault in world.faults():
            if options.filter not in fault.name:
                continue
            if fault.skipped:
                print(f"    {fault.name}: skipped: {fault.skipped}", flush=True)
                continue
            print(f"    {fault.name}", flush=True)
            row, lost, twice, wrong = world.play(fault)
            for line in (lost + twice + wrong)[:10]:
                print(f"        {line}", flush=True)
            rows.append(row)
            all_lost, all_twice, faults = all_lost + len(lost), all_twice + len(twice), faults + len(wrong)
    print(" | ".join(HEADINGS))
    for row in rows:
        print(" | ".join(row))
    if faults:
        print(f"wrong in other ways: {faults}, each said where it came")
    print(f"faults: {len(rows)}, lost: {all_lost}, second answers: {all_twice}")
    return 1 if all_lost or all_twice or faults or not rows else 0


if __name__ == "__main__":
    sys.exit(main())
