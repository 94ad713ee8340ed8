"""Runs the browser tests; `scripts/browser-tests` makes the environment and calls this."""
import argparse
import importlib
import os
import pathlib
import sys

import harness
from skips import skipped
from watch import LIMIT, watched

MODULES = ["test_availability", "test_native", "test_abort", "test_service", "test_sending", "test_checkout", "test_bridge", "test_frames", "test_button", "test_looks",
           "test_documents", "test_firefox"]
WALLET = ["test_wallet", "test_accessibility"]
END_TO_END = ["test_demo", "test_e2e_app", "test_e2e_registration", "test_e2e_chromium", "test_e2e_memory", "test_e2e_firefox"]
EXTENSION = ["test_extension", "test_extension_steps", "test_extension_frames", "test_extension_firefox"]


def arguments():
    parser = argparse.ArgumentParser(description="The page kit in real browsers.")
    parser.add_argument("--filter", default="", metavar="WORDS", help="only laws with these words")
    parser.add_argument("--screenshots", type=pathlib.Path, metavar="DIR", help="write screenshots of the button (with --e2e: of site and wallet) instead of testing")
    parser.add_argument("--port", type=int, default=0, help="port of the site; with --service, the one of the origin it expects")
    parser.add_argument("--service", metavar="URL", help="a running verifier service to test against, instead of the stand-in")
    parser.add_argument("--key", default="", help="API key of the service's backend API")
    parser.add_argument("--policy", default="", help="policy of the sessions made there")
    parser.add_argument("--e2e", action="store_true", help="Spaceship Rentals as scripts/demo starts it, with its broker, by every way")
    parser.add_argument("--compare", action="store_true", help="with --e2e: measure a document beside a form, instead of testing")
    parser.add_argument("--wallet", metavar="PROGRAM", help="the broker's pages, as the program broker-double serves them")
    parser.add_argument("--extension", action="store_true", help="the browser extension, with a stand-in of its host")
    return parser.parse_args()


def main():
    options = arguments()
    if harness.CHROMIUM is None and not options.e2e:
        skipped("there is no Chromium (apt-get install chromium)")
        return 0
    from playwright.sync_api import sync_playwright

    import screenshots

    # A demonstration builds its programs where nobody names any.
    with watched("the start of the site", limit=LIMIT if "DEMO_PROGRAMS" in os.environ else 3600):
        site = demonstration() if options.e2e else wallet(options) if options.wallet else website(options)
    try:
        with watched("the start of the driver"):
            playwright = sync_playwright().start()
        try:
            with watched("the start of the browser"):
                browsers = end_to_end(playwright, site) if options.e2e else extended(playwright) if options.extension else harness.Browsers(playwright)
            try:
                if options.compare:
                    import compare

                    return compare.compare(browsers, site)
                if options.screenshots:
                    take = screenshots.take_pages if options.e2e else screenshots.take_wallet if options.wallet else screenshots.take
                    return take(browsers, site, options.screenshots)
                for module in END_TO_END if options.e2e else WALLET if options.wallet else EXTENSION if options.extension else MODULES:
                    importlib.import_module(module)
                return 1 if harness.run(browsers, site, options) else 0
            finally:
                with watched("the end of the browsers"):
                    browsers.close()
        finally:
            with watched("the end of the driver"):
                playwright.stop()
    finally:
        with watched("the end of the site"):
            site.close()


def website(options):
    from stand_in import ForwardedService, Site

    service = ForwardedService(options.service, options.key, options.policy) if options.service else None
    return Site(service, options.port)


def wallet(options):
    from wallet import Wallet

    return Wallet(options.wallet)


def demonstration():
    from demonstration import Demonstration

    running = Demonstration()
    # Where the hosts that browsers start find the broker.
    os.environ["MDOC_AGENTS_SOCKET"] = str(running.folder / "run/agents.sock")
    return running


def end_to_end(playwright, site):
    from end_to_end import EndToEndBrowsers

    return EndToEndBrowsers(playwright, site)


def extended(playwright):
    from extension import ExtendedChromium

    return ExtendedChromium(playwright)


if __name__ == "__main__":
    sys.exit(main())
