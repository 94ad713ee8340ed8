"""An automated audit of what a page shows, and the way there by the keyboard alone."""
from axe_playwright_python.sync_playwright import Axe

from colours import contrast
from harness import check, same, sheet_of

# The rules of WCAG 2.0 to 2.2 at levels A and AA. Frames are audited on their own.
OPTIONS = {"runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa"]}, "iframes": False}
# Colours on their way from one to another are nobody's. By script, because the pages take no style of others.
STILL = """() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('*, *::before, *::after { transition: none !important }');
    document.adoptedStyleSheets.push(sheet);
}"""


def violations(page):
    """What a page breaks, and where."""
    found = Axe().run(page, options=OPTIONS).response
    # Without words there is nothing to see, and so nothing to find.
    check("color-contrast" in [rule["id"] for rule in found["passes"] + found["violations"]], "the audit has read nothing")
    return [(rule["id"], *node["target"], node["failureSummary"]) for rule in found["violations"] for node in rule["nodes"]]


def audit(page):
    """Nothing is against the rules, in light colours and dark ones."""
    # What is not there yet has no faults, and what has no style yet has others.
    page.wait_for_load_state()
    page.evaluate(STILL)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        same(violations(page), [], f"violations in {scheme} colours at {page.title()}")


def audit_sheet(window):
    """The same of the provider's sheet in a window. Its frame runs nothing, no audit either: its document is audited in a page of its own."""
    sheet = sheet_of(window)
    page = window.context.new_page()
    page.set_content(sheet.content())
    check(page.evaluate("[...document.styleSheets].some((each) => each.href?.endsWith('/sheet.css'))"), "the sheet has its style")
    audit(page)
    page.close()


def focused(page, selector):
    return page.evaluate("(selector) => document.activeElement.matches(selector)", selector)


def tab_to(page, selector, key="Tab"):
    """Goes on with the Tab key until an element has the focus, and shows that it has."""
    page.wait_for_selector(selector)
    for _ in range(40):
        page.keyboard.press(key)
        if focused(page, selector):
            outline = "getComputedStyle(document.activeElement).outlineStyle + getComputedStyle(document.activeElement.parentElement).outlineStyle"
            check(page.evaluate(outline).replace("none", ""), f"the focus on {selector} is seen")
            return
    raise AssertionError(f"the keyboard never reaches {selector}")


EDGES = """[...document.querySelectorAll("input:not([type=hidden], [type=checkbox], [type=radio], [type=file]), select, textarea")].map((field) => {
    const backgrounds = [];
    for (let each = field; each; each = each.parentElement) backgrounds.push(getComputedStyle(each).backgroundColor);
    return [getComputedStyle(field).borderTopColor, backgrounds[0], backgrounds.slice(1).find((each) => each !== "rgba(0, 0, 0, 0)")];
})"""


def check_edges(page, count):
    """The edge of each of so many fields stands out by 3:1 (WCAG 2.2, 1.4.11) from what is within and around it."""
    found = page.evaluate(EDGES)
    same(len(found), count, "fields")
    for edge, *others in found:
        for other in others:
            check(contrast(edge, other) >= 3, f"{edge} beside {other}: {contrast(edge, other):.2f}:1")
