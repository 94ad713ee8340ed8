import Foundation

/// A notification of the desktop (org.freedesktop.Notifications), where there is one.
///
/// It may stand on a locked screen, so callers put nothing of a person or a website into it.
public struct DesktopNotification: Sendable {
    private let title: String
    private let text: String
    private let bus: BusConnection.Bus?

    private static let service = "org.freedesktop.Notifications"
    private static let path = "/org/freedesktop/Notifications"
    private static let invoked = "ActionInvoked"
    /// That of the notification as a whole, as it is called there.
    private static let defaultAction = "default"

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

    /// Shows it until the task is cancelled, and takes it back then; ends at once where there is no desktop, or it takes none.
    public func show() async { _ = await isChosen(offering: []) }

    /// Shows it as one that leads somewhere, and waits until the person chooses it; false where there is no desktop, it takes none, or the
    /// task is cancelled before, which takes it back.
    ///
    /// - Parameter action: what choosing it does, in words, for desktops that show them.
    public func isChosen(for action: String) async -> Bool { await isChosen(offering: [Self.defaultAction, action]) }

    private func isChosen(offering actions: [String]) async -> Bool {
        guard let bus else { return false }
        let stop = StopFlag()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { choosing in
                Thread.detachNewThread { choosing.resume(returning: (try? isChosen(offering: actions, on: bus, until: stop)) ?? false) }
            }
        } onCancel: {
            stop.set()
        }
    }

    private func isChosen(offering actions: [String], on bus: BusConnection.Bus, until stop: StopFlag) throws(BusFault) -> Bool {
        let connection = try BusConnection(bus, until: stop)
        connection.listen("type='signal',sender='\(Self.service)',interface='\(Self.service)',member='\(Self.invoked)'")
        guard !stop.isSet, let identifier = try notify(over: connection, actions: actions).first else { return false }
        while !stop.isSet {
            guard let message = try connection.next(), message.kind == .signal else { continue }
            // Every program of the desktop hears it, of every notification.
            let isOwn = message.interface == Self.service && message.member == Self.invoked
            if isOwn, message.values == [identifier, .text(Self.defaultAction)] { return true }
        }
        _ = try connection.call(Self.service, Self.path, Self.service, "CloseNotification", [identifier], lingers: true)
        return false
    }

    /// What the desktop answers: the notification's number.
    private func notify(over connection: BusConnection, actions: [String]) throws(BusFault) -> [BusValue] {
        let values: [BusValue] = [
            .text("mdoc"), .unsigned(0), .text(""), .text(title), .text(text), .texts(actions), .dictionary(["category": .text("device")]), .signed(-1),
        ]
        return try connection.call(Self.service, Self.path, Self.service, "Notify", values, lingers: true)
    }
}
