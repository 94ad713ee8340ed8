import Foundation
import WalletBroker

/// What was asked and decided.
struct HistoryContent: Content {
    struct Element: Sendable {
        let name, nameSpace, identifier, retention, tone: String
    }

    struct Entry: Sendable {
        let identifier, name, origin, time, machineTime, documents, status, tone, asked: String
        let provider: String?
        let elements: [Element]

        init(_ entry: PresentmentHistory.Entry, names: DisplayNames, in language: Language) {
            let (words, record) = (Wording.of(language), entry.record)
            identifier = String(entry.number)
            name = record.brand ?? ShownOrigin(record.origin).host
            origin = record.origin
            time = record.time.formatted(Date.FormatStyle(date: .long, time: .shortened, locale: Locale(identifier: language.rawValue)))
            machineTime = record.time.formatted(.iso8601)
            documents = names.list(record.documents.map(\.type))
            provider = record.provider ?? record.device.map { _ in words.otherDevice }
            elements = record.documents.flatMap(\.elements).map {
                Element(
                    name: names.name(ofElement: $0.identifier, in: $0.nameSpace), nameSpace: $0.nameSpace, identifier: $0.identifier,
                    retention: $0.retention(in: words), tone: $0.isRetaining ? "warn" : "good")
            }
            asked = words.askedFor.filled("\(elements.count)")
            switch record.outcome {
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

    init(_ entries: [PresentmentHistory.Entry], export: String, names: DisplayNames, in language: Language) {
        words = .of(language)
        self.entries = entries.map { Entry($0, names: names, in: language) }
        hasEntries = !entries.isEmpty
        self.export = export
    }
}

extension PresentmentRecord.Element {
    /// How long it is kept, as whoever asked said.
    fileprivate func retention(in words: Wording) -> String {
        if let days { return days == 1 ? words.retainedForOneDay : words.retainedForDays.filled("\(days)") }
        if isUnlimited == true { return words.retainedIndefinitely }
        return isRetaining ? words.retained : words.notRetained
    }
}
