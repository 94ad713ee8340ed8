package import PresentmentRequest

/// What an app asks a wallet for, in words; which elements they bring is for the tables of broker and provider to say.
///
/// The broker checks it, and keeps it until the person has agreed; then the provider gets these very bytes, and checks them again.
package struct AppRequest: BrokerMessage {
    /// Something the app wants to know.
    package struct Word: Sendable, Hashable {
        /// The word, such as `given-name`.
        package let word: String
        /// The age asked about, of a threshold alone.
        package let threshold: UInt8?
        /// How long what it brings is kept.
        package let retention: Retention

        /// Asks for something.
        package init(word: String, threshold: UInt8?, retention: Retention) {
            self.word = word
            self.threshold = threshold
            self.retention = retention
        }
    }

    /// A type of document that may answer.
    package struct Document: Sendable, Hashable {
        /// The type.
        package let docType: String
        /// The region the app names.
        package let region: String?
        /// Whether the age may stand in for a threshold.
        package let acceptsAge: Bool
        /// What is asked of it.
        package let words: [Word]

        /// Describes a document that may answer.
        package init(docType: String, region: String?, acceptsAge: Bool, words: [Word]) {
            self.docType = docType
            self.region = region
            self.acceptsAge = acceptsAge
            self.words = words
        }
    }

    /// Any one of these will do.
    package let documents: [Document]
    /// To whose server the answer is sealed; empty where the app only wants to know whether it may ask.
    package let merchantIdentifier: String
    /// That server's nonce.
    package let nonce: [UInt8]
    /// What for, in a sentence.
    package let purpose: String
    /// The registrar's grant to the app, signed (JWS).
    package let grant: String
    /// The merchant's encryption certificate, DER.
    package let merchantCertificate: [UInt8]

    /// Describes a request.
    package init(
        documents: [Document], merchantIdentifier: String, nonce: [UInt8], purpose: String, grant: String, merchantCertificate: [UInt8]
    ) {
        self.documents = documents
        self.merchantIdentifier = merchantIdentifier
        self.nonce = nonce
        self.purpose = purpose
        self.grant = grant
        self.merchantCertificate = merchantCertificate
    }

    package func write(to writer: inout WireWriter) {
        writer.short(documents.count)
        for document in documents { document.write(to: &writer) }
        writer.text(merchantIdentifier)
        writer.data(nonce)
        writer.text(purpose)
        writer.text(grant)
        writer.data(merchantCertificate)
    }

    package init(from reader: inout WireReader) throws(WireFault) {
        documents = try reader.list(upTo: MessageBounds.documentRequests) { (reader) throws(WireFault) in try Document(from: &reader) }
        merchantIdentifier = try reader.text(upTo: MessageBounds.text)
        nonce = try reader.data(upTo: MessageBounds.nonceBytes)
        purpose = try reader.text(upTo: MessageBounds.sentenceBytes)
        grant = try reader.text(upTo: MessageBounds.grantBytes)
        merchantCertificate = try reader.data(upTo: MessageBounds.certificateBytes)
    }
}

extension AppRequest.Document {
    func write(to writer: inout WireWriter) {
        writer.text(docType)
        writer.optional(region) { $0.text($1) }
        writer.flag(acceptsAge)
        writer.short(words.count)
        for word in words {
            writer.text(word.word)
            writer.optional(word.threshold) { $0.byte($1) }
            word.retention.write(to: &writer)
        }
    }

    init(from reader: inout WireReader) throws(WireFault) {
        docType = try reader.text(upTo: MessageBounds.text)
        region = try reader.optional { (reader) throws(WireFault) in try reader.text(upTo: MessageBounds.text) }
        acceptsAge = try reader.flag()
        words = try reader.list(upTo: MessageBounds.words) { (reader) throws(WireFault) in
            let word = try reader.text(upTo: MessageBounds.text)
            let threshold = try reader.optional { (reader) throws(WireFault) in try reader.byte() }
            return AppRequest.Word(word: word, threshold: threshold, retention: try Retention(from: &reader))
        }
    }
}
