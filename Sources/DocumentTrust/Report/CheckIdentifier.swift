/// The checks a verification makes, each with a stable name that dashboards and support can rely on.
///
/// The order is that in which a verification makes them.
public enum CheckIdentifier: String, Sendable, Hashable, CaseIterable {
    /// The answer's outer form: protocol name, base64url, CBOR shape of the sealed answer.
    case responseEncoding = "response.encoding"
    /// The session had not expired.
    case sessionExpiry = "session.expiry"
    /// The transcript belongs to a session of this verifier and was not written down by somebody else.
    case sessionTranscript = "session.transcript"
    /// The answer opens with the session's key and transcript.
    case responseDecryption = "response.decryption"
    /// The plaintext is a well-formed `DeviceResponse`.
    case responseStructure = "response.structure"
    /// The response's major version is known.
    case responseVersion = "response.version"
    /// The wallet reports success.
    case responseStatus = "response.status"
    /// The wallet's own list of documents it did not return.
    case responseDocumentErrors = "response.documentErrors"
    /// No kinds of document that were not asked for.
    case responseExtensions = "response.extensions"
    /// At least one document was returned.
    case responseDocuments = "response.documents"
    /// The data is not a simulator's mock data.
    case dataMock = "data.mock"
    /// No element occurs twice in a document, issuer-signed and device-signed taken together.
    case documentElements = "document.elements"
    /// There is a signer certificate, and its essential parts can be read.
    case signerCertificate = "signer.certificate"
    /// The signer chains to a trusted issuing authority.
    case signerPath = "signer.path"
    /// All certificates of the chain are valid at the time.
    case signerValidity = "signer.validity"
    /// The signer's key is for signing.
    case signerKeyUsage = "signer.keyUsage"
    /// The signer's certificate is for signing documents.
    case signerExtendedKeyUsage = "signer.extendedKeyUsage"
    /// Signer and authority name the same country and, where there is one, the same state.
    case signerCountry = "signer.country"
    /// Remaining rules of the certificate profile.
    case signerProfile = "signer.profile"
    /// Revocation of the signer's certificate.
    case signerRevocation = "signer.revocation"
    /// The authority may vouch for this type of document.
    case anchorDocType = "anchor.docType"
    /// The authority may vouch for documents of the signer's country and state.
    case anchorJurisdiction = "anchor.jurisdiction"
    /// The thumbprint in the header is that of the signer's certificate.
    case issuerThumbprint = "issuerAuth.thumbprint"
    /// The issuer's signature.
    case issuerSignature = "issuerAuth.signature"
    /// The payload is a well-formed mobile security object.
    case msoStructure = "mso.structure"
    /// The object's major version is known.
    case msoVersion = "mso.version"
    /// The digest algorithm is known.
    case msoDigestAlgorithm = "mso.digestAlgorithm"
    /// An element's digest is the one that was signed.
    case msoDigest = "mso.digest"
    /// An element's salt is long enough.
    case msoRandom = "mso.random"
    /// Object and document agree on the document's type.
    case msoDocType = "mso.docType"
    /// The object's dates have the prescribed form.
    case msoDateForm = "mso.dateForm"
    /// The object was signed while the signer's certificate was valid.
    case msoSigned = "mso.signed"
    /// The object is valid already.
    case msoValidFrom = "mso.validFrom"
    /// The object is still valid.
    case msoValidUntil = "mso.validUntil"
    /// The object does not outlive the signer's certificate.
    case msoOutlivesSigner = "mso.outlivesSigner"
    /// `issuing_country` is the signer's country.
    case elementIssuingCountry = "element.issuingCountry"
    /// `issuing_jurisdiction` is the signer's state.
    case elementIssuingJurisdiction = "element.issuingJurisdiction"
    /// `issuing_authority` is a name of the signer or of the root.
    case elementIssuingAuthority = "element.issuingAuthority"
    /// The document's own expiry date has not passed.
    case elementExpiryDate = "element.expiryDate"
    /// The check digit of a My Number.
    case elementMyNumber = "element.myNumber"
    /// Revocation of the mobile security object.
    case msoStatus = "mso.status"
    /// Revocation of the signer of the status token that was looked into.
    case msoStatusSigner = "mso.statusSigner"
    /// Device-signed elements are ones the issuer allows the device to sign.
    case deviceAuthorization = "device.authorization"
    /// The device's signature or MAC over this session.
    case deviceAuthentication = "device.authentication"
    /// The document's type was asked for.
    case requestDocType = "request.docType"
    /// No elements beyond those asked for.
    case requestUnrequested = "request.unrequested"
    /// Every element asked for was answered.
    case requestMissing = "request.missing"
    /// As many documents as the request allows.
    case requestDocuments = "request.documents"
    /// The reader's certificate can be read.
    case readerCertificate = "reader.certificate"
    /// The reader's signature.
    case readerSignature = "reader.signature"
    /// The reader chains to a trusted authority.
    case readerPath = "reader.path"
    /// All certificates of the reader's chain are valid at the time.
    case readerValidity = "reader.validity"
    /// The reader's key is for signing.
    case readerKeyUsage = "reader.keyUsage"
    /// The reader's certificate is for reader authentication.
    case readerExtendedKeyUsage = "reader.extendedKeyUsage"
    /// The terms of the list that names the reader's authority.
    case readerConstraints = "reader.constraints"
    /// Revocation of the reader's certificate.
    case readerRevocation = "reader.revocation"
    /// What the reader's certificate says about its holder can be believed.
    case readerDetails = "reader.details"
    /// The page is of one of the certificate's domains.
    case readerDomain = "reader.domain"
    /// Nothing is asked for that the certificate does not grant.
    case readerElements = "reader.elements"
    /// A trust list and the envelope around it are well-formed.
    case listStructure = "list.structure"
    /// The certificate of a list's signer stands where the signature covers it.
    case listSignerHeader = "list.signerHeader"
    /// The certificate of a list's signer is there and can be read.
    case listSignerCertificate = "list.signerCertificate"
    /// The signer of a list chains to a trusted authority of lists.
    case listSignerPath = "list.signerPath"
    /// All certificates of the list signer's chain are valid at the time.
    case listSignerValidity = "list.signerValidity"
    /// The list signer's key is for signing.
    case listSignerKeyUsage = "list.signerKeyUsage"
    /// The list signer's certificate is for signing lists.
    case listSignerExtendedKeyUsage = "list.signerExtendedKeyUsage"
    /// Remaining rules of the list signer's certificate profile.
    case listSignerProfile = "list.signerProfile"
    /// Revocation of the list signer's certificate.
    case listSignerRevocation = "list.signerRevocation"
    /// The signature of a list.
    case listSignature = "list.signature"
    /// The list's major version is known.
    case listVersion = "list.version"
    /// The list's dates have the prescribed form, and it is not from the future.
    case listDate = "list.date"
    /// A newer list is not due yet.
    case listNextUpdate = "list.nextUpdate"
    /// The list may still be used.
    case listNotAfter = "list.notAfter"
    /// The list is one of readers' authorities.
    case listType = "list.type"
    /// Every entry of the list agrees with its certificate.
    case listEntries = "list.entries"
}
