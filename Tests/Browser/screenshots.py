"""Pictures of the button in its styles, states and languages: desktop and phone width, light and dark."""
from harness import CHROMIUM, Trial, until

WIDTHS = {"desktop": (1120, 900), "phone": (390, 844)}


def take(browsers, site, folder):
    folder.mkdir(parents=True, exist_ok=True)
    for device, (width, height) in WIDTHS.items():
        for scheme in ("light", "dark"):
            trial = Trial(browsers, site, None)
            picture(trial, folder / f"button-{device}-{scheme}.png", viewport={"width": width, "height": height}, color_scheme=scheme)
    trial = Trial(browsers, site, None)
    picture(trial, folder / "button-forced-colors.png", viewport={"width": 1120, "height": 900}, forced_colors="active")
    print(f"{len(list(folder.glob('button-*.png')))} pictures in {folder} ({CHROMIUM})")
    return 0


def picture(trial, file, **context):
    page = trial.open("/gallery.html", device_scale_factor=2, reduced_motion="reduce", **context)
    until(lambda: trial.js("window.ready === true"), "the gallery is there")
    settle(trial, page)
    page.screenshot(path=file, full_page=True)
    trial.close()


def settle(trial, page):
    """Brings the buttons that show a state into it, as a person would."""
    def press(identifier, action):
        trial.wallet(action)
        session = trial.session()
        trial.js(f"document.getElementById('{identifier}').session = '{session}'")
        page.locator(f"#{identifier}").get_by_role("button").first.click()

    for identifier, action, state in (("cancelled", "decline", "ready"), ("sent", "respond", "sent"), ("busy", "wait", "busy")):
        press(identifier, action)
        until(lambda: trial.js(f"document.getElementById('{identifier}').state") == state, f"{identifier} is {state}")
    trial.js("delete window.DigitalCredential; document.getElementById('unavailable').refresh()")
    trial.js("document.activeElement.blur()")
    page.mouse.move(0, 0)
