import Foundation

/// The browser of the person at this machine.
enum DesktopBrowser {
    /// Opens an address as a window of its own. The app's page could not: the wallet lets in nobody who comes from another page.
    static func open(_ address: String) {
        let opener = Process()
        opener.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        opener.arguments = ["xdg-open", address]
        (opener.standardInput, opener.standardOutput, opener.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice, FileHandle.nullDevice)
        // Where there is none, the terminal has the address, too.
        try? opener.run()
    }
}
