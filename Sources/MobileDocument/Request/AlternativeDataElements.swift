import CBOR

/// What may be returned in place of one requested element, most private choice first (second edition, 10.2).
public struct AlternativeDataElements: Sendable, Hashable {
    /// The element asked for; it must also be among the requested elements.
    public let requestedElement: ElementReference
    /// Sets that answer in its place, in order of preference; a set is returned whole.
    public let alternativeSets: [[ElementReference]]

    /// Names alternatives for an element.
    public init(for requestedElement: ElementReference, sets: [[ElementReference]]) {
        self.requestedElement = requestedElement
        alternativeSets = sets
    }

    init(from reader: inout CBORReader) throws(CBORError) {
        let start = reader.offset
        var requested: ElementReference?
        var sets: [[ElementReference]] = []
        try reader.readTextMap { (reader, key) throws(CBORError) in
            switch key {
            case "requestedElement": requested = try ElementReference(from: &reader)
            case "alternativeElementSets":
                try reader.readArray { (reader, _) throws(CBORError) in
                    var set: [ElementReference] = []
                    try reader.readArray { (reader, _) throws(CBORError) in set.append(try ElementReference(from: &reader)) }
                    sets.append(set)
                }
            default: break
            }
        }
        requestedElement = try required(requested, "requestedElement", of: "alternativeDataElements", at: start)
        guard !sets.isEmpty, sets.allSatisfy({ !$0.isEmpty }) else {
            throw CBORError(.invalidValue, at: start, "alternativeElementSets is missing or has an empty set")
        }
        alternativeSets = sets
    }

    func write(to writer: inout CBORWriter) {
        writer.map(2)
        writer.text("requestedElement")
        requestedElement.write(to: &writer)
        writer.text("alternativeElementSets")
        writer.array(alternativeSets.count)
        for set in alternativeSets {
            writer.array(set.count)
            for element in set { element.write(to: &writer) }
        }
    }
}
