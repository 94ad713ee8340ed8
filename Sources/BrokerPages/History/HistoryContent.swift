import Foundation
import WalletBroker

/// What was asked and decided.
struct HistoryContent: Content {
    struct Element: Sendable {
        let identifier, nameSpace, retention, tone: String
    }

    struct Entry: Sendable {
        let identifier, name, origin, time, machineTime, documents, status, tone, asked: String
        let provider: String?
        let elements: [Element]

        init(_ entry: HistoryEntry, in language: Language) {
            let words = Wording.of(language)
            identifier = entry.identifier
            name = entry.brand ?? ShownOrigin(entry.origin).host
            origin = entry.origin
            time = entry.time.formatted(Date.FormatStyle(date: .long, time: .shortened, locale: Locale(identifier: language.rawValue)))
            machineTime = entry.time.formatted(.iso8601)
            documents = DocumentTypeNames.list(entry.documentTypes, in: language)
            provider = entry.provider
            asked = words.askedFor.filled("\(entry.elements.count)")
            elements = entry.elements.map {
                Element(
                    identifier: $0.identifier, nameSpace: $0.nameSpace, retention: $0.isRetained ? words.retained : words.notRetained,
                    tone: $0.isRetained ? "warn" : "good")
            }
            switch entry.outcome {
            case .answered: (status, tone) = (words.answered, "good")
            case .declined: (status, tone) = (words.declined, "warn")
            case .withdrawn: (status, tone) = (words.withdrawn, "warn")
            case .failed: (status, tone) = (words.failed, "bad")
            }
        }
    }

    static let template = "history"

    let words: Wording
    let entries: [Entry]
    let hasEntries: Bool
    /// The path of the file with all entries.
    let export: String

    init(_ entries: [HistoryEntry], export: String, in language: Language) {
        words = .of(language)
        self.entries = entries.map { Entry($0, in: language) }
        hasEntries = !entries.isEmpty
        self.export = export
    }
}
