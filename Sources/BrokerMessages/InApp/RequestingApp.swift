package import PresentmentRequest

/// An app that asks, as its registrar describes it and as it describes its request.
package struct RequestingApp: BrokerMessage {
    /// Where a party that keeps data says what it does with them.
    package struct PrivacyPolicy: Sendable, Hashable {
        /// Who that is.
        package let party: String
        /// The page.
        package let address: String

        /// Names a page.
        package init(party: String, address: String) {
            self.party = party
            self.address = address
        }
    }

    /// What the registrar calls the app's program, such as `com.example.rentals`.
    package let identifier: String
    /// What people call it.
    package let name: String
    /// To whose server the answer is sealed.
    package let merchantIdentifier: String
    /// What for, in the app's own words.
    package let purpose: String
    /// Of the app and of everybody else who keeps data.
    package let privacyPolicies: [PrivacyPolicy]
    /// For each document request, how long each of its elements is kept, in their order.
    package let retentions: [[Retention]]
    /// Words that are left out of the request because no legal basis was granted for them.
    package let omitted: [String]

    /// Describes an app.
    package init(
        identifier: String, name: String, merchantIdentifier: String, purpose: String, privacyPolicies: [PrivacyPolicy],
        retentions: [[Retention]], omitted: [String]
    ) {
        self.identifier = identifier
        self.name = name
        self.merchantIdentifier = merchantIdentifier
        self.purpose = purpose
        self.privacyPolicies = privacyPolicies
        self.retentions = retentions
        self.omitted = omitted
    }

    package func write(to writer: inout WireWriter) {
        for text in [identifier, name, merchantIdentifier, purpose] { writer.text(text) }
        writer.short(privacyPolicies.count)
        for policy in privacyPolicies {
            writer.text(policy.party)
            writer.text(policy.address)
        }
        writer.short(retentions.count)
        for retentions in retentions {
            writer.short(retentions.count)
            for retention in retentions { retention.write(to: &writer) }
        }
        writer.short(omitted.count)
        for word in omitted { writer.text(word) }
    }

    package init(from reader: inout WireReader) throws(WireFault) {
        identifier = try reader.text(upTo: MessageBounds.text)
        name = try reader.text(upTo: MessageBounds.text)
        merchantIdentifier = try reader.text(upTo: MessageBounds.text)
        purpose = try reader.text(upTo: MessageBounds.sentenceBytes)
        privacyPolicies = try reader.list(upTo: MessageBounds.privacyPolicies) { (reader) throws(WireFault) in
            let party = try reader.text(upTo: MessageBounds.text)
            return PrivacyPolicy(party: party, address: try reader.text(upTo: MessageBounds.addressBytes))
        }
        retentions = try reader.list(upTo: MessageBounds.documentRequests) { (reader) throws(WireFault) in
            try reader.list(upTo: MessageBounds.elementsOfDocument) { (reader) throws(WireFault) in try Retention(from: &reader) }
        }
        omitted = try reader.list(upTo: MessageBounds.words) { (reader) throws(WireFault) in try reader.text(upTo: MessageBounds.text) }
    }
}
