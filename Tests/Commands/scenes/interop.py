from scene import Scene


class Interop(Scene):
    """Somebody has a clone."""

    page = "docs/interop.md"
    in_clone = True
    left = {"make interop": "it compiles every test, and fetches other people's packages"}
