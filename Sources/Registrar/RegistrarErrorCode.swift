extension RegistrarError {
    /// The kind of a ``RegistrarError``, with a stable dotted name.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// The brand's name is empty, too long, or deceives the eye.
        case brandName = "registrar.brand.name"
        /// The brand's identifier is taken or not made of letters, digits and dashes.
        case brandIdentifier = "registrar.brand.identifier"
        /// There is no such brand.
        case brandUnknown = "registrar.brand.unknown"
        /// The brand's country is not one.
        case brandCountry = "registrar.brand.country"
        /// The icon is not acceptable.
        case brandIcon = "registrar.brand.icon"
        /// The brand has not been approved.
        case brandNotApproved = "registrar.brand.notApproved"
        /// The review is over already.
        case reviewOver = "registrar.review.over"
        /// A refusal has no reason to tell.
        case reviewReason = "registrar.review.reason"

        /// The text is not a domain one can own.
        case domainName = "registrar.domain.name"
        /// More domains than a brand may have, or none.
        case domainCount = "registrar.domain.count"
        /// The domains do not lie under one registrable domain.
        case domainRoot = "registrar.domain.root"
        /// No challenge is open for the domain.
        case challengeUnknown = "registrar.challenge.unknown"
        /// The challenge is too old.
        case challengeExpired = "registrar.challenge.expired"
        /// The token is not random enough.
        case challengeToken = "registrar.challenge.token"
        /// The value that was found is not the challenge's.
        case challengeMismatch = "registrar.challenge.mismatch"
        /// The file came from another host than the domain.
        case challengeOtherHost = "registrar.challenge.otherHost"
        /// The domain leads to an address that is not on the public internet.
        case challengeAddress = "registrar.challenge.address"
        /// The record or the file could not be read.
        case challengeUnreachable = "registrar.challenge.unreachable"
        /// The domain is not proven.
        case domainNotProven = "registrar.domain.notProven"
        /// The proof of the domain is too old.
        case domainProofExpired = "registrar.domain.proofExpired"

        /// The request form is incomplete or wrong.
        case form = "registrar.form"
        /// There is no such request form.
        case formUnknown = "registrar.form.unknown"
        /// The brand has filed as many forms as it may.
        case formCount = "registrar.form.count"
        /// The request form has not been approved.
        case formNotApproved = "registrar.form.notApproved"

        /// The text is not one certificate signing request in PEM.
        case requestPEM = "registrar.csr.pem"
        /// The bytes are not a certificate signing request.
        case requestEncoding = "registrar.csr.encoding"
        /// The request is larger than any real one.
        case requestSize = "registrar.csr.size"
        /// The request is not signed by its own key.
        case requestSignature = "registrar.csr.signature"
        /// The key is an RSA key.
        case requestKeyRSA = "registrar.csr.key.rsa"
        /// The key is of another kind that is not accepted.
        case requestKey = "registrar.csr.key"
        /// A part of the subject is missing, occurs twice, or is not acceptable.
        case requestSubject = "registrar.csr.subject"
        /// The common name is not a domain of the brand.
        case requestDomain = "registrar.csr.domain"
        /// The organisation is not the brand that was reviewed.
        case requestOrganization = "registrar.csr.organization"
        /// The country is not the brand's.
        case requestCountry = "registrar.csr.country"
        /// A certificate of the same key was withdrawn because others may know the key.
        case requestKeyCompromised = "registrar.csr.key.compromised"

        /// More wait for a reviewer than the queue holds.
        case queueFull = "registrar.queue.full"
        /// The text is not a name of a reviewer.
        case reviewerName = "registrar.reviewer.name"

        /// The certificate's name is not acceptable or taken.
        case certificateName = "registrar.certificate.name"
        /// The brand has as many certificates as it may.
        case certificateCount = "registrar.certificate.count"
        /// There is no such certificate.
        case certificateUnknown = "registrar.certificate.unknown"
        /// The certificate is withdrawn already.
        case certificateRevoked = "registrar.certificate.revoked"
        /// The certificate or the revocation list could not be made.
        case issuing = "registrar.issuing"

        /// The registrar's state cannot be read or written.
        case storage = "registrar.storage"
        /// Somebody else has held the registrar's state for too long.
        case storageBusy = "registrar.storage.busy"
        /// What room there is for applicants is used up; withdrawals and lists have their own.
        case storageFull = "registrar.storage.full"
    }
}
