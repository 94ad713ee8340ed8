import BrokerMessages
import HybridTransport
import HybridTunnel
import TextEncodings

/// The links this machine keeps.
struct LinkFolders: Sendable {
    /// Of devices that answer for this one.
    let answering: LinkFolder<LinkedAuthenticator>
    /// Of devices that this one answers.
    let asking: LinkFolder<LinkedClient>

    init(_ path: String) throws(HybridError) {
        answering = try LinkFolder(path)
        asking = try LinkFolder(path + "/asking")
    }

    /// Removes a link of either kind; whether there was one.
    func remove(_ identifier: LinkIdentifier) throws(HybridError) -> Bool {
        if try answering.remove(identifier) { return true }
        return try asking.remove(identifier)
    }

    /// The devices that can be asked, for a broker.
    func listed() throws(HybridError) -> DeviceReport {
        .links(try answering.all().prefix(MessageBounds.links).map { DeviceLink(identifier: "\($0.identifier)", name: $0.shownName) })
    }
}

extension LinkedAuthenticator {
    /// What the device is called, as far as it can be seen; else what names its link. It comes from that device.
    var shownName: String {
        let visible = String(name.unicodeScalars.filter(\.isVisible))
        return visible.contains { !$0.isWhitespace } ? visible : "\(identifier)"
    }
}
