"""The browsers of the walk from a website to the wallet and back."""
import functools

from extension import ExtendedChromium, InstalledHost
from harness import Browsers


class EndToEndBrowsers(Browsers):
    """Chromium as it is, and one with the extension and its real host, started when a law wants it."""

    def __init__(self, playwright, site):
        super().__init__(playwright)
        self.host = InstalledHost(site.programs / "mdoc-native-host")

    @functools.cached_property
    def extended(self):
        self.require()
        return ExtendedChromium(self.playwright, host=self.host)

    def close(self):
        if "extended" in self.__dict__:
            self.extended.close()
        super().close()

    def renew(self):
        if "extended" in self.__dict__:
            self.extended.renew()
        super().renew()
