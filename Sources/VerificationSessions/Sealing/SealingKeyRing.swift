import Crypto

/// The keys with which sessions and results are sealed at rest: AES-256-GCM (NIST SP 800-38D), 96-bit random nonces.
///
/// The first key seals; all of them open. To change keys, put the new one first and take the old one away once everything
/// sealed with it is gone: after the longest session and retention, and once the outline of each session with its report is
/// (``FlowSettings/outlineSeconds``).
///
/// A sealed text is `version (1 byte) | length of the key's name (1 byte) | name | nonce (12) | ciphertext | tag (16)`. Purpose
/// and session are authenticated with it, so one session's secret cannot be put in another's place.
public struct SealingKeyRing: Sendable {
    /// What is sealed.
    public enum Purpose: String, Sendable {
        /// The session's recipient key and the digest of its request.
        case secret
        /// The report.
        case report
        /// The result in full.
        case result
        /// The part of the result that is kept.
        case retained
    }

    private let current: String
    private let keys: [String: SymmetricKey]
    private static let version: UInt8 = 1
    private static let keyBytes = 32
    private static let overhead = 12 + 16

    /// Makes a ring.
    ///
    /// - Parameter keys: names of 1 to 32 bytes and keys of 32 bytes, the one that seals first.
    public init(_ keys: [(name: String, key: [UInt8])]) throws(SealingError) {
        guard let first = keys.first else { throw .key("there is no key to seal with; give one of \(Self.keyBytes) bytes") }
        var named: [String: SymmetricKey] = [:]
        for (name, key) in keys {
            guard (1...32).contains(name.utf8.count) else { throw .key("the key name \"\(name.prefix(32))\" wants 1 to 32 bytes") }
            guard key.count == Self.keyBytes else { throw .key("the key \"\(name)\" has \(key.count) bytes, not \(Self.keyBytes)") }
            guard named.updateValue(SymmetricKey(data: key), forKey: name) == nil else { throw .key("two keys have the name \"\(name)\"") }
        }
        current = first.name
        self.keys = named
    }

    /// Seals something of a session.
    public func seal(_ content: [UInt8], purpose: Purpose, session: String) throws(SealingError) -> [UInt8] {
        guard let key = keys[current],
            let box = try? AES.GCM.seal(content, using: key, authenticating: Self.context(purpose, session)).combined
        else { throw .damaged }
        // Put together once: a result with its portrait is copied no more often than it must.
        var sealed: [UInt8] = []
        sealed.reserveCapacity(2 + current.utf8.count + box.count)
        sealed += [Self.version, UInt8(current.utf8.count)]
        sealed += current.utf8
        box.withUnsafeBytes { sealed += $0 }
        return sealed
    }

    /// Opens something of a session.
    public func open(_ sealed: [UInt8], purpose: Purpose, session: String) throws(SealingError) -> [UInt8] {
        guard sealed.count > 2, sealed[0] == Self.version, sealed.count >= 2 + Int(sealed[1]) + Self.overhead else { throw .damaged }
        let nameEnd = 2 + Int(sealed[1])
        let name = String(decoding: sealed[2..<nameEnd], as: UTF8.self)
        guard let key = keys[name] else { throw .unknownKey(name) }
        guard let box = try? AES.GCM.SealedBox(combined: sealed[nameEnd...]),
            let content = try? AES.GCM.open(box, using: key, authenticating: Self.context(purpose, session))
        else { throw .damaged }
        return Array(content)
    }

    private static func context(_ purpose: Purpose, _ session: String) -> [UInt8] { Array("\(purpose.rawValue)\n\(session)".utf8) }
}

extension SealingKeyRing: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The names only.
    public var description: String { "key ring (\(keys.keys.sorted().joined(separator: ", ")))" }
    /// The same as `description`.
    public var debugDescription: String { description }
    /// No children, so nothing prints a key by accident.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
