public import Foundation
public import WalletBroker

/// A request that was decided. It holds what was asked, and nothing of what documents say.
public struct HistoryEntry: Sendable, Hashable {
    /// An element that was asked for.
    public struct Element: Sendable, Hashable, Encodable {
        /// Its name space and identifier.
        public let nameSpace, identifier: String
        /// Whether the website said that it will keep it.
        public let isRetained: Bool

        /// Names an element.
        public init(nameSpace: String, identifier: String, isRetained: Bool) {
            self.nameSpace = nameSpace
            self.identifier = identifier
            self.isRetained = isRetained
        }
    }

    /// Names the entry.
    public let identifier: String
    /// When it ended.
    public let time: Date
    /// Who asked.
    public let origin: String
    /// The verified brand, if there was one.
    public let brand: String?
    /// What people call the provider that was selected; nil if none was.
    public let provider: String?
    /// Types of the documents that were asked for.
    public let documentTypes: [String]
    /// What was asked.
    public let elements: [Element]
    /// How it ended.
    public let outcome: ConsentOutcome

    /// Describes a request.
    public init(
        identifier: String, time: Date, origin: String, brand: String?, provider: String?, documentTypes: [String], elements: [Element],
        outcome: ConsentOutcome
    ) {
        self.identifier = identifier
        self.time = time
        self.origin = origin
        self.brand = brand
        self.provider = provider
        self.documentTypes = documentTypes
        self.elements = elements
        self.outcome = outcome
    }
}
