import Foundation

/// The browser of the person at this machine.
package enum DesktopBrowser {
    /// Opens an address as a window of its own, by the program that this machine has for addresses (`xdg-open`).
    ///
    /// Where there is none, nothing happens: whoever calls this says the address on a terminal, too.
    package static func open(_ address: String) {
        let opener = Process()
        opener.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        opener.arguments = ["xdg-open", address]
        (opener.standardInput, opener.standardOutput, opener.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice, FileHandle.nullDevice)
        try? opener.run()
    }
}
