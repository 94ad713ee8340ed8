import Foundation
import WalletBroker

/// The history as a file for its owner.
enum HistoryExport {
    private struct Entry: Encodable {
        struct Element: Encodable {
            let nameSpace, identifier: String
            let isRetained: Bool
            let days: Int?
            let isUnlimited: Bool?
        }

        let time: Date
        let origin: String
        let brand, provider, device: String?
        let documentTypes: [String]
        let elements: [Element]
        let outcome: ConsentOutcome

        init(_ record: PresentmentRecord) {
            time = record.time
            origin = record.origin
            brand = record.brand
            provider = record.provider
            device = record.device
            documentTypes = record.documents.map(\.type)
            elements = record.documents.flatMap(\.elements).map {
                Element(
                    nameSpace: $0.nameSpace, identifier: $0.identifier, isRetained: $0.isRetaining, days: $0.days, isUnlimited: $0.isUnlimited)
            }
            outcome = record.outcome
        }
    }

    /// JSON, an array of entries.
    static func bytes(_ entries: [PresentmentHistory.Entry]) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(entries.map { Entry($0.record) }))
    }
}
