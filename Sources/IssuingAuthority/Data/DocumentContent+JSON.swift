import CBOR
public import IdentityElements
import MobileDocument

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension DocumentContent {
    /// Reads a document's content from JSON: `{"docType": TEXT, "nameSpaces": {NAMESPACE: {ELEMENT: VALUE}}}`.
    ///
    /// Values take the type the catalogue gives the element: dates are text, `1998-09-04` or `2026-06-01T12:00:00Z`, and become whole seconds
    /// in UTC where a text has a fraction or an offset; bytes and pictures are base64url text. Elements no catalogue knows become what their
    /// JSON is; there, `{"$date": TEXT}` makes a date and `{"$bytes": TEXT}` makes bytes. Inside lists, `issue_date`, `expiry_date` and
    /// `birth_date` are dates. A number of 2^63 or more is refused, since a whole one would lose digits.
    ///
    /// - Parameters:
    ///   - json: the file's content.
    ///   - portrait: a picture to add as the portrait, JPEG or JPEG 2000; where a document of its type has it, the type's table says.
    ///   - tables: the catalogues.
    /// - Throws: ``IssuingError`` `issuer.contentFile`, or `issuer.contentPortrait` where no table says where the portrait belongs.
    public init(json: Data, portrait: [UInt8]? = nil, tables: ElementTables = .builtIn) throws(IssuingError) {
        struct File: Decodable {
            let docType: String
            let nameSpaces: [String: [String: JSONValue]]
        }
        let file: File
        guard JSONNesting.isBounded(json) else { throw IssuingError(.contentFile, "the JSON is nested deeper than a document, or has too many combining marks in a row") }
        do {
            file = try JSONDecoder().decode(File.self, from: json)
        } catch {
            throw IssuingError(.contentFile, "expected {\"docType\": ..., \"nameSpaces\": {NAMESPACE: {ELEMENT: VALUE}}}")
        }
        var elements: [Element] = []
        for (name, members) in file.nameSpaces.sorted(by: { $0.key < $1.key }) {
            let nameSpace = NameSpace(rawValue: name)
            let catalogue = ElementCatalogue(of: nameSpace, in: tables)
            for (identifier, value) in Self.inCatalogueOrder(members, catalogue) {
                let reference = ElementReference(nameSpace, ElementIdentifier(rawValue: identifier))
                let type = catalogue?.definition(of: reference.identifier)?.type ?? .any
                elements.append(Element(reference, try Self.value(value, as: type, of: reference)))
            }
        }
        if let portrait {
            let reference = try Self.portrait(of: file.docType, in: tables)
            elements.removeAll { $0.reference == reference }
            elements.append(Element(reference, .bytes(portrait)))
        }
        self.init(docType: DocType(rawValue: file.docType), elements: elements)
    }

    private static func portrait(of docType: String, in tables: ElementTables) throws(IssuingError) -> ElementReference {
        guard let name = tables.documents[docType]?.elements(of: .portrait).first else {
            throw IssuingError(.contentPortrait, "no table says where a document of the type \(docType) has its portrait")
        }
        return ElementReference(name)
    }

    private static func inCatalogueOrder(
        _ members: [String: JSONValue], _ catalogue: ElementCatalogue?
    ) -> [(key: String, value: JSONValue)] {
        let order = (catalogue?.definitions ?? []).enumerated()
            .reduce(into: [String: Int]()) { $0[$1.element.reference.identifier.rawValue] = $1.offset }
        return members.sorted { (order[$0.key] ?? .max, $0.key) < (order[$1.key] ?? .max, $1.key) }
    }

    private static func value(
        _ json: JSONValue, as type: ElementType, of reference: ElementReference
    ) throws(IssuingError) -> CBORValue {
        switch (type, json) {
        case (.fullDate, .text(let text)), (.birthDate, .text(let text)), (.dateTime, .text(let text)), (.date, .text(let text)):
            return date(text, as: type)
        case (.bytes, .text(let text)), (.picture, .text(let text)):
            guard let bytes = Base64URL.decode(text) else {
                throw IssuingError(.contentFile, "\(reference) must be base64url text without padding")
            }
            return .bytes(bytes)
        default: return try natural(json, of: reference)
        }
    }

    /// A date as it is issued: a day, or whole seconds in UTC. Text that is no date stays as it is, for `faults` to name with all the others.
    private static func date(_ text: String, as type: ElementType) -> CBORValue {
        // `Instant` would make a moment of a day.
        let isDay = CalendarDate(text) != nil
        guard type == .dateTime || (type == .date && !isDay) else { return .fullDate(text) }
        let moment = isDay ? nil : Instant(text)
        return .dateTime(moment?.description ?? text)
    }

    private static func natural(_ json: JSONValue, of reference: ElementReference) throws(IssuingError) -> CBORValue {
        switch json {
        case .null: return .null
        case .boolean(let value): return .boolean(value)
        case .integer(let value): return .integer(value)
        case .number(let value):
            // A whole number beyond 64 bits comes as one of floating point, which has lost all but its first digits.
            guard value.magnitude < 0x1p63 else {
                throw IssuingError(.contentFile, "\(reference) has a number beyond 64 bits, whose digits are not kept; write it as text")
            }
            return .float(value)
        case .text(let value): return .text(value)
        case .array(let values):
            var elements: [CBORValue] = []
            for value in values { elements.append(try natural(value, of: reference)) }
            return .array(elements)
        case .object(let members):
            if members.count == 1, case .text(let text)? = members["$date"] { return date(text, as: .date) }
            if members.count == 1, case .text(let text)? = members["$bytes"] {
                guard let bytes = Base64URL.decode(text) else {
                    throw IssuingError(.contentFile, "\(reference): $bytes must be base64url text without padding")
                }
                return .bytes(bytes)
            }
            return try map(members, of: reference)
        }
    }

    private static func map(_ members: [String: JSONValue], of reference: ElementReference) throws(IssuingError) -> CBORValue {
        var entries: [CBORValue.Entry] = []
        for (key, value) in members.sorted(by: { Self.position($0.key) < Self.position($1.key) }) {
            if ["issue_date", "expiry_date", "birth_date"].contains(key), case .text(let text) = value, CalendarDate(text) != nil {
                entries.append(.init(key: .text(key), value: .fullDate(text)))
            } else {
                entries.append(.init(key: .text(key), value: try natural(value, of: reference)))
            }
        }
        return .map(entries)
    }

    /// The order of the standard's example of driving privileges, then by name.
    private static func position(_ key: String) -> (Int, String) {
        (["vehicle_category_code", "issue_date", "expiry_date", "codes"].firstIndex(of: key) ?? 4, key)
    }
}
