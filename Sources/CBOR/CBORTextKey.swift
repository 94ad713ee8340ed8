/// A text key of a map, while the map is being read: its bytes, known to be UTF-8.
///
/// Structures have a handful of known members, so a key is matched by its bytes where it lies, and no `String` is made of
/// it unless asked for. Matching is byte for byte; Swift's own comparison of texts goes by canonical equivalence, by which
/// U+212A (Kelvin sign) is a `K` and a second member could pass for another.
public struct CBORTextKey: Sendable {
    /// Where the key's content lies, in offsets of what is read.
    @usableFromInline package let place: Range<Int>
    /// The content, where it is short enough to be a member's name; else nothing.
    @usableFromInline let short: ShortText

    /// - Parameter place: where the content lies.
    @inline(__always)
    init(_ short: ShortText, at place: Range<Int>) {
        self.place = place
        self.short = short
    }

    /// Matches a member's name in a `switch`.
    @inlinable
    @inline(__always)
    public static func ~= (name: StaticString, key: CBORTextKey) -> Bool { key == name }

    /// Whether the key is a name.
    ///
    /// - Parameter name: at most 24 bytes, as the names of all members of an mdoc have; for longer ones there is `CBORReader.text(of:)`.
    @inlinable
    @inline(__always)
    public static func == (key: CBORTextKey, name: StaticString) -> Bool {
        precondition(name.utf8CodeUnitCount <= ShortText.longest, "no member has so long a name")
        // All of it is known to the compiler but the key: a few words are compared.
        let name = UnsafeRawBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
        return key.place.count == name.count && key.short.isSame(as: ShortText(name))
    }
}

extension CBORTextKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The length only: keys may name what a document holds.
    public var description: String { "text key of \(place.count) bytes" }

    /// The same as `description`.
    public var debugDescription: String { description }

    /// No children, so nothing prints the key by accident.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
