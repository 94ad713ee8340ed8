import CBOR
import COSE
import Crypto
import DocumentTrust
import FuzzSupport
import MobileDocument
import RelyingParty
import SigningSupport

/// What issuer and device sign is the input: its first byte decides which part it stands for, and everything around that part is genuine.
/// The byte's highest bit has the device prove itself by a MAC, as in person. So decoders behind signatures are reached, and a part that is
/// verified must say what is shown of it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = input(start, count)
    guard let first = bytes.first, let part = Part(rawValue: (first & 0x7f) % UInt8(Part.allCases.count)) else { return 0 }
    let content = Array(bytes.dropFirst())
    let proof: Proof = first & 0x80 != 0 || part == .macHeader ? .mac : .signature
    let verdict = Genuine.verifier.verify(
        deviceResponse: encode(part, content, proof), transcript: proof.transcript, readerKey: proof.readerKey, at: FixedWorld.now)
    switch verdict {
    case .verified(let response):
        law(response.report.failures.isEmpty, "verified with a failed check")
        law(response.documents.count == 1, "verified \(response.documents.count) documents of one")
        guard let document = response.documents.first else { return 0 }
        law(document.docType == .mobileDrivingLicence, "verified as another type of document")
        lawSaid(part, content, document)
    case .mock: law(false, "mock data passes under rules that are not for tests")
    case .refused(let refusal):
        law(content != Genuine.content(of: part), "the genuine content is refused: \(refusal.reason)")
        law(verdict.output.documents == nil, "a refusal shows elements")
    }
    return 0
}

/// Where an input is put.
private enum Part: UInt8, CaseIterable {
    case securityObject, item, deviceNameSpaces, protectedHeader, unprotectedHeader, macHeader
}

/// How the device proves itself.
private enum Proof {
    /// To the website.
    case signature
    /// In person, where the reader has a key of its own.
    case mac

    var transcript: SessionTranscript { self == .mac ? FixedWorld.proximityTranscript : FixedWorld.transcript }
    var readerKey: P256.KeyAgreement.PrivateKey? { self == .mac ? FixedWorld.sessionKey : nil }
}

/// The parts of the fixed world's answer.
private enum Genuine {
    static let nameSpace = "org.iso.18013.5.1"
    static let deviceNameSpace = "org.example.device"
    /// Stands for the signer's certificate in the unprotected header, which no fuzzer could guess.
    static let certificateWord = "certificate"
    static let digestAlgorithms: Set<String> = ["SHA-256", "SHA-384", "SHA-512"]

    static let verifier: Verifier = SigningWorld.force {
        try Verifier(trust: SigningWorld.issuerTrust, profile: ISOProfile(), mode: .development)
    }
    static let document = SigningWorld.force {
        guard let document = CBORValue.tree(FixedWorld.plainResponse)?["documents"]?.elements.first else { throw Damaged() }
        return document
    }
    static let items = document["issuerSigned"]?["nameSpaces"]?[nameSpace]?.elements ?? []
    static let securityObject = SigningWorld.force {
        guard let payload = document["issuerSigned"]?["issuerAuth"]?.elements[2].bytes, let content = CBORValue.tree(payload)?.embedded else {
            throw Damaged()
        }
        return content
    }
    static let protectedHeader = CBORValue.map([.init(key: .integer(1), value: .integer(-7))]).encoded
    static let unprotectedHeader = CBORValue.map([.init(key: .integer(33), value: .text(certificateWord))]).encoded
    static let deviceNameSpaces = CBORValue.map([]).encoded
    static let macHeader = CBORValue.map([.init(key: .integer(1), value: .integer(5))]).encoded
    static let macKey = SigningWorld.force {
        try DeviceMacKey.derive(
            privateKey: FixedWorld.deviceMacKey, publicKey: FixedWorld.sessionKey.publicKey, transcript: FixedWorld.proximityTranscript)
    }

    static func content(of part: Part) -> [UInt8] {
        switch part {
        case .securityObject: securityObject
        case .item: items.first?.embedded ?? []
        case .deviceNameSpaces: deviceNameSpaces
        case .protectedHeader: protectedHeader
        case .unprotectedHeader: unprotectedHeader
        case .macHeader: macHeader
        }
    }

    private struct Damaged: Error {}
}

// MARK: Making the response

private func encode(_ part: Part, _ content: [UInt8], _ proof: Proof) -> [UInt8] {
    let items = part == .item ? [EmbeddedCBOR(wrapping: content).encoded.array] : Genuine.items.map(\.encoded)
    var issuerSigned = CBORWriter()
    issuerSigned.map(2)
    issuerSigned.text("nameSpaces")
    issuerSigned.map(1)
    issuerSigned.text(Genuine.nameSpace)
    issuerSigned.array(items.count)
    for item in items { issuerSigned.encoded(item) }
    issuerSigned.text("issuerAuth")
    issuerSigned.encoded(issuerAuth(part, content))

    var response = CBORWriter()
    response.map(3)
    response.text("version")
    response.text("1.0")
    response.text("documents")
    response.array(1)
    response.map(3)
    response.text("docType")
    response.text(DocType.mobileDrivingLicence.rawValue)
    response.text("issuerSigned")
    response.encoded(issuerSigned.bytes)
    response.text("deviceSigned")
    response.encoded(deviceSigned(part, content, proof))
    response.text("status")
    response.unsigned(0)
    return response.bytes
}

private func issuerAuth(_ part: Part, _ content: [UInt8]) -> [UInt8] {
    let protected = part == .protectedHeader ? content : Genuine.protectedHeader
    let unprotected = part == .unprotectedHeader ? content : Genuine.unprotectedHeader
    let payload = EmbeddedCBOR(wrapping: securityObject(part, content)).encoded.array
    let message = COSESign1.signedStructure(protected: protected[...], payload: payload[...])
    var writer = CBORWriter()
    writer.array(4)
    writer.byteString(protected)
    writer.encoded(CBORValue.tree(unprotected).map { withCertificate($0).encoded } ?? unprotected)
    writer.byteString(payload)
    writer.byteString(SigningWorld.force { try SigningWorld.parties.signer.signingKey.signature(over: message) })
    return writer.bytes
}

/// The security object that goes with the part: it digests whatever item there is, and lets the device sign elements where it does.
private func securityObject(_ part: Part, _ content: [UInt8]) -> [UInt8] {
    guard let genuine = CBORValue.tree(Genuine.securityObject) else { return [] }
    switch part {
    case .securityObject: return content
    case .item:
        let identifier = CBORValue.tree(content)?["digestID"] ?? .unsigned(0)
        let digest = Array(SHA256.hash(data: EmbeddedCBOR(wrapping: content).encoded.array))
        let digests = CBORValue.map([.init(key: identifier, value: .bytes(digest))])
        return genuine.setting("valueDigests", to: .map([.init(key: .text(Genuine.nameSpace), value: digests)])).encoded
    case .deviceNameSpaces:
        let allowed = CBORValue.textMap(["nameSpaces": .array([.text(Genuine.deviceNameSpace)])])
        let info = (genuine["deviceKeyInfo"] ?? .map([])).setting("keyAuthorizations", to: allowed)
        return genuine.setting("deviceKeyInfo", to: info).encoded
    case .protectedHeader, .unprotectedHeader, .macHeader: return Genuine.securityObject
    }
}

private func withCertificate(_ value: CBORValue) -> CBORValue {
    switch value {
    case .text(Genuine.certificateWord): .bytes(SigningWorld.parties.signer.derEncoded)
    case .array(let elements): .array(elements.map(withCertificate))
    case .map(let entries): .map(entries.map { .init(key: $0.key, value: withCertificate($0.value)) })
    default: value
    }
}

private func deviceSigned(_ part: Part, _ content: [UInt8], _ proof: Proof) -> [UInt8] {
    let embedded = EmbeddedCBOR(wrapping: part == .deviceNameSpaces ? content : Genuine.deviceNameSpaces)
    let proved = DeviceAuthentication(transcript: proof.transcript, docType: .mobileDrivingLicence, nameSpaces: embedded).bytes
    var writer = CBORWriter()
    writer.map(2)
    writer.text("nameSpaces")
    writer.encoded(embedded.encoded)
    writer.text("deviceAuth")
    writer.map(1)
    switch proof {
    case .signature:
        writer.text("deviceSignature")
        writer.encoded(SigningWorld.force { try COSESign1.encode(signing: proved, isDetached: true, with: FixedWorld.deviceKey) })
    case .mac:
        writer.text("deviceMac")
        writer.encoded(mac(of: proved, protected: part == .macHeader ? content : Genuine.macHeader))
    }
    return writer.bytes
}

private func mac(of content: [UInt8], protected: [UInt8]) -> [UInt8] {
    let message = COSEMac0.authenticatedStructure(protected: protected[...], payload: content[...])
    var writer = CBORWriter()
    writer.array(4)
    writer.byteString(protected)
    writer.map(0)
    writer.null()
    writer.byteString([UInt8](HMAC<SHA256>.authenticationCode(for: message, using: Genuine.macKey)))
    return writer.bytes
}

// MARK: What was verified is what was signed

private func lawSaid(_ part: Part, _ content: [UInt8], _ document: VerifiedDocument) {
    guard let tree = CBORValue.tree(content) else { return law(false, "verified, though the part is not one item") }
    if part != .deviceNameSpaces { law(document.deviceSigned.isEmpty, "an element of the device's that it never signed") }
    switch part {
    case .securityObject: lawSecurityObject(tree, document)
    case .item:
        law(document.issuerSigned.count == 1, "one item is \(document.issuerSigned.count) elements")
        law(document.issuerSigned.first?.reference.identifier.rawValue == tree["elementIdentifier"]?.text, "the element has another name")
        law(document.issuerSigned.first?.value.encoded == tree["elementValue"]?.encoded, "the element has another value")
    case .deviceNameSpaces:
        law(document.issuerSigned.count == Genuine.items.count, "the issuer's elements are others")
        for element in document.deviceSigned {
            law(element.reference.nameSpace.rawValue == Genuine.deviceNameSpace, "an element that the device may not sign")
            let said = tree[Genuine.deviceNameSpace]?[element.reference.identifier.rawValue]
            law(said?.encoded == element.value.encoded, "an element of the device's has another value")
        }
    // ES256, and ESP256, which is the same with the curve named.
    case .protectedHeader: law([.integer(-7), .integer(-9)].contains(tree[.integer(1)]), "another algorithm is taken for the signer's")
    case .unprotectedHeader:
        law(tree[.integer(33)] != nil, "verified without a certificate")
        law(tree[.integer(1)] == nil, "an algorithm in both headers")
    case .macHeader: law(tree[.integer(1)] == .integer(5), "another algorithm is taken for the MAC's")
    }
}

private func lawSecurityObject(_ tree: CBORValue, _ document: VerifiedDocument) {
    law(tree["docType"] == .text(DocType.mobileDrivingLicence.rawValue), "the issuer signed another type of document")
    let algorithm = tree["digestAlgorithm"]?.text ?? ""
    law(Genuine.digestAlgorithms.contains(algorithm), "digests by \(algorithm)")
    law(document.issuerSigned.count == Genuine.items.count, "\(document.issuerSigned.count) elements of \(Genuine.items.count) items")
    for item in Genuine.items {
        guard let identifier = item.embedded.flatMap(CBORValue.tree)?["digestID"] else { return law(false, "the fixed world is damaged") }
        let digest = tree["valueDigests"]?[Genuine.nameSpace]?[identifier]?.bytes
        law(digest == DigestAlgorithm(rawValue: algorithm)?.digest(of: item.encoded[...]), "an item was verified that has no digest")
    }
    let x = tree["deviceKeyInfo"]?["deviceKey"]?[.integer(-2)]?.bytes
    law(x == FixedWorld.deviceKey.verificationKey.coseKey.x.array, "another device's key verifies")
    guard let from = instant(tree, "validFrom"), let until = instant(tree, "validUntil") else { return law(false, "verified without dates") }
    // Clocks differ; the verifier grants five minutes at most.
    law(from <= FixedWorld.now.advanced(bySeconds: 300) && FixedWorld.now.advanced(bySeconds: -300) <= until, "verified out of its time")
}

private func instant(_ tree: CBORValue, _ name: String) -> Instant? {
    guard case .tagged(0, .text(let text))? = tree["validityInfo"]?[name] else { return nil }
    return Instant(text)
}
