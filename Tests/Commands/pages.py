"""The pages and their fenced blocks."""
import dataclasses
import importlib.machinery
import importlib.util
import pathlib
import re
import sys
import textwrap


@dataclasses.dataclass
class Block:
    page: pathlib.Path
    line: int
    language: str
    text: str
    # The section it is in, the language of the block before it there, and which one of its language it is on its page.
    section: str | None
    before: str | None
    number: int


class Endless(Exception):
    """A block that does not end: the page, and where it begins."""


def pages(root):
    """What is written for people, beside the catalogs of the libraries."""
    return [page for folder in (".", "docs", "deploy", "Examples") for page in sorted((root / folder).glob("*.md"))]


def blocks(path):
    """The fenced blocks of a page, or of the comments of a Swift file."""
    section = before = begun = None
    language, text, counts, found = "", [], {}, []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if path.suffix == ".swift":
            comment = re.match(r" *///(?: |$)(.*)", line)
            if not comment:
                continue
            line = comment[1]
        fence = re.match(r" *```+ *(\w*)", line)
        if fence and begun is None:
            begun, language, text = number, fence[1], []
        elif fence:
            counts[language] = counts.get(language, 0) + 1
            found.append(Block(path, begun, language, textwrap.dedent("\n".join(text) + "\n"), section, before, counts[language]))
            begun, before = None, language
        elif begun is not None:
            text.append(line)
        elif line.startswith("## "):
            section, before = line[3:], None
    if begun is not None:
        raise Endless(path, begun)
    return found


def followed(root):
    """What scripts/guides runs: {page: section, or None for all of it}."""
    loader = importlib.machinery.SourceFileLoader("guides", str(root / "scripts" / "guides"))
    guides = importlib.util.module_from_spec(importlib.util.spec_from_loader("guides", loader))
    sys.modules["guides"] = guides
    loader.exec_module(guides)
    chapters = [chapter for chapters in guides.GUIDES.values() for chapter in chapters]
    return {chapter.path.removeprefix("swift-mdoc/"): chapter.section for chapter in chapters if chapter.path.startswith("swift-mdoc/")}


def is_followed(guides, page, block):
    """Whether a block of the page of this name is one that scripts/guides runs."""
    return page in guides and guides[page] in (None, block.section)
