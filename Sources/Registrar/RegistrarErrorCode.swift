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
        /// The brand was submitted as often as it may be.
        case brandCount = "registrar.brand.count"
        /// The brand has not been approved.
        case brandNotApproved = "registrar.brand.notApproved"
        /// The review is over already.
        case reviewOver = "registrar.review.over"
        /// Another submission waits than the one that was looked at.
        case reviewChanged = "registrar.review.changed"
        /// The brand that waits has another icon than the one that was looked at.
        case reviewIcon = "registrar.review.icon"
        /// A refusal has no reason to tell.
        case reviewReason = "registrar.review.reason"

        /// The text is not a domain one can own.
        case domainName = "registrar.domain.name"
        /// More domains than a brand may have, or none.
        case domainCount = "registrar.domain.count"
        /// The brand has no such domain.
        case domainUnknown = "registrar.domain.unknown"
        /// Domains were removed from the brand as often as they may be.
        case domainRemovals = "registrar.domain.removals"
        /// The domain is proven for long enough while nobody has approved the brand.
        case domainProven = "registrar.domain.proven"
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
        /// A domain is not proven, or there is none that is.
        case domainNotProven = "registrar.domain.notProven"
        /// The proof of the domain is too old.
        case domainProofExpired = "registrar.domain.proofExpired"

        /// The request form is incomplete or wrong.
        case form = "registrar.form"
        /// The request form asks for what is restricted by law and names no law, or names one for what needs none.
        case formLegalBasis = "registrar.form.legalBasis"
        /// The request form would keep what is restricted by law.
        case formRetention = "registrar.form.retention"
        /// There is no such request form.
        case formUnknown = "registrar.form.unknown"
        /// The brand has filed as many forms as it may.
        case formCount = "registrar.form.count"
        /// The request form has not been approved.
        case formNotApproved = "registrar.form.notApproved"

        /// Somebody's role in the account does not let them do this.
        case accountRole = "registrar.account.role"
        /// The text is not a name of a developer.
        case developerName = "registrar.developer.name"
        /// The account has as many developers as it may.
        case developerCount = "registrar.developer.count"
        /// The picture is no screenshot that is taken.
        case screenshot = "registrar.screenshot"
        /// The brand has handed in as many screenshots as it may.
        case screenshotCount = "registrar.screenshot.count"
        /// The brand has handed in no such screenshot.
        case screenshotUnknown = "registrar.screenshot.unknown"
        /// Fields of the application are missing.
        case applicationMissing = "registrar.application.missing"
        /// A field of the application is wrong.
        case applicationField = "registrar.application.field"
        /// The application does not declare an equal process.
        case applicationEqualProcess = "registrar.application.equalProcess"
        /// The terms are not accepted.
        case applicationTerms = "registrar.application.terms"
        /// A third party that keeps data has no privacy policy.
        case applicationThirdParty = "registrar.application.thirdParty"
        /// There is no such type of document, group or word.
        case applicationDocuments = "registrar.application.documents"
        /// A legal basis is given for what needs none.
        case applicationLegalBasis = "registrar.application.legalBasis"
        /// An identifier of the application is another account's.
        case applicationTaken = "registrar.application.taken"
        /// The brand has filed as many applications as it may.
        case applicationCount = "registrar.application.count"
        /// There is no such application.
        case applicationUnknown = "registrar.application.unknown"
        /// The application, or a part of it, has not been approved.
        case applicationNotApproved = "registrar.application.notApproved"
        /// The hash of the executable is not one.
        case grantExecutable = "registrar.grant.executable"
        /// The brand has as many grants as it may.
        case grantCount = "registrar.grant.count"
        /// What was approved of the application is more than a grant can say.
        case grantSize = "registrar.grant.size"
        /// There is no such grant.
        case grantUnknown = "registrar.grant.unknown"
        /// The grant is withdrawn already.
        case grantRevoked = "registrar.grant.revoked"
        /// The merchant identifier was not granted to the brand.
        case merchantNotGranted = "registrar.merchant.notGranted"

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
        /// The common name is not the merchant identifier.
        case requestMerchant = "registrar.csr.merchant"
        /// The key has a certificate for another use.
        case requestKeyOtherUse = "registrar.csr.key.otherUse"
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
