package import PresentmentRequest

/// What a provider gets to know of a request before the person has agreed.
package struct RequestToPresent: BrokerMessage {
    /// What is asked.
    package let request: PartialRequest
    /// For each document request, the provider's documents that can answer it, by their names in its own storage.
    package let documentIdentifiers: [[String]]
    /// The person's language, such as `pt-BR` (BCP 47).
    package let locale: String
    /// The app that asks; nil where a website does.
    package let app: RequestingApp?

    /// Describes a request.
    package init(request: PartialRequest, documentIdentifiers: [[String]], locale: String, app: RequestingApp? = nil) {
        self.request = request
        self.documentIdentifiers = documentIdentifiers
        self.locale = locale
        self.app = app
    }

    package func write(to writer: inout WireWriter) {
        request.write(to: &writer)
        writer.short(documentIdentifiers.count)
        for identifiers in documentIdentifiers {
            writer.short(identifiers.count)
            for identifier in identifiers { writer.text(identifier) }
        }
        writer.text(locale)
        writer.optional(app) { $1.write(to: &$0) }
    }

    package init(from reader: inout WireReader) throws(WireFault) {
        request = try PartialRequest(from: &reader)
        documentIdentifiers = try reader.list(upTo: MessageBounds.documentRequests) { (reader) throws(WireFault) in
            try reader.list(upTo: MessageBounds.documents) { (reader) throws(WireFault) in try reader.text(upTo: MessageBounds.text) }
        }
        locale = try reader.text(upTo: MessageBounds.text)
        app = try reader.optional { (reader) throws(WireFault) in try RequestingApp(from: &reader) }
    }
}
