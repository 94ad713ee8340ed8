import DesktopServices
import HybridTransport
import HybridTunnel

/// The devices that may ask this one without a code.
struct LinkedDevices: Sendable {
    private let folder: LinkFolder<LinkedClient>

    init(_ path: String) throws(HybridError) { folder = try LinkFolder(path) }

    /// With what this device waits for them.
    func contact() throws(HybridError) -> ContactSecret { try folder.contact() }

    /// A device that is linked now; a file that cannot be read is none.
    func find(_ identifier: LinkIdentifier) -> LinkedClient? { try? folder[identifier] }

    /// What a device is given that asks for being remembered.
    func offer(as name: String) throws(HybridError) -> LinkOffer {
        LinkOffer(contact: try contact(), name: name) { link in
            do throws(HybridError) {
                try folder.add(link)
                try? Console.printAside(text: "linked as \(link.identifier): that device can ask again without a code\n")
                return true
            } catch {
                try? Console.printAside(text: "not linked: \(error)\n")
                return false
            }
        }
    }

    /// Tells the owner that a linked device asks; not which, nor who asks there, for a screen shows it to whoever stands before it. The desktop
    /// shows it until the task is cancelled.
    static func notify() -> Task<Void, Never> {
        let title = "A linked device asks for a document"
        try? Console.printAside(text: title + "\n")
        // A desktop that does not answer holds up no question.
        return Task { await DesktopNotification(title: title, text: "See the request in the terminal of mdoc phone, and decide there.").show() }
    }
}
