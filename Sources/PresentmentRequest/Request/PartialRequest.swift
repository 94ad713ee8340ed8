/// The part of a request that may be known before its owner of documents has agreed to anything: what is asked, how the parts
/// belong together, and who signed it (the sandboxed parse of ISO/IEC TS 18013-7, Annex C).
///
/// It is enough to find documents and to draw a screen. It holds no nonce, no key to answer to and no bytes of the request, and
/// nothing leads from it to them. Its initialiser bounds everything, so a value can be believed wherever it came from.
public struct PartialRequest: Sendable, Hashable {
    /// The page that asks, as the user agent vouches for it: `scheme://host[:port]`.
    public let origin: String
    /// The document requests, in the request's order; 1 to 16.
    public let documentRequests: [DocumentRequest]
    /// What has to be answered, each by one of its sets; 1 to 16.
    public let presentments: [Presentment]
    /// The signatures that verify, with what each covers; up to 32. A signature that does not verify is not here.
    public let authentications: [Authentication]
    /// Of the decoded bytes of `deviceRequest`.
    public let deviceRequestDigest: RequestDigest
    /// Of the text of `encryptionInfo`, whose characters enter the session transcript.
    public let encryptionInfoDigest: RequestDigest

    /// Puts a partial request together, if it is within bounds and its parts fit each other.
    public init(
        origin: String, documentRequests: [DocumentRequest], presentments: [Presentment], authentications: [Authentication],
        deviceRequestDigest: RequestDigest, encryptionInfoDigest: RequestDigest
    ) throws(PartialRequestFault) {
        try Bounds.check(visibleText: origin, upTo: Bounds.originBytes, "the origin")
        try Bounds.check(documentRequests.count, within: 1...Bounds.documentRequests, "document requests")
        let elements = documentRequests.reduce(0) { $0 + $1.namedElements }
        try Bounds.check(elements, within: 1...Bounds.elements, "elements in all, alternatives included")
        try Bounds.check(presentments.count, within: 1...Bounds.presentments, "presentment requests")
        try Bounds.check(authentications.count, within: 0...Bounds.authentications, "signatures")
        let certificateBytes = authentications.reduce(0) { $0 + $1.certificateBytes }
        try Bounds.check(certificateBytes, within: 0...Bounds.certificateBytesInAll, "bytes of certificates in all")
        for presentment in presentments {
            for set in presentment.documentRequestSets { try Self.check(set, within: documentRequests.indices) }
        }
        for case .documentRequest(let index) in authentications.map(\.coverage) {
            guard documentRequests.indices.contains(index) else {
                throw PartialRequestFault(.reference, "a signature covers document request \(index), and there is none")
            }
        }
        self.origin = origin
        self.documentRequests = documentRequests
        self.presentments = presentments
        self.authentications = authentications
        self.deviceRequestDigest = deviceRequestDigest
        self.encryptionInfoDigest = encryptionInfoDigest
    }

    private static func check(_ set: [Int], within indices: Range<Int>) throws(PartialRequestFault) {
        guard let stray = set.first(where: { !indices.contains($0) }) else { return }
        throw PartialRequestFault(.reference, "a set names document request \(stray), and there is none")
    }
}
