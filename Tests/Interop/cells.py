"""What a cell of the matrix is: a peer, a direction, what is exchanged, and a function that exchanges it and gives the verdict."""
import ours

OUT, IN = "ours to theirs", "theirs to ours"
ALL = []

def cell(peer, direction, what):
    def keep(function):
        ALL.append((peer, direction, what, function))
        return function
    return keep


def takes(check, value):
    try:
        return check(value) is not False
    except ours.Unusable:
        raise
    except Exception:  # every package refuses with exceptions of its own
        return False


def verified(check, genuine, other, but="altered"):
    """The check must take the one and refuse the other, or that it takes it would mean nothing; it refuses by False or by raising."""
    if check(genuine) is False:
        raise AssertionError("the genuine one is refused")
    if takes(check, other):
        raise AssertionError(f"{but}, it is taken as well")
    return f"verified; {but}, refused"


def refused(failures, *expected):
    """What we must refuse, for these checks and no others."""
    if list(expected) != failures:
        raise AssertionError(f"refused for {failures}")
    return "refused for " + ", ".join(f"`{name}`" for name in expected)


def unusable(exchange, reason):
    """Whether a program of ours has no use for what it is given, and names the reason."""
    try:
        exchange()
    except ours.Unusable as error:
        return reason in str(error)
    return False


def same(ours_, theirs):
    if ours_ != theirs:
        raise AssertionError(f"{ours_!r:.120} is not {theirs!r:.120}")
    return "the same on both sides"


def cannot(reason, is_so):
    """A cell that cannot be; the reason is looked at, so that a newer package that can is noticed."""
    if not is_so:
        raise AssertionError(f"no longer so: {reason}")
    return f"cannot be: {reason}"
