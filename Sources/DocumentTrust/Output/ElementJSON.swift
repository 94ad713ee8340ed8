package import CBOR
package import MobileDocument

/// An element's value as JSON: byte strings as base64url text, dates as their text, everything else as itself.
///
/// A map whose keys would be one name, such as `1` and `"1"`, is an array of its keys and values in pairs: an object would lose all but one.
package struct ElementJSON: Sendable, Encodable {
    private let value: CBORValue

    package init(_ value: CBORValue) { self.value = value }

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    package func encode(to encoder: any Encoder) throws {
        switch value {
        case .unsigned(let number):
            try encode(number, exactlyAsJSON: number < 1 << 53, to: encoder)
        case .negative(let argument):
            if argument < 1 << 53 {
                try encode(-1 - Int64(argument), exactlyAsJSON: true, to: encoder)
            } else {
                try encode(CBORDiagnosticNotation.text(of: value), exactlyAsJSON: false, to: encoder)
            }
        case .bytes(let bytes): try single(Base64URL.encode(bytes), encoder)
        case .text(let text): try single(text, encoder)
        case .array(let elements):
            var container = encoder.unkeyedContainer()
            for element in elements { try container.encode(ElementJSON(element)) }
        case .map(let entries):
            guard let members = Self.members(entries) else { return try ElementJSON(Self.pairs(entries)).encode(to: encoder) }
            var container = encoder.container(keyedBy: Key.self)
            for (name, value) in members { try container.encode(ElementJSON(value), forKey: Key(stringValue: name)) }
        case .tagged(_, let inner): try ElementJSON(inner).encode(to: encoder)
        case .boolean(let boolean): try single(boolean, encoder)
        case .null, .undefined:
            var container = encoder.singleValueContainer()
            try container.encodeNil()
        case .simple(let number): try single(number, encoder)
        case .float(let number):
            // JSON has no NaN and no infinity.
            if number.isFinite { try single(number, encoder) } else { try single(CBORDiagnosticNotation.text(of: value), encoder) }
        }
    }

    /// Writes the same as `encode`.
    package func write(to text: inout JSONText) {
        switch value {
        case .unsigned(let number): write(number.description, exactlyAsJSON: number < 1 << 53, to: &text)
        case .negative(let argument):
            if argument < 1 << 53 { text.literal((-1 - Int64(argument)).description) } else { text.string(CBORDiagnosticNotation.text(of: value)) }
        case .bytes(let bytes): text.base64URL(bytes[...])
        case .text(let string): text.string(string)
        case .array(let elements): text.array(elements) { ElementJSON($1).write(to: &$0) }
        case .map(let entries):
            guard let members = Self.members(entries) else { return ElementJSON(Self.pairs(entries)).write(to: &text) }
            text.object { text in
                for (name, value) in members.sorted(by: { $0.key < $1.key }) {
                    text.name(name)
                    ElementJSON(value).write(to: &text)
                }
            }
        case .tagged(_, let inner): ElementJSON(inner).write(to: &text)
        case .boolean(let boolean): text.literal(boolean ? "true" : "false")
        case .null, .undefined: text.literal("null")
        case .simple(let number): text.literal(number.description)
        case .float(let number): write(number.isFinite ? Self.text(of: number) : CBORDiagnosticNotation.text(of: value), exactlyAsJSON: number.isFinite, to: &text)
        }
    }

    /// As Foundation's encoder spells it: whole numbers without a fraction.
    private static func text(of number: Double) -> String {
        let text = number.description
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    private func write(_ number: String, exactlyAsJSON isExact: Bool, to text: inout JSONText) {
        if isExact { text.literal(number) } else { text.string(number) }
    }

    /// Integers that JSON readers would round are written as text.
    private func encode(_ number: some Encodable & CustomStringConvertible, exactlyAsJSON isExact: Bool, to encoder: any Encoder) throws {
        if isExact { try single(number, encoder) } else { try single(number.description, encoder) }
    }

    private func single(_ value: some Encodable, _ encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }

    /// The values of a map by the names of its keys; nil where two keys have one name. Texts that are canonically equivalent are one name.
    private static func members(_ entries: [CBORValue.Entry]) -> [String: CBORValue]? {
        let members = Dictionary(entries.map { (name(of: $0.key), $0.value) }) { first, _ in first }
        return members.count == entries.count ? members : nil
    }

    private static func pairs(_ entries: [CBORValue.Entry]) -> CBORValue { .array(entries.map { .array([$0.key, $0.value]) }) }

    private static func name(of key: CBORValue) -> String {
        if case .text(let text) = key { return text }
        if case .bytes(let bytes) = key { return Base64URL.encode(bytes) }
        return CBORDiagnosticNotation.text(of: key)
    }
}
