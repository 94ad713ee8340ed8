"""Ends what stands still, and says where it stood: most calls of a browser have no limit of their own."""
import contextlib
import dataclasses
import gc
import os
import sys
import threading
import traceback

from greenlet import greenlet
from processes import end_browsers, end_children

# Seconds that no law takes on a slow machine, each of its waits included.
LIMIT = 600
# Seconds in which whoever waited for a browser is told that it has ended.
GRACE = 60
# What is under way, the outer ones first.
steps = []


@dataclasses.dataclass
class Step:
    stood_still: bool = False


@contextlib.contextmanager
def watched(name, limit=LIMIT, grace=GRACE):
    """Around a step. When it runs out the browsers are killed, which ends what waits for them, the steps around it included; a step that goes on
    without ends the program."""
    step, ended, ending = Step(), threading.Event(), threading.Lock()
    steps.append(step)
    threading.Thread(target=_watch, args=(name, ended, ending, limit, grace), daemon=True).start()
    try:
        yield step
    finally:
        with ending:
            ended.set()
            steps.pop()


def _watch(name, ended, ending, limit, grace):
    if ended.wait(limit):
        return
    print(f"stands still after {limit} s: {name}", flush=True)
    with contextlib.suppress(Exception):
        _say_where()
    with ending:
        # The browsers of what comes next are not this step's.
        if ended.is_set():
            return
        for each in steps:
            each.stood_still = True
        print(f"browsers ended, in processes: {end_browsers()}", flush=True)
    if not ended.wait(grace):
        print(f"FAILED: {name} stands still without browsers, too", flush=True)
        with contextlib.suppress(Exception):
            _say_where()
        end_children()
        os._exit(1)


def _say_where():
    """Where the program is. Playwright runs what calls it beside its own loop, which is where the thread is while that waits."""
    frames = [sys._current_frames()[threading.main_thread().ident]]
    frames += [each.gr_frame for each in gc.get_objects() if issubclass(type(each), greenlet) and each.gr_frame is not None]
    for frame in frames:
        print("".join(traceback.format_stack(frame, limit=8)), flush=True)
