/// A text key of a map, while the map is being read: its bytes, known to be UTF-8.
///
/// Structures have a handful of known members, so a key is matched by its bytes where it lies, and no `String` is made of
/// it unless asked for. Matching is byte for byte; Swift's own comparison of texts goes by canonical equivalence, by which
/// U+212A (Kelvin sign) is a `K` and a second member could pass for another.
public struct CBORTextKey: Sendable {
    /// Where the key's content begins, in offsets of what is read.
    let start: Int
    @usableFromInline let count: Int
    /// The content, where nearly every key is that short and ASCII.
    private let short: ShortText
    /// The content of any other key.
    private let long: [UInt8]?

    /// - Parameter start: where the content begins.
    @inline(__always)
    init(_ short: ShortText, count: Int, at start: Int) {
        self.start = start
        self.count = count
        self.short = short
        long = nil
    }

    init(_ content: ArraySlice<UInt8>) {
        start = content.startIndex
        count = content.count
        short = ShortText(UnsafeRawBufferPointer(start: nil, count: 0))
        long = Array(content)
    }

    /// The key as a text.
    public var text: String { long.map { String(decoding: $0, as: UTF8.self) } ?? short.text(count) }

    /// Matches a member's name in a `switch`.
    @inlinable
    public static func ~= (name: StaticString, key: CBORTextKey) -> Bool { key == name }

    /// Whether the key is a name.
    @inlinable
    public static func == (key: CBORTextKey, name: StaticString) -> Bool {
        // Names of another length, which most are, are told apart where the key is matched.
        key.count == name.utf8CodeUnitCount && key.hasBytes(of: name)
    }

    /// - Parameter name: one of the key's length.
    @usableFromInline
    func hasBytes(of name: StaticString) -> Bool {
        name.withUTF8Buffer { name in
            guard let long else { return short.isSame(as: ShortText(UnsafeRawBufferPointer(name))) }
            return long.elementsEqual(name)
        }
    }
}

extension CBORTextKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The length only: keys may name what a document holds.
    public var description: String { "text key of \(count) bytes" }

    /// The same as `description`.
    public var debugDescription: String { description }

    /// No children, so nothing prints the key by accident.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
