import CBOR

/// A purpose of a request: sets of document requests, any one of which serves it (second edition, 10.2).
public struct UseCase: Sendable, Hashable {
    /// Controller of the purpose codes of ISO/IEC JTC 1/SC 17.
    public static let isoController = "org.iso.jtc1.sc17"

    /// Whether the request as a whole fails without it.
    public let isMandatory: Bool
    /// Alternatives, each a set of indexes into the document requests, in order of preference.
    public let documentSets: [[Int]]
    /// Purpose codes by controller, such as 1 (identity verification), 2 (driving privilege), 3 (age verification).
    public let purposeHints: [String: Int64]

    /// Describes a purpose.
    public init(isMandatory: Bool, documentSets: [[Int]], purposeHints: [String: Int64] = [:]) {
        self.isMandatory = isMandatory
        self.documentSets = documentSets
        self.purposeHints = purposeHints
    }

    /// The purpose of a request that any one document answers.
    package static func anyOf(documentRequests count: Int) -> UseCase {
        UseCase(isMandatory: true, documentSets: (0..<count).map { [$0] })
    }

    init(from reader: inout CBORReader, documentRequests: Int) throws(CBORError) {
        let start = reader.offset
        var mandatory: Bool?
        var sets: [[Int]] = []
        var hints: [String: Int64] = [:]
        try reader.readTextMap { (reader, key) throws(CBORError) in
            switch key {
            case "mandatory": mandatory = try reader.readBoolean()
            case "documentSets":
                try reader.readArray { (reader, _) throws(CBORError) in
                    sets.append(try Self.readSet(&reader, documentRequests: documentRequests))
                }
            case "purposeHints":
                try reader.readTextMap { (reader, key) throws(CBORError) in hints[reader.text(of: key)] = try reader.readInteger() }
            default: break
            }
        }
        isMandatory = try required(mandatory, "mandatory", of: "UseCase", at: start)
        guard !sets.isEmpty else { throw CBORError(.missingMember, at: start, "UseCase has no documentSets") }
        documentSets = sets
        purposeHints = hints
    }

    private static func readSet(_ reader: inout CBORReader, documentRequests: Int) throws(CBORError) -> [Int] {
        let start = reader.offset
        var set: [Int] = []
        try reader.readArray { (reader, _) throws(CBORError) in
            guard let index = Int(exactly: try reader.readUnsigned()), index < documentRequests else {
                throw CBORError(.invalidValue, at: start, "a document set names a document request that does not exist")
            }
            set.append(index)
        }
        guard !set.isEmpty else { throw CBORError(.invalidValue, at: start, "a document set is empty") }
        return set
    }

    func write(to writer: inout CBORWriter) {
        writer.map(purposeHints.isEmpty ? 2 : 3)
        writer.text("mandatory")
        writer.boolean(isMandatory)
        writer.text("documentSets")
        writer.array(documentSets.count)
        for set in documentSets {
            writer.array(set.count)
            for index in set { writer.unsigned(UInt64(index)) }
        }
        if !purposeHints.isEmpty {
            writer.text("purposeHints")
            writer.map(purposeHints.count)
            for (controller, code) in purposeHints.sorted(by: { DeterministicOrder.precedes($0.key, $1.key) }) {
                writer.text(controller)
                writer.integer(code)
            }
        }
    }
}
