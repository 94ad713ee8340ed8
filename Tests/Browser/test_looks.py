"""What can be measured of the button's looks: contrast, room for long words, direction, and people's settings."""
from colours import colour, contrast, luminance
from harness import Skip, check, law, rows, same, until
from stand_in import Answer

ABSENT = "delete window.DigitalCredential"
MEANINGS = ("verify-with", "continue-with", "verify-age-with", "verify-identity-with")

# Longer by half and accented, so that text which was forgotten or does not fit is seen.
LONG = """
  const accents = { a: 'á', e: 'é', i: 'î', o: 'ö', u: 'ü', c: 'ç', n: 'ñ', y: 'ý', A: 'Å', C: 'Ç', D: 'Ð', I: 'Î', T: 'Ţ', V: 'Ṽ', W: 'Ŵ' };
  const accented = (text) => text.replace(/\\{\\w+\\}|./gu, (part) => accents[part] ?? part);
  const longer = (text) => '[' + accented(text) + ' one two'.repeat(Math.ceil(text.length / 20)) + ']';
  const english = Object.entries(kit.languages.en);
  kit.addLanguage('en-XA', Object.fromEntries(english.map(([key, text]) => [key, key === 'direction' ? text : longer(text)])));
"""
# Written from right to left.
RIGHT_TO_LEFT = """
  const turned = (text) => text.replace(/\\{\\w+\\}|[^\\s{}]+/gu, (word) => word.startsWith('{') ? word : '\\u202e' + word + '\\u202c');
  const entries = Object.entries(kit.languages.en);
  kit.addLanguage('ar-XB', Object.fromEntries(entries.map(([key, text]) => [key, key === 'direction' ? 'rtl' : turned(text)])));
"""


def style(t, selector, name):
    return t.js(f"getComputedStyle(button.shadowRoot.querySelector('{selector}')).{name}")


def page_background(t):
    return t.js("getComputedStyle(document.body).backgroundColor")


def readable(t, what):
    ratio = contrast(style(t, ".main", "color"), style(t, ".main", "backgroundColor"))
    check(ratio >= 4.5, f"{what}: {ratio:.2f}:1")


COLOURS = [(variant, scheme) for variant in ("dark", "outline") for scheme in ("light", "dark")]


@rows("The {0} button in a {1} page has a contrast of 4.5:1 and more: ready, hovered, pressed, busy, sent, disabled, unavailable", *COLOURS)
def readable_everywhere(t, variant, scheme):
    t.open(color_scheme=scheme, reduced_motion="reduce")
    t.wallet("wait")
    t.put(variant=variant)
    readable(t, "ready")
    t.main_button().hover()
    readable(t, "hovered")
    t.page.mouse.down()
    readable(t, "pressed")
    with t.handed_out():
        t.page.mouse.up()
    until(lambda: t.button_state() == "busy", "busy")
    t.page.mouse.move(0, 0)
    readable(t, "busy")
    for selector in (".status", ".choice"):
        ratio = contrast(style(t, selector, "color"), page_background(t))
        check(ratio >= 4.5, f"{selector}: {ratio:.2f}:1")
    t.js("button.cancel()")
    t.outcome()
    t.wallet("respond")
    t.main_button().click()
    until(lambda: t.button_state() == "sent", "sent")
    readable(t, "sent")
    t.put(variant=variant, disabled="")
    readable(t, "disabled")
    t.js(ABSENT)
    t.put(variant=variant)
    same(t.button_state(), "unavailable", "state")
    readable(t, "unavailable")


@rows("The {0} button stands out from a {1} page by 3:1, by its filling or its border", *COLOURS)
def stands_out(t, variant, scheme):
    t.open(color_scheme=scheme)
    t.put(variant=variant)
    edge = style(t, ".main", "backgroundColor" if variant == "dark" else "borderTopColor")
    ratio = contrast(edge, page_background(t))
    check(ratio >= 3, f"{ratio:.2f}:1")


@law("A page that knows no dark scheme keeps the light button, whatever the person's system says")
def light_only(t):
    t.open(color_scheme="dark", reduced_motion="reduce")
    t.js("document.documentElement.style.colorScheme = 'light'")
    t.put()
    check(luminance(colour(style(t, ".main", "backgroundColor"))) < 0.1, "the filling is dark")
    t.js("document.documentElement.style.colorScheme = 'light dark'")
    check(luminance(colour(style(t, ".main", "backgroundColor"))) > 0.7, "with the scheme allowed, the filling is light")


@law("Radius, colours, height and font can be set by custom properties")
def properties(t):
    t.open()
    t.put()
    t.js("""const set = (name, value) => button.style.setProperty('--verify-identity-' + name, value);
        set('radius', '3px'); set('background', 'rgb(1, 2, 3)'); set('color', 'rgb(250, 251, 252)'); set('border', 'rgb(4, 5, 6)');
        set('height', '70px'); set('font', 'monospace'); button.style.setProperty('transition', 'none')""")
    until(lambda: style(t, ".main", "backgroundColor") == "rgb(1, 2, 3)", "the background")
    found = [style(t, ".main", name) for name in ("borderTopLeftRadius", "color", "borderTopColor", "height", "fontFamily")]
    same(found, ["3px", "rgb(250, 251, 252)", "rgb(4, 5, 6)", "70px", "monospace"], "style")


@law("The button is at least 44 pixels high, its choices 24: a finger finds them")
def target_size(t):
    t.open()
    t.put(ways="native https://wallet.example/")
    height = "button.shadowRoot.querySelector('{}').getBoundingClientRect().height"
    check(t.js(height.format(".main")) >= 44, "height of the button")
    check(t.js(height.format(".choice")) >= 24, "height of the choice")


@law("The focus is drawn around the button with 3:1 to the page, in both schemes")
def focus_ring(t):
    for scheme in ("light", "dark"):
        t.open(color_scheme=scheme)
        t.put()
        t.page.keyboard.press("Tab")
        t.page.keyboard.press("Tab")
        same((style(t, ".main", "outlineStyle"), style(t, ".main", "outlineWidth")), ("solid", "3px"), "outline")
        ratio = contrast(style(t, ".main", "outlineColor"), page_background(t))
        check(ratio >= 3, f"{scheme}: {ratio:.2f}:1")
        t.context.close()


# Room for words

FITS = """(() => {
  const label = button.shadowRoot.querySelector('.label').getBoundingClientRect();
  const main = button.shadowRoot.querySelector('.main').getBoundingClientRect();
  const parts = [...button.shadowRoot.querySelectorAll('.main, .label, .status, .choice')];
  return {
    page: document.documentElement.scrollWidth - innerWidth,
    clipped: parts.filter((part) => part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 0).map((part) => part.className),
    inside: label.left >= main.left && label.right <= main.right && label.top >= main.top && label.bottom <= main.bottom,
    lines: Math.round(label.height / parseFloat(getComputedStyle(button.shadowRoot.querySelector('.main')).lineHeight)),
  };
})()"""


@rows("In {0} every meaning fits a phone {1} pixels wide, with its status and choices",
      *[(language, width) for language in ("en", "ja", "ko", "pt", "en-XA", "ar-XB") for width in (320, 390)])
def fits(t, language, width):
    t.open(init=ABSENT, viewport={"width": width, "height": 700})
    t.js(LONG)
    t.js(RIGHT_TO_LEFT)
    for meaning in MEANINGS:
        t.put(meaning=meaning, lang=language, ways="native https://a-wallet-with-a-rather-long-name.example/")
        found = t.js(FITS)
        same((max(found["page"], 0), found["clipped"], found["inside"]), (0, [], True), f"{meaning}: overflow, clipped parts, label inside")
        check(found["lines"] <= (3 if language == "en-XA" else 2), f"{meaning}: {found['lines']} lines")


@law("A name without spaces is broken rather than cut")
def unbroken(t):
    t.open(viewport={"width": 320, "height": 700})
    t.put(wallet_name="W" * 90)
    found = t.js(FITS)
    same((max(found["page"], 0), found["clipped"], found["inside"]), (0, [], True), "overflow, clipped parts, label inside")


@rows("In {0} the button's lines end between words", ("Japanese", "ja", "auto-phrase"), ("Korean", "ko", "keep-all"))
def between_words(t, _, language, rule):
    t.open()
    if not t.js(f"CSS.supports('word-break', '{rule}')"):
        raise Skip(f"this browser does not know {rule}")
    t.put(lang=language)
    same([style(t, part, "wordBreak") for part in (".label", ".status")], [rule] * 2, "where words break")


@law("Labels are at most 48 characters, sentences at most 100, in every language")
def lengths(t):
    t.open()
    for language, texts in t.js("kit.languages").items():
        for key, text in texts.items():
            limit = 48 if key in MEANINGS else 100
            check(len(text) <= limit, f"{language} {key}: {len(text)} characters")


@law("A sentence below does not make the button wider")
def stable_width(t):
    t.open()
    t.wallet("decline")
    t.put(label="Go")
    width = "button.getBoundingClientRect().width"
    before = t.js(width)
    t.main_button().click()
    t.expect("cancelled", "browser.notAllowed")
    same(t.js(width), before, "width")


@law("The pseudo-language reaches every text: label, status, choice, and the accessible name")
def pseudo(t):
    t.open(init=ABSENT)
    t.js(LONG)
    t.put(lang="en-XA", ways="native https://wallet.example/")
    label = t.js("button.shadowRoot.querySelector('.label').textContent")
    for text in (label, t.status(), t.page.locator("verify-identity-button .choice").text_content()):
        check(text.startswith("[") and text.endswith("]"), f"text: {text}")
    check(t.page.get_by_role("button", name=label, exact=True).count() == 1, "the accessible name is the label")


@law("The pseudo-language reaches what is said while an answer is sent, and when nothing confirms it", stand_in_only=True)
def pseudo_sending(t):
    t.site.faults["response"] = Answer(500)
    t.open()
    t.wallet("respond")
    t.js(LONG)
    t.put(lang="en-XA")
    t.js("""window.said = []; const region = button.shadowRoot.querySelector('[role=status]');
        new MutationObserver(() => said.push(region.textContent)).observe(region, { childList: true, characterData: true, subtree: true })""")
    t.main_button().click()
    t.expect("failed", "answer.unconfirmed")
    same(t.js("said"), t.js("['busy', 'sending', 'unconfirmed'].map((name) => kit.languages['en-XA'][name])"), "what is said, in order")


# Direction

@law("A language written from right to left turns the button: the mark is on the right")
def right_to_left(t):
    t.open()
    t.js(RIGHT_TO_LEFT)
    left = "button.shadowRoot.querySelector('{}').getBoundingClientRect().left"
    t.put()
    check(t.js(left.format(".mark")) < t.js(left.format(".label")), "in English the mark is on the left")
    t.put(lang="ar-XB")
    same(t.js("button.shadowRoot.querySelector('.root').dir"), "rtl", "direction")
    check(t.js(left.format(".mark")) > t.js(left.format(".label")), "the mark is on the right")
    same((style(t, ".main", "paddingRight"), style(t, ".main", "paddingLeft")), ("18px", "22px"), "padding")


@law("Own wording keeps the direction of the page it is in")
def own_direction(t):
    t.open()
    t.put(label="نص")
    same(t.js("button.shadowRoot.querySelector('.root').hasAttribute('dir')"), False, "own direction")
    t.js("document.documentElement.dir = 'rtl'")
    same(style(t, ".main", "direction"), "rtl", "direction")


# People's settings

@rows("With forced colours a {0} button is drawn in the system's colours", ("ready", {}, "ButtonText"), ("disabled", {"disabled": ""}, "GrayText"))
def forced_colours(t, _, attributes, system):
    t.open(forced_colors="active")
    t.put(**attributes)
    expected = t.js(f"""(() => {{
        const probe = document.body.appendChild(document.createElement('p'));
        probe.style.color = '{system}';
        return getComputedStyle(probe).color;
    }})()""")
    same((style(t, ".main", "color"), style(t, ".main", "borderTopColor")), (expected, expected), "text and border")


@rows("With {0} the waiting mark {1}", ("reduced motion", "stands still", "reduce", "none", "0s"),
      ("no such wish", "turns", "no-preference", "turn", "0.15s"))
def motion(t, _, __, setting, animation, transition):
    t.open(reduced_motion=setting)
    t.wallet("wait")
    t.put()
    t.main_button().click()
    until(lambda: t.button_state() == "busy", "busy")
    same(style(t, ".spinner", "animationName"), animation, "animation")
    same(style(t, ".main", "transitionDuration").split(",")[0], transition, "transition")


@law("The styles come from a constructed sheet: no style element, no style attribute, one sheet for all buttons")
def constructed(t):
    t.open()
    t.put()
    t.js("window.first = button")
    same(t.js("first.shadowRoot.querySelectorAll('style, link, [style]').length"), 0, "style elements and attributes")
    t.js("document.body.append(first)")
    t.put()
    same(t.js("button.shadowRoot.adoptedStyleSheets[0] === first.shadowRoot.adoptedStyleSheets[0]"), True, "the same sheet")
