package import BrokerMessages

/// An app that asks in the place of a website, as its registrar and its request describe it.
public struct RequestingAppInformation: Sendable, Hashable {
    /// How long an app says that it will keep a value.
    public enum Retention: Sendable, Hashable {
        /// No longer than processing takes.
        case none
        /// For so many days.
        case days(Int)
        /// Without an end.
        case unlimited
    }

    /// Where somebody who keeps data says what they do with them.
    public struct PrivacyPolicy: Sendable, Hashable {
        /// Who that is.
        public let party: String
        /// The page.
        public let address: String
    }

    /// What the registrar calls the app's program.
    public let identifier: String
    /// What people call it.
    public let name: String
    /// To whose server the answer is sealed.
    public let merchantIdentifier: String
    /// What for, in the app's own words.
    public let purpose: String
    /// Of the app and of everybody else who keeps data.
    public let privacyPolicies: [PrivacyPolicy]
    /// Words that were left out of the request because nobody granted the app a legal basis for them.
    public let omittedWords: [String]
    private let retentions: [ISO18013MobileDocumentRequest.ElementReference: [String: Retention]]

    /// How long an element of a type of document is kept; nil for one that is not asked for.
    public func retention(of element: ISO18013MobileDocumentRequest.ElementReference, in documentType: String) -> Retention? {
        retentions[element]?[documentType]
    }

    package init(_ app: RequestingApp, _ elements: [(documentType: String, elements: [ISO18013MobileDocumentRequest.ElementReference])]) {
        identifier = app.identifier
        name = app.name
        merchantIdentifier = app.merchantIdentifier
        purpose = app.purpose
        privacyPolicies = app.privacyPolicies.map { PrivacyPolicy(party: $0.party, address: $0.address) }
        omittedWords = app.omitted
        var retentions: [ISO18013MobileDocumentRequest.ElementReference: [String: Retention]] = [:]
        for (document, kept) in zip(elements, app.retentions) {
            for (element, retention) in zip(document.elements, kept) { retentions[element, default: [:]][document.documentType] = Retention(retention) }
        }
        self.retentions = retentions
    }
}

extension RequestingAppInformation.Retention {
    fileprivate init(_ retention: BrokerMessages.Retention) {
        self =
            switch retention {
            case .none: .none
            case .days(let days): .days(days)
            case .unlimited: .unlimited
            }
    }
}
