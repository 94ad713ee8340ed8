public import HybridTransport
import OwnerOnlyFiles

/// The links of one side in a folder that only its owner can enter: a file for each, and on an authenticator the secret with which it waits.
///
/// A link is gone as soon as its file is; nobody but this folder remembers it.
public struct LinkFolder<Link: KeptLink>: Sendable {
    private let path: String

    private static var ending: String { ".link" }
    private static var contactName: String { "contact" }
    private static var maximumBytes: Int { 4096 }
    private static var maximumLinks: Int { 64 }

    /// Opens a folder, and makes it where there is none; its parent has to be there.
    ///
    /// - Throws: `hybrid.link` for one that others can enter.
    public init(_ path: String) throws(HybridError) {
        self.path = path
        do { try OwnerOnlyFolder.prepare(path) } catch { throw Self.error(path, error) }
    }

    /// Every link that can be read, sorted by its name.
    public func all() throws(HybridError) -> [Link] { try identifiers().compactMap { try? self[$0] } }

    /// Those that cannot be read, and why.
    public func unreadable() throws(HybridError) -> [(identifier: LinkIdentifier, error: HybridError)] {
        try identifiers().compactMap { identifier in
            do throws(HybridError) { _ = try self[identifier] } catch { return (identifier, error) }
            return nil
        }
    }

    /// A link; nil where there is none of that name, or not any more.
    public subscript(_ identifier: LinkIdentifier) -> Link? {
        get throws(HybridError) { try read("\(identifier)\(Self.ending)").map { bytes throws(HybridError) in try Link(encoded: bytes) } }
    }

    /// Finds out, before the other device keeps its side, whether there is room for one more.
    ///
    /// - Throws: `hybrid.full` where there are 64.
    public func checkRoom() throws(HybridError) { try checkRoom(beside: try identifiers()) }

    private func checkRoom(beside others: [LinkIdentifier]) throws(HybridError) {
        guard others.count < Self.maximumLinks else { throw HybridError(.full, "\(path) has \(others.count) links, and takes no more; remove one") }
    }

    /// Keeps a link.
    ///
    /// - Throws: `hybrid.full` where there are 64 others.
    public func add(_ link: Link) throws(HybridError) { try locked { () throws(HybridError) in try write(link) } }

    fileprivate func write(_ link: Link) throws(HybridError) {
        try checkRoom(beside: try identifiers().filter { $0 != link.identifier })
        try write("\(link.identifier)\(Self.ending)", link.encoded)
    }

    /// Removes a link, so that the other device is a stranger from now on. Whether there was one.
    @discardableResult
    public func remove(_ identifier: LinkIdentifier) throws(HybridError) -> Bool { try locked { () throws(HybridError) in try erase(identifier) } }

    @discardableResult
    fileprivate func erase(_ identifier: LinkIdentifier) throws(HybridError) -> Bool { try removeFile("\(identifier)\(Self.ending)") }

    private func removeFile(_ name: String) throws(HybridError) -> Bool {
        let file = "\(path)/\(name)"
        do { return try OwnerOnlyFile.remove(file) } catch { throw Self.error(file, error) }
    }

    private func identifiers() throws(HybridError) -> [LinkIdentifier] {
        try names().filter { $0.hasSuffix(Self.ending) }.compactMap { LinkIdentifier(hexadecimal: $0.dropLast(Self.ending.count)) }
    }

    private func names() throws(HybridError) -> [String] {
        do { return try OwnerOnlyFolder.names(in: path) } catch { throw Self.error(path, error) }
    }

    /// What looks first and writes then, alone among all processes that do.
    fileprivate func locked<Value>(_ body: () throws(HybridError) -> Value) throws(HybridError) -> Value {
        let lock: Int32
        do { lock = try OwnerOnlyFolder.lock(path) } catch { throw Self.error(path, error) }
        defer { OwnerOnlyFolder.unlock(lock) }
        // Nobody else writes here now, so these were ended half way. They have a link's keys, or the contact's.
        for draft in try names() where draft.hasSuffix(OwnerOnlyFile.draftEnding) { _ = try removeFile(draft) }
        return try body()
    }

    fileprivate func read(_ name: String) throws(HybridError) -> [UInt8]? {
        let file = "\(path)/\(name)"
        do { return try OwnerOnlyFile.read(file, atMost: Self.maximumBytes) } catch { throw Self.error(file, error) }
    }

    fileprivate func write(_ name: String, _ bytes: [UInt8]) throws(HybridError) {
        let file = "\(path)/\(name)"
        do { try OwnerOnlyFile.write(bytes, to: file) } catch { throw Self.error(file, error) }
    }

    private static func error(_ place: String, _ error: OwnerOnlyFileError) -> HybridError { HybridError(.link, "\(place) \(error)") }
}

extension LinkFolder<LinkedAuthenticator> {
    /// Keeps a link that a device has given. What it says of itself, name and contact of the link too, is that device's word alone, and so
    /// takes nothing away from any other device. Nor from itself: until it answers, each of its links takes room.
    ///
    /// - Throws: `hybrid.link` where there is a link of that name with another key, `hybrid.full` where there are 64 others.
    public func take(_ link: LinkedAuthenticator) throws(HybridError) {
        try locked { () throws(HybridError) -> Void in
            // One that cannot be read leads nowhere.
            if let kept = try? self[link.identifier], !kept.hasSameKey(as: link) {
                throw HybridError(.link, "there is a link \(link.identifier) already, to a device with another key")
            }
            try write(link)
        }
    }

    /// A linked device has answered, and so it is the one that waits under its contact: other links to that one are over, whichever is newer. Over a
    /// link that was removed meanwhile, nothing is.
    public func confirm(_ link: LinkedAuthenticator) throws(HybridError) {
        try locked { () throws(HybridError) -> Void in
            guard try self[link.identifier] != nil else { return }
            for other in try all() where other.identifier != link.identifier && other.isSameDevice(as: link) { try erase(other.identifier) }
        }
    }
}

extension LinkFolder<LinkedClient> {
    /// With what this device waits for its linked clients: one secret for all, made when it is first asked for.
    public func contact() throws(HybridError) -> ContactSecret {
        try locked { () throws(HybridError) -> ContactSecret in
            if let bytes = try read(Self.contactName) {
                guard let secret = ContactSecret(bytes) else {
                    throw HybridError(.link, "\(path)/\(Self.contactName) is damaged; remove it, and link the devices again")
                }
                return secret
            }
            let secret = ContactSecret()
            try write(Self.contactName, secret.secretBytes)
            return secret
        }
    }
}
