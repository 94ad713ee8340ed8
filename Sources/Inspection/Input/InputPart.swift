/// One run of bytes that a file holds. A binary file has one, a PEM file one for each block, a JSON file one for each member.
public struct InputPart: Sendable, Hashable {
    /// The PEM label, such as `CERTIFICATE`, or the path of the JSON member, such as `data.response`; empty for other files.
    public let name: String
    /// The bytes.
    public let bytes: [UInt8]
    /// The text that stood for the bytes, as it was written; nil for binary files and PEM.
    ///
    /// An Annex C transcript hashes the text of `encryptionInfo` and not its bytes, so it must survive decoding.
    public let text: String?
}

extension InputPart: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Name and length; the content is withheld, it may be a private key.
    public var description: String { name.isEmpty ? "<\(bytes.count) bytes>" : "<\(name), \(bytes.count) bytes>" }

    /// The same as `description`.
    public var debugDescription: String { description }

    /// No children, so nothing prints the content by accident.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
