/// The rules of wallets that a request can be compared with before anybody sees it.
public enum RequestLintRule: String, Sendable, Hashable, CaseIterable {
    /// The page is delivered over https, or from this machine's loopback.
    case origin = "page.origin"
    /// `encryptionInfo` is base64url without padding of `["dcapi", {...}]`, with a nonce of 16 bytes or more.
    case encryptionInfo = "encryptionInfo.form"
    /// The nonce looks random.
    case nonce = "encryptionInfo.nonce"
    /// The website's key is an uncompressed point on P-256.
    case recipientKey = "encryptionInfo.key"
    /// `deviceRequest` is base64url without padding of a well-formed request.
    case deviceRequest = "deviceRequest.form"
    /// The version is the latest, and the members agree with it.
    case version = "deviceRequest.version"
    /// The request is within the bounds of what wallets read before consent, and short enough for every way to them.
    case bounds = "deviceRequest.bounds"
    /// A request for several documents says which of them are needed together.
    case useCases = "deviceRequest.useCases"
    /// Somebody signed the request as a whole.
    case readerAuthAll = "deviceRequest.readerAuthAll"
    /// Every element is one the catalogues know.
    case elements = "deviceRequest.elements"
    /// No element stands for retrieval from the issuer's server (`oidc_info`, `webapi_info`), nor does what may be given in its place.
    case serverRetrieval = "deviceRequest.serverRetrieval"
    /// No more questions about ages than a document should answer.
    case ages = "deviceRequest.ages"
    /// No age and no day of birth where a threshold would do.
    case thresholds = "deviceRequest.thresholds"
    /// No element restricted by law would be kept, nor one in whose place it may be given.
    case retention = "deviceRequest.retention"
    /// Every signature holds for the page's origin.
    case readerSignature = "reader.signature"
    /// Every signer's certificate keeps the profile of readers.
    case readerCertificate = "reader.certificate"
    /// Every signer's certificate that names domains names the page's.
    case readerDomain = "reader.domain"
    /// Every signer's certificate that limits what may be asked grants all that the signer signed.
    case readerElements = "reader.elements"
    /// Every signer's certificate is valid now.
    case readerValidity = "reader.validity"
}
