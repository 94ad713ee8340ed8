/// What an item is, judged by members that no other structure has. Works on what is left of a broken item.
struct Recognition {
    let kind: InspectionKind
    let shape: Shape

    private init(_ kind: InspectionKind, _ shape: Shape) {
        self.kind = kind
        self.shape = shape
    }

    /// Byte strings inside byte strings are opened this deep, and no deeper: the input decides how many there are.
    private static let maximumNesting = 6

    init?(of node: CBORNode, in bytes: [UInt8], nesting: Int = 0) {
        guard nesting <= Self.maximumNesting else { return nil }
        let found: Recognition?
        switch node.content {
        case .map(let entries): found = Self.map(node, entries)
        case .array(let elements): found = Self.array(node, elements, in: bytes, nesting: nesting)
        case .tag(18, let inner?):
            found = inner.elements.map { Self.signature($0, in: bytes, nesting: nesting) }
        case .tag(17, .some): found = Recognition(.coseMac0, .mac)
        case .tag(24, let inner?) where inner.isBytes:
            var parser = TolerantParser(bytes, inner.body)
            // The content's kind, seen through the wrapping; only structures that travel so.
            guard let content = parser.parse(depth: 0), let inside = Recognition(of: content, in: bytes, nesting: nesting + 1)
            else { return nil }
            found = Recognition(inside.kind, .embedded(inside.shape))
        default: found = nil
        }
        guard let found else { return nil }
        self = found
    }

    // MARK: Maps

    private static func map(_ node: CBORNode, _ entries: [CBORNode.Entry]) -> Recognition? {
        let names = Set(entries.compactMap(\.key.text))
        if !names.isEmpty { return textMap(node, names) }
        let labels = Set(entries.compactMap(\.key.integer))
        if labels.contains(65533) || labels.contains(65530) { return Recognition(.cbor, .claims) }
        if labels.contains(1), labels.contains(-1), node.member(1)?.integer != nil { return Recognition(.coseKey, .key) }
        if labels.contains(0), labels.contains(1), node.member(0)?.text != nil, node.member(1)?.elements != nil {
            return Recognition(.deviceEngagement, .deviceEngagement)
        }
        return nil
    }

    private static func textMap(_ node: CBORNode, _ names: Set<String>) -> Recognition? {
        func has(_ wanted: String...) -> Bool { names.isSuperset(of: wanted) }
        if has("docRequests") { return Recognition(.deviceRequest, .deviceRequest) }
        if has("issuerSigned") || has("deviceSigned") { return Recognition(.document, .document) }
        if has("issuerAuth") { return Recognition(.issuerSigned, .issuerSigned) }
        if has("deviceAuth") { return Recognition(.deviceSigned, .deviceSigned) }
        if has("deviceSignature") || has("deviceMac") { return Recognition(.deviceAuth, .deviceAuth) }
        if has("valueDigests") || has("deviceKeyInfo") { return Recognition(.mobileSecurityObject, .mobileSecurityObject) }
        if has("digestID", "elementIdentifier") || has("elementIdentifier", "elementValue") {
            return Recognition(.issuerSignedItem, .item)
        }
        if has("itemsRequest") { return Recognition(.docRequest, .docRequest) }
        if has("docType", "nameSpaces") { return Recognition(.itemsRequest, .itemsRequest) }
        if node.member("documents")?.elements != nil || has("version", "status") || has("version", "documentErrors")
            || has("zkDocuments") || has("encryptedDocuments")
        {
            return Recognition(.deviceResponse, .deviceResponse)
        }
        if has("algorithm", "params") || has("pkEm", "pkRHash") { return Recognition(.inAppEnvelope, .inAppEnvelope) }
        if let identity = node.member("identity"), let entries = identity.entries, map(identity, entries)?.kind == .deviceResponse {
            return Recognition(.inAppPlaintext, .inAppPlaintext)
        }
        if has("eReaderKey") { return Recognition(.sessionEstablishment, .sessionEstablishment) }
        if names.isSubset(of: ["data", "status"]), node.member("data")?.isBytes ?? (node.member("status")?.integer != nil) {
            return Recognition(.sessionData, .sessionData)
        }
        if has("vicalProvider") { return Recognition(.vical, .vical) }
        if has("certificateInfos") { return Recognition(.rical, .rical) }
        return nil
    }

    // MARK: Arrays

    private static func array(_ node: CBORNode, _ elements: [CBORNode], in bytes: [UInt8], nesting: Int) -> Recognition? {
        switch elements.first?.text {
        case "dcapi" where elements.count == 2:
            let parameters = elements[1]
            if parameters.member("enc") != nil || parameters.member("cipherText") != nil {
                return Recognition(.encryptedResponse, .encryptedResponse)
            }
            if parameters.member("nonce") != nil || parameters.member("recipientPublicKey") != nil {
                return Recognition(.encryptionInfo, .encryptionInfo)
            }
        case "DeviceAuthentication": return Recognition(.deviceAuthentication, .deviceAuthentication)
        case "ReaderAuthentication": return Recognition(.readerAuthentication, .readerAuthentication)
        case "ReaderAuthenticationAll": return Recognition(.readerAuthentication, .readerAuthenticationAll)
        case "Signature1": return Recognition(.signatureStructure, .signedStructure)
        case "MAC0": return Recognition(.macStructure, .macStructure)
        default: break
        }
        if elements.count == 3, isTranscript(elements) { return Recognition(.sessionTranscript, .sessionTranscript) }
        guard elements.count >= 2, elements.count <= 4, elements[0].isBytes, elements[1].entries != nil else { return nil }
        if elements.count > 2, !elements[2].isBytes, !elements[2].isNull, elements[2].isComplete { return nil }
        if elements.count > 3, !elements[3].isBytes { return nil }
        // Two or three elements are a signature only where the input breaks off.
        if elements.count < 4, node.isComplete { return nil }
        return signature(elements, in: bytes, nesting: nesting)
    }

    private static func isTranscript(_ elements: [CBORNode]) -> Bool {
        switch (elements[0].content, elements[1].content) {
        case (.null, .null): elements[2].elements != nil
        case (.tag(24, _), .tag(24, _)): true
        default: false
        }
    }

    /// A `COSE_Sign1` or `COSE_Mac0`, named after what it protects.
    private static func signature(_ elements: [CBORNode], in bytes: [UInt8], nesting: Int) -> Recognition {
        let algorithm = elements.first.flatMap { protectedAlgorithm($0, in: bytes) }
        if let algorithm, (4...7).contains(algorithm) { return Recognition(.coseMac0, .mac) }
        guard elements.count > 2, elements[2].isBytes else { return Recognition(.coseSign1, .signature(.other)) }
        var parser = TolerantParser(bytes, elements[2].body)
        guard let payload = parser.parse(depth: 0) else { return Recognition(.coseSign1, .signature(.other)) }
        if payload.entries != nil {
            if payload.member(65533) != nil { return Recognition(.statusListToken, .signature(.statusToken)) }
            if payload.member(65530) != nil { return Recognition(.identifierListToken, .signature(.statusToken)) }
        }
        switch Recognition(of: payload, in: bytes, nesting: nesting + 1)?.kind {
        case .mobileSecurityObject: return Recognition(.issuerAuth, .signature(.issuer))
        case .vical: return Recognition(.vical, .signature(.trustList))
        case .rical: return Recognition(.rical, .signature(.readerTrustList))
        default: return Recognition(.coseSign1, .signature(.other))
        }
    }

    /// The algorithm of a protected header.
    static func protectedAlgorithm(_ protected: CBORNode, in bytes: [UInt8]) -> Int64? {
        guard protected.isBytes else { return nil }
        var parser = TolerantParser(bytes, protected.body)
        return parser.parse(depth: 0)?.member(1)?.integer
    }
}
