import CBOR
import COSE
import Crypto
import DocumentProvider
import DocumentTrust
import IssuingAuthority
import MobileDocument
import MobileDocumentTesting
import RelyingParty

/// One exchange between sample parties over the Digital Credentials API, asked, answered and sealed.
struct Exchange {
    /// How large it is.
    struct Shape {
        /// Elements returned of each document: 1, 5 or 30, the portrait among them; or more, which are remarks of one size.
        var elements = 5
        /// Bytes of each portrait.
        var portraitBytes = 30 * 1024
        /// Documents asked for, of a type each.
        var documents = 1
    }

    let shape: Shape
    let parties: SampleParties
    /// The documents the wallet holds.
    let held: [HeldDocument]
    let session: PendingSession
    let presentation: PresentationRequest
    let request: DeviceRequest
    let response: CredentialResponse
    let sealed: EncryptedResponse
    let plain: [UInt8]
    let documents: [Document]

    init(_ shape: Shape = Shape()) throws {
        guard let now = Instant("2026-06-01T12:00:00Z") else { fatalError("no such moment") }
        self.shape = shape
        let licence = Self.licence(portraitBytes: shape.portraitBytes, hasRemarks: shape.elements > Self.elementsOfLicence)
        let parties = try SampleParties(now: now, content: licence)
        self.parties = parties
        let contents = [licence] + (1..<max(shape.documents, 1)).map { Self.membership($0, like: licence) }
        var held = [try HeldDocument(issuerSigned: parties.licence, deviceKey: parties.deviceKey)]
        for content in contents.dropFirst() {
            let issued = try Self.issue(content, by: parties, to: parties.deviceKey.verificationKey.coseKey)
            held.append(try HeldDocument(issuerSigned: issued, deviceKey: parties.deviceKey))
        }
        self.held = held
        let asked = try Self.builder(contents, shape.elements, parties).build(for: parties.origin, expiresAt: now.advanced(bySeconds: 600))
        session = asked.session
        presentation = asked.request
        let review = try Self.review(asked.request, held, parties)
        response = CredentialResponse(sealed: try review.answer(PresentationChoice(acceptingDefaultsOf: review)).encoded)
        guard let requestBytes = Base64URL.decode(asked.request.data.deviceRequest), let bytes = response.sealed else {
            fatalError("our own texts do not decode")
        }
        request = try DeviceRequest(requestBytes)
        sealed = try EncryptedResponse(bytes)
        guard let plain = ResponseOpener.open(sealed, for: session) else { fatalError("our own answer does not open") }
        self.plain = plain
        documents = try DeviceResponse(plain).documents
    }

    // MARK: Documents

    private static let elementsOfLicence = 30
    /// How many a licence holds that has any, however many of them are returned.
    private static let remarks = 400

    /// A licence of 30 elements, and of remarks if it has any.
    static func licence(portraitBytes: Int, hasRemarks: Bool = false) -> DocumentContent {
        let sample = SampleContent.drivingLicence(portrait: SamplePortrait.placeholder(bytes: portraitBytes))
        // No more than two ages may be asked for, so the thirtieth element is one of the state's own.
        let own = DocumentContent.Element(ElementReference("org.iso.18013.5.1.UT", "licence_points"), .unsigned(3))
        let remarks = (0..<(hasRemarks ? Self.remarks : 0)).map { number in
            DocumentContent.Element(
                ElementReference("org.iso.18013.5.1.UT", ElementIdentifier(rawValue: "remark_\(100 + number)")), .text("as entered at the office"))
        }
        return DocumentContent(
            docType: sample.docType, elements: sample.elements.filter { $0.reference.identifier != "age_over_65" } + [own] + remarks)
    }

    /// A document of another type with the same elements.
    private static func membership(_ number: Int, like content: DocumentContent) -> DocumentContent {
        DocumentContent(
            docType: DocType(rawValue: "org.example.membership.\(number)"),
            elements: content.elements.map { .init(ElementReference("org.example.membership", $0.reference.identifier), $0.value) })
    }

    static func issue(_ content: DocumentContent, by parties: SampleParties, to deviceKey: COSEKey) throws -> [UInt8] {
        let midnight = CalendarDate(parties.now).startOfDay
        return try MobileDocumentIssuer(signer: parties.signer).issue(
            content, deviceKey: deviceKey,
            validity: ValidityInfo(
                signed: midnight.advanced(byDays: -1), validFrom: midnight.advanced(byDays: -1), validUntil: midnight.advanced(byDays: 90)))
    }

    /// What is asked of a document.
    static func asked(_ content: DocumentContent, _ count: Int) -> [ElementReference] {
        let names: [ElementIdentifier]
        switch count {
        case 1: names = ["portrait"]
        case 5: names = ["given_name", "family_name", "age_over_21", "portrait", "driving_privileges"]
        case elementsOfLicence: names = content.elements.map(\.reference.identifier)
        default: names = content.elements.dropFirst(elementsOfLicence).prefix(count).map(\.reference.identifier)
        }
        return content.elements.map(\.reference).filter { names.contains($0.identifier) }
    }

    // MARK: Asking and answering

    /// The documents as a website asks for them.
    static func requested(_ contents: [DocumentContent], _ elements: Int) -> [RequestedDocument] {
        contents.map { content in
            RequestedDocument(content.docType, elements: asked(content, elements).map { ItemsRequest.Element($0, intentToRetain: false) })
        }
    }

    static func builder(
        _ contents: [DocumentContent], _ elements: Int, _ parties: SampleParties, _ coverage: ReaderSigner.Coverage = .wholeRequest
    ) throws -> RequestBuilder {
        try RequestBuilder(documents: requested(contents, elements), signers: [parties.readerSigner(coverage)])
    }

    /// The wallet looks at a request.
    static func review(_ request: PresentationRequest, _ held: [HeldDocument], _ parties: SampleParties) throws -> RequestReview {
        let presented = try PresentedRequest(
            deviceRequest: request.data.deviceRequest, encryptionInfo: request.data.encryptionInfo, origin: parties.origin)
        return try Holder(documents: held, readerTrust: try parties.readerTrust(), policy: .trustedReaders).review(presented, at: parties.now)
    }

    // MARK: The bytes under the primitives

    /// What the issuer's signature covers.
    static func issuerStructure(_ document: Document) -> [UInt8] {
        structure(document.issuerSigned.issuerAuth.headers.protected.array, document.issuerSigned.issuerAuth.payload?.array ?? [])
    }

    /// What the device's signature covers.
    func deviceStructure(_ document: Document) -> [UInt8] {
        guard case .signature(let signature) = document.deviceSigned.deviceAuth else { fatalError("the sample proves itself by signature") }
        var authentication = CBORWriter()
        authentication.array(4)
        authentication.text("DeviceAuthentication")
        authentication.encoded(session.transcript.encoded)
        authentication.text(document.docType.rawValue)
        authentication.encoded(DeviceSigned.emptyNameSpaces.encoded)
        return Self.structure(signature.headers.protected.array, EmbeddedCBOR(wrapping: authentication.bytes).encoded.array)
    }

    /// `24(IssuerSignedItem)` of every returned element: what is digested.
    static func digestedItems(_ plain: [UInt8]) throws -> [[UInt8]] {
        var items: [[UInt8]] = []
        func descend(_ reader: inout CBORReader, to member: StaticString, _ body: (inout CBORReader) throws(CBORError) -> Void) throws(CBORError) {
            try reader.readTextMap { (reader, key) throws(CBORError) in if key == member { try body(&reader) } }
        }
        var reader = try CBORReader(plain)
        try descend(&reader, to: "documents") { (reader) throws(CBORError) in
            try reader.readArray { (reader, _) throws(CBORError) in
                try descend(&reader, to: "issuerSigned") { (reader) throws(CBORError) in
                    try descend(&reader, to: "nameSpaces") { (reader) throws(CBORError) in
                        try reader.readTextMap { (reader, _) throws(CBORError) in
                            try reader.readArray { (reader, _) throws(CBORError) in items.append(try reader.readEmbedded().encoded.array) }
                        }
                    }
                }
            }
        }
        return items
    }

    private static func structure(_ protected: [UInt8], _ payload: [UInt8]) -> [UInt8] {
        var writer = CBORWriter()
        writer.array(4)
        writer.text("Signature1")
        writer.byteString(protected)
        writer.byteString([UInt8]())
        writer.byteString(payload)
        return writer.bytes
    }
}
