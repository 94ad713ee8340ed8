/// A text key of a map, while the map is being read: its bytes, known to be UTF-8.
///
/// Structures have a handful of known members, so a key is matched by its bytes where it lies, and no `String` is made of
/// it unless asked for. Matching is byte for byte; Swift's own comparison of texts goes by canonical equivalence, by which
/// U+212A (Kelvin sign) is a `K` and a second member could pass for another.
public struct CBORTextKey: Sendable {
    @usableFromInline let content: ArraySlice<UInt8>

    init(_ content: ArraySlice<UInt8>) { self.content = content }

    /// The key's bytes, known to be UTF-8.
    package var bytes: ByteSlice { ByteSlice(content) }

    /// The key as a text.
    public var text: String { String(decoding: content, as: UTF8.self) }

    /// Matches a member's name in a `switch`.
    @inlinable
    public static func ~= (name: StaticString, key: CBORTextKey) -> Bool { key == name }

    /// Whether the key is a name.
    @inlinable
    public static func == (key: CBORTextKey, name: StaticString) -> Bool {
        // Names of another length, which most are, are told apart where the key is matched.
        key.content.count == name.utf8CodeUnitCount && key.hasBytes(of: name)
    }

    @usableFromInline
    func hasBytes(of name: StaticString) -> Bool {
        content.withUnsafeBytes { content in
            name.withUTF8Buffer { ExactText.isSame(content, UnsafeRawBufferPointer($0)) }
        }
    }
}

extension CBORTextKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The length only: keys may name what a document holds.
    public var description: String { "text key of \(content.count) bytes" }

    /// The same as `description`.
    public var debugDescription: String { description }

    /// No children, so nothing prints the key by accident.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
