import Foundation
import WalletBroker

/// The history as a file for its owner.
enum HistoryExport {
    private struct Entry: Encodable {
        let time: Date
        let origin: String
        let brand, provider: String?
        let documentTypes: [String]
        let elements: [HistoryEntry.Element]
        let outcome: String

        init(_ entry: HistoryEntry) {
            time = entry.time
            origin = entry.origin
            brand = entry.brand
            provider = entry.provider
            documentTypes = entry.documentTypes
            elements = entry.elements
            outcome =
                switch entry.outcome {
                case .answered: "answered"
                case .declined: "declined"
                case .withdrawn: "withdrawn"
                case .failed(let code): code
                }
        }
    }

    /// JSON, an array of entries.
    static func bytes(_ entries: [HistoryEntry]) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(entries.map(Entry.init)))
    }
}
