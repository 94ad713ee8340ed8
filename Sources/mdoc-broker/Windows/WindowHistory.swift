import BrokerPages
import WalletBroker

/// The person's history, for its window.
struct WindowHistory: RequestHistory {
    let history: PresentmentHistory

    func entries() async throws -> [HistoryEntry] { try await history.entries().map(HistoryEntry.init) }

    func delete(_ identifiers: Set<String>) async throws {
        for number in identifiers.compactMap({ Int64($0) }) { try await history.delete(number) }
    }
}

extension HistoryEntry {
    fileprivate init(_ entry: PresentmentHistory.Entry) {
        let record = entry.record
        self.init(
            identifier: String(entry.number), time: record.time, origin: record.origin, brand: record.brand, provider: record.provider,
            documentTypes: record.documents.map(\.type),
            elements: record.documents.flatMap(\.elements).map {
                Element(nameSpace: $0.nameSpace, identifier: $0.identifier, isRetained: $0.isRetaining)
            },
            outcome: ConsentOutcome(recorded: record.outcome))
    }
}

extension ConsentOutcome {
    /// Reads what a record says.
    fileprivate init(recorded text: String) {
        switch text {
        case "answered": self = .answered
        case "declined": self = .declined
        case "withdrawn": self = .withdrawn
        default: self = .failed(code: text)
        }
    }
}
