import Foundation

/// A notification of the desktop (org.freedesktop.Notifications), where there is one.
///
/// It may stand on a locked screen, so callers put nothing of a person or a website into it.
public struct DesktopNotification: Sendable {
    private let title: String
    private let text: String
    private let bus: BusConnection.Bus?

    /// Makes one for the desktop of whoever runs this program.
    public init(title: String, text: String) {
        // Without the address libdbus would start a bus, on which nobody is.
        self.init(title: title, text: text, busAddress: ProcessInfo.processInfo.environment["DBUS_SESSION_BUS_ADDRESS"])
    }

    /// Makes one for the desktop at a bus; nil for none.
    public init(title: String, text: String, busAddress: String?) {
        (self.title, self.text) = (title, text)
        bus = busAddress.map { .address($0) }
    }

    /// Shows it; false where there is no desktop, or it takes none.
    public func show() async -> Bool {
        guard let bus else { return false }
        return await withCheckedContinuation { showing in
            Thread.detachNewThread { showing.resume(returning: Self.show(title, text, on: bus)) }
        }
    }

    private static func show(_ title: String, _ text: String, on bus: BusConnection.Bus) -> Bool {
        let name = "org.freedesktop.Notifications"
        let values: [BusValue] = [
            .text("mdoc"), .unsigned(0), .text(""), .text(title), .text(text), .texts([]), .dictionary(["category": .text("device")]), .signed(-1),
        ]
        do throws(BusFault) {
            _ = try BusConnection(bus).call(name, "/org/freedesktop/Notifications", name, "Notify", values)
            return true
        } catch { return false }
    }
}
