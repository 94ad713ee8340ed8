"""Pictures at desktop and phone width, light and dark: of the button in its styles, states and languages, and of the pages of Spaceship Rentals and the window of Docking Pass with the wallet's windows."""
from harness import CHROMIUM, Trial, press_in_frame, until

WIDTHS = {"desktop": (1120, 900), "phone": (390, 844)}
# The wallet's windows.
WINDOWS = {"desktop": {"width": 480, "height": 760}, "phone": {"width": 360, "height": 740}}


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


def take_pages(browsers, site, folder):
    folder.mkdir(parents=True, exist_ok=True)
    for device, (width, height) in WIDTHS.items():
        for scheme in ("light", "dark"):
            trial = Trial(browsers, site, None)
            context = {"viewport": {"width": width, "height": height}, "color_scheme": scheme, "reduced_motion": "reduce"}
            walk(trial, f"{device}-{scheme}", folder, **context)
            trial.close()
            trial = Trial(browsers, site, None)
            ask(trial, f"{device}-{scheme}", folder, **context)
            trial.close()
    print(f"{len(list(folder.glob('page-*.png')))} pictures in {folder} ({CHROMIUM})")
    return 0


def walk(trial, name, folder, **context):
    """Every page of the booking, from both ways."""
    from pictures import blurred, sharp
    from visit import Visit

    def take(step, page=None):
        page = page or visit.page
        if page is not visit.page:
            # Popups have the size they are opened with, and never stop asking for news.
            page.set_viewport_size(WINDOWS[name.split("-")[0]])
            page.screenshot(path=folder / f"page-{name}-{step}.png")
            return
        page.wait_for_load_state("networkidle")
        page.screenshot(path=folder / f"page-{name}-{step}.png", full_page=True)

    visit = Visit(trial, to_checkout=False, **context)
    take("1-catalogue")
    visit.page.click("#choose-heron")
    take("2-itinerary")
    visit.page.click("#to-checkout")
    visit.page.wait_for_selector("#verify")
    take("3-checkout")
    visit.consent().choose().press("Decline")
    visit.page.wait_for_selector("#another-way", state="visible")
    take("4-declined")
    visit.page.click("#another-way-photo")
    take("5-photo-form")
    visit.send_photo(blurred())
    visit.page.wait_for_selector("#photo-fault")
    take("6-photo-refused")
    visit.send_photo(sharp())
    visit.page.wait_for_selector("#photo-received")
    take("7-photo-received")
    visit.page.goto(trial.site.origin() + "/checkout")
    relay = visit.relay()
    take("8-relay", relay)
    consent = visit.consent(relay)
    take("9-selector", consent.page)
    take("10-sheet", consent.choose().page)
    take("11-pin", consent.accept().page)
    consent.confirm()
    consent.page.wait_for_selector(".sign.good")
    take("12-sent", consent.page)
    visit.page.wait_for_selector("#verified")
    take("13-result")
    visit.launch()
    take("14-launch")


def ask(trial, name, folder, **context):
    """The app's own window, to both ends."""
    from visit import AppWindow

    with trial.site.app_window() as app:
        window = AppWindow(trial, app, **context)

        def take(step):
            window.page.screenshot(path=folder / f"page-{name}-{step}.png", full_page=True)

        window.page.wait_for_selector("#verify[state=ready]")
        take("15-app")
        consent = window.press()
        take("16-app-waiting")
        consent.choose().press("Decline")
        window.end()
        take("17-app-declined")
        window.press().choose().accept().confirm()
        window.page.wait_for_selector("[data-end=berth]:not([hidden])")
        take("18-app-berth")


def take_wallet(browsers, site, folder):
    """The wallet's windows, at the size they open in and at a phone's."""
    folder.mkdir(parents=True, exist_ok=True)
    for device, viewport in WINDOWS.items():
        for scheme in ("light", "dark"):
            site.reset()
            trial = Trial(browsers, site, None)
            stages(trial, f"{device}-{scheme}", folder, viewport=viewport, color_scheme=scheme, reduced_motion="reduce")
            trial.close()
    print(f"{len(list(folder.glob('wallet-*.png')))} pictures in {folder} ({CHROMIUM})")
    return 0


def stages(trial, name, folder, **context):
    from test_wallet import PIN, Visit

    def take(step, page):
        # Popups have the size they are opened with.
        page.set_viewport_size(context["viewport"])
        page.screenshot(path=folder / f"wallet-{name}-{step}.png")

    trial.site.tell("brand")
    visit = Visit(trial, **context)
    relay = visit.relay()
    take("1-relay", relay)
    window = visit.consent(relay)
    take("2-selector", window)
    window.click('.app:has(b:text-is("Wallet"))')
    accept = window.frame_locator("iframe.sheet").get_by_role("button", name="Accept")
    accept.wait_for()
    take("3-sheet", window)
    take("4-relay-elsewhere", relay)
    press_in_frame(accept)
    window.wait_for_selector("#pin")
    take("5-verification", window)
    window.fill("#pin", PIN)
    window.click("#confirm")
    window.wait_for_selector(".sign.good")
    take("6-sent", window)
    trial.site.tell("shown https://xn--80ak6aa92e.com /opt/agents/headless-agent")
    other = visit.consent()
    take("7-look-alike", other)
    other.close()
    trial.site.tell("devices")
    device = visit.consent()
    take("7a-devices", device)
    device.get_by_role("button", name="Use another device").click()
    device.wait_for_selector("svg.qr")
    take("7b-code", device)
    trial.site.tell("reach deciding")
    device.wait_for_selector("h2:has-text('Continue on your device')")
    take("7c-deciding", device)
    device.close()
    trial.site.tell("brand")
    page = trial.context.new_page()
    page.goto(trial.site.tell("answering"))
    page.screenshot(path=folder / f"wallet-{name}-7d-answering.png")
    page.fill("#code", "FIDO:/1")
    page.click("#answer")
    page.wait_for_selector("[role=alert]")
    page.screenshot(path=folder / f"wallet-{name}-7e-stale.png")
    page.fill("#code", "FIDO:/0")
    page.click("#answer")
    page.wait_for_selector(".app")
    page.screenshot(path=folder / f"wallet-{name}-7f-requested-elsewhere.png")
    for number, address in enumerate(("settings", "history", "authorize local-driving-authority"), 8):
        page.goto(trial.site.tell(address))
        page.screenshot(path=folder / f"wallet-{name}-{number}-{address.split()[0]}.png", full_page=True)
    for language in ("ja", "ko", "pt"):
        page.goto(trial.site.tell("settings") + f"?lang={language}")
        page.screenshot(path=folder / f"wallet-{name}-11-settings-{language}.png", full_page=True)
