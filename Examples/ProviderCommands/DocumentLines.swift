import DocumentTrust
import IdentityDocumentServices
import IdentityElements
package import MobileDocument
package import ProviderDocuments

/// What a terminal shows of documents.
package enum DocumentLines {
    /// One document in two lines; nothing of its content.
    ///
    /// - Parameters:
    ///   - owner: the owner's enrolment of now; nil where none is known, as without a broker.
    ///   - time: the present moment.
    package static func summary(_ document: ProvisionedDocument, owner: String?, at time: Instant) -> String {
        """
        \(line(document.title))  \(document.id)
          device key \(document.level.rawValue) · \(binding(of: document, owner: owner)) · confirmed by \(line(document.proofing.reviewer)) \
        on \(CalendarDate(document.proofing.time)) · \(end(of: document, at: time))
        """
    }

    private static func end(of document: ProvisionedDocument, at time: Instant) -> String {
        guard let end = document.validUntil else { return "its end cannot be read" }
        return end < time ? "expired at \(end), and answers nobody: have it issued again" : "valid until \(end)"
    }

    private static func binding(of document: ProvisionedDocument, owner: String?) -> String {
        switch (document.ownerEnrolment, owner) {
        case (nil, _):
            "bound to nobody, since no PIN or passkey was known when it came, and answers nobody: take it in once more if this app can, or have it "
                + "issued again, to a new key"
        case (_?, nil): "bound to the PIN or passkey with which it was added"
        case (let bound?, let owner?) where bound == owner: "bound to the machine's owner"
        case (_?, _?): "bound to another PIN or passkey than that of now, and answers nobody: have it issued again, to a new key"
        }
    }

    /// An element and its value, for its owner's eyes.
    static func element(_ element: VerifiedElement, tables: ElementTables) -> String {
        let isRestricted = tables.sensitivity(of: ElementName(element.reference)) == .restricted
        let value = isRestricted ? line(MyNumber.masked(element.text)) : value(of: element)
        return "  \(line(ElementCatalogue.displayName(of: element.reference, from: tables))): \(value)"
    }

    private static func value(of element: VerifiedElement) -> String {
        if let text = element.text { return line(text) }
        if let date = element.date { return "\(date)" }
        if let number = element.integer { return "\(number)" }
        if let boolean = element.boolean { return boolean ? "yes" : "no" }
        if let bytes = element.bytes { return "\(bytes.count) bytes" }
        return "(structured)"
    }

    /// A text of others, on one line, that commands the terminal nothing and turns nothing round. Joiners stay: scripts need them.
    private static func line(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: "\u{FFFD}"
            default: scalar.properties.isBidiControl ? "\u{FFFD}" : String(scalar)
            }
        }.joined()
    }

    /// What became of a change at the system's registry.
    package static func registration(_ error: (any Error)?) -> String {
        switch error {
        case nil: "registered with the system"
        case .some(IdentityDocumentProviderRegistrationStore.RegistrationError.notSupported): "not registered: no wallet broker that presents documents is running"
        case .some(IdentityDocumentProviderRegistrationStore.RegistrationError.notAuthorized):
            // A broker tells an app that belongs to no installed provider the same.
            "not registered: allow the app in the wallet's settings, whose address the broker prints ('mdoc-broker serve --port N'); if they do not have "
                + "it, install its provider, and restart the broker"
        // Those that can be used were.
        case .some(let others as UnusableDocuments): "registered with the system; of others: \(others)"
        case .some(let error): "not registered: \(error)"
        }
    }
}
