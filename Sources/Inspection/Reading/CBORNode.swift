/// One item of a tolerantly read tree, with its place in the inspected bytes.
struct CBORNode: Sendable {
    indirect enum Content: Sendable {
        case unsigned(UInt64)
        case negative(UInt64)
        case bytes
        case text(String)
        /// A string of indefinite length: its chunks.
        case chunks([CBORNode], isText: Bool)
        case array([CBORNode])
        case map([Entry])
        /// The tagged item is missing where the input breaks.
        case tag(UInt64, CBORNode?)
        case boolean(Bool)
        case null
        case undefined
        case simple(UInt8)
        case float(Double)
    }

    struct Entry: Sendable {
        let key: CBORNode
        /// Missing where the input breaks.
        let value: CBORNode?
    }

    /// Where the head begins.
    let offset: Int
    /// Everything after the head; for a string its content, as far as it is there.
    let body: Range<Int>
    let content: Content
    /// Whether all of it is there.
    let isComplete: Bool

    var range: Range<Int> { offset..<body.upperBound }

    /// Text keys of a map, with their values.
    func member(_ name: String) -> CBORNode? {
        guard case .map(let entries) = content else { return nil }
        for entry in entries {
            if case .text(name) = entry.key.content { return entry.value }
        }
        return nil
    }

    /// The value of an integer key of a map.
    func member(_ label: Int64) -> CBORNode? {
        guard case .map(let entries) = content else { return nil }
        return entries.first { $0.key.integer == label }?.value
    }

    var elements: [CBORNode]? {
        if case .array(let elements) = content { elements } else { nil }
    }

    var entries: [Entry]? {
        if case .map(let entries) = content { entries } else { nil }
    }

    var text: String? {
        if case .text(let text) = content { text } else { nil }
    }

    /// Text of which all is there.
    var completeText: String? { isComplete ? text : nil }

    /// An integer that fits `Int64`.
    var integer: Int64? {
        switch content {
        case .unsigned(let value): Int64(exactly: value)
        case .negative(let argument): Int64(exactly: argument).map { -1 - $0 }
        default: nil
        }
    }

    var isBytes: Bool {
        if case .bytes = content { true } else { false }
    }

    var isNull: Bool {
        if case .null = content { true } else { false }
    }

    /// The item under any number of tags.
    var untagged: CBORNode {
        var node = self
        while case .tag(_, let inner?) = node.content { node = inner }
        return node
    }

    /// The byte string under tag 24.
    var embeddedString: CBORNode? {
        if case .tag(24, let inner?) = content, inner.isBytes { inner } else { nil }
    }
}
