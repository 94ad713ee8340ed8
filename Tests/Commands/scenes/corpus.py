from scene import Scene
from terminal import Broken

# Somebody's implementation, as the page tells it how to read a case and how to answer.
JUDGE = r'''
import base64, json, re, sys
head, _, body = open(sys.argv[1], encoding="utf-8", newline="\n").read().partition("\n\n")
facts = dict(line.split(": ", 1) for line in head.split("\n")[1:])
content = base64.b64decode(body)

def once(pairs):
    if len(dict(pairs)) != len(pairs):
        raise ValueError
    return dict(pairs)

def credential():
    found = json.loads(content, object_pairs_hook=once)
    if found.get("protocol", "org-iso-mdoc") != "org-iso-mdoc":
        return None
    return re.fullmatch(r"[\w-]+", found.get("data", found)["response"], re.ASCII)

def origin():
    return re.fullmatch(r"https?://[a-z0-9.-]+(:(?!443$|80$)\d+)?", content.decode())

judges = {"json": credential, "origin": origin}
if facts["kind"] not in judges:
    sys.exit(2)
try:
    sys.exit(not judges[facts["kind"]]())
except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
    sys.exit(1)
'''


class Corpus(Scene):
    """Somebody has a clone, and an implementation of their own that reads two kinds of cases."""

    page = "docs/corpus.md"
    in_clone = True

    def prepare(self):
        self.stage.write("judge.py", JUDGE)

    def after(self, command, shown):
        if command.startswith("mdoc corpus run "):
            kinds = "^kind: (json|origin)$" if "judge.py" in command else "^kind: (?!http$)"
            cases = self.stage.run("grep", "-lP", kinds, "-r", "Corpus").splitlines()
            if shown.splitlines()[-1] != f"{len(cases)} passed, 0 failed":
                raise Broken(f"{len(cases)} cases are decided, and all rightly; but it says\n{shown}")
        if "judge.py" in command:
            # Whoever accepts everything fails.
            self.stage.run("bash", "-c", "! mdoc corpus run --command true")
        if command.startswith("swift run"):
            changes = self.stage.run("git", "status", "--porcelain", "Corpus").splitlines()
            if not changes or [line for line in changes if not line.startswith(" M ")]:
                raise Broken(f"the cases that are made are not those that are committed, with other keys: {changes}")
