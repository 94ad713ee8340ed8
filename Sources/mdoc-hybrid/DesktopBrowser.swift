import Foundation

/// The browser of the person at this machine.
enum DesktopBrowser {
    /// Opens an address, by the program that this machine has for them (`xdg-open`).
    static func open(_ address: String) {
        let opener = Process()
        opener.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        opener.arguments = ["xdg-open", address]
        (opener.standardInput, opener.standardOutput, opener.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice, FileHandle.nullDevice)
        // Where there is none, the broker's terminal has the address, too.
        try? opener.run()
    }
}
