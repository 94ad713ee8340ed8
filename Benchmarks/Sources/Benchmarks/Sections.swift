import CBOR
import COSE
import Crypto
import DocumentProvider
import DocumentTrust
import Foundation
import MobileDocument
import MobileDocumentTesting
import RelyingParty
import X509

// Free functions: closures written in `main` would be bound to the main actor.

/// The goals: whole verifications with their floors.
func goals(_ exchange: Exchange) throws -> Section {
    let primitives = try Primitives(exchange)
    let crowd = try Crowd(exchange.parties, others: 9_999)
    let warm = trusting(exchange.parties)
    let (few, many) = (try crowd.verifier(anchors: 10), try crowd.verifier(anchors: 10_000))
    let sealedFloor = Subject("floor-annex-c", primitives.annexC)
    var section = Section("verification, 5 of 30 elements, portrait of 30 KiB")
    section.add(Subject("warm-annex-c") { exchange.isRight(exchange.verdict(warm)) }, floor: sealedFloor)
    section.add(Subject("anchors-10") { exchange.isRight(exchange.verdict(few)) }, floor: sealedFloor)
    section.add(Subject("anchors-10000") { exchange.isRight(exchange.verdict(many)) }, floor: sealedFloor)
    let (warmPlaintext, coldPlaintext) = plaintextVerifications(exchange)
    section.add(warmPlaintext, floor: Subject("floor-plaintext", primitives.plaintext))
    section.add(
        Subject("cold-annex-c", prepare: { trusting(exchange.parties) }) { exchange.isRight(exchange.verdict($0)) },
        floor: Subject("floor-cold-annex-c", primitives.annexCWithCertificate))
    section.add(coldPlaintext, floor: Subject("floor-cold-plaintext", primitives.plaintextWithCertificate))
    return section
}

/// Other people's verifiers, and ours on the same bytes. A section of its own: whoever waits for another process in every round goes on
/// slowly for a while, and its floor, too, so that ratios to the floor would be those of a machine that mostly waits.
func packages(_ exchange: Exchange, _ peers: [Subject]) -> Section {
    var section = Section("the same response, verified by other people's packages")
    let (warm, cold) = plaintextVerifications(exchange)
    for subject in [warm, cold] + peers { section.add(subject) }
    return section
}

/// The plaintext response of a known and of an unknown signer.
private func plaintextVerifications(_ exchange: Exchange) -> (warm: Subject, cold: Subject) {
    let warm = trusting(exchange.parties)
    return (
        Subject("warm-plaintext") { exchange.isRight(exchange.plaintextVerdict(warm)) },
        Subject("cold-plaintext", prepare: { trusting(exchange.parties) }) { exchange.isRight(exchange.plaintextVerdict($0)) }
    )
}

/// Other ways to present, other sizes, other amounts of trust; all of a known signer.
func shapes(_ exchange: Exchange) throws -> Section {
    var section = Section("verification of a known signer")
    let primitives = try Primitives(exchange)
    let verifier = trusting(exchange.parties)
    let inApp = try InAppExchange(exchange)
    section.add(
        Subject("in-app envelope") { inApp.verdict(verifier).map(exchange.isRight) ?? false }, floor: Subject("floor-annex-c", primitives.annexC))
    let mac = try MacExchange(exchange)
    section.add(Subject("deviceMac, in person") { exchange.isRight(mac.verdict(verifier)) }, floor: Subject("floor-mac", mac.floor))
    let crowd = try Crowd(exchange.parties, others: 999)
    for count in [100, 1000] {
        let crowded = try crowd.verifier(anchors: count)
        section.add(
            Subject("annex C, \(count) anchors") { exchange.isRight(exchange.verdict(crowded)) }, floor: Subject("floor-annex-c", primitives.annexC))
    }
    let sizes: [(String, Exchange.Shape)] = [
        ("1 element", Exchange.Shape(elements: 1)), ("5 elements", Exchange.Shape()), ("30 elements", Exchange.Shape(elements: 30)),
        ("100 remarks", Exchange.Shape(elements: 100)), ("200 remarks", Exchange.Shape(elements: 200)),
        ("400 remarks", Exchange.Shape(elements: 400)),
        ("portrait of 0 KiB", Exchange.Shape(portraitBytes: 3)), ("portrait of 300 KiB", Exchange.Shape(portraitBytes: 300 * 1024)),
        ("2 documents", Exchange.Shape(documents: 2)), ("3 documents", Exchange.Shape(documents: 3)),
        ("4 documents", Exchange.Shape(documents: 4)),
    ]
    for (name, shape) in sizes {
        let exchange = try Exchange(shape)
        let primitives = try Primitives(exchange)
        let verifier = trusting(exchange.parties)
        section.add(
            Subject("annex C, \(name)") { exchange.isRight(exchange.verdict(verifier)) }, floor: Subject("floor, \(name)", primitives.annexC))
    }
    return section
}

/// The steps of one verification, and what comes before it.
func stages(_ exchange: Exchange) throws -> Section {
    let primitives = try Primitives(exchange)
    let document = exchange.documents[0]
    guard let sealed = exchange.response.sealed, let payload = document.issuerSigned.issuerAuth.payload else {
        fatalError("our own answer holds no sealed bytes")
    }
    let (text, posted) = (Base64URL.encode(sealed), [UInt8](try JSONEncoder().encode(exchange.response)))
    let stored = try JSONEncoder().encode(exchange.session)
    let certificate = exchange.parties.signer.derEncoded
    let key = exchange.parties.signer.signingKey.verificationKey
    var section = Section("stages")
    section.add(Subject("stored session, from JSON") { (try? JSONDecoder().decode(PendingSession.self, from: stored)) != nil })
    section.add(Subject("posted answer, from JSON") { CredentialResponse(json: posted)?.sealed?.count == sealed.count })
    section.add(Subject("base64url of the answer alone") { Base64URL.decode(text)?.count == sealed.count })
    section.add(Subject("EncryptedResponse") { (try? EncryptedResponse(sealed)) != nil })
    section.add(
        Subject("HPKE, opened") { ResponseOpener.open(exchange.sealed, for: exchange.session)?.count == exchange.plain.count },
        floor: Subject("floor-opening", primitives.opening))
    section.add(Subject("DeviceResponse") { (try? DeviceResponse(exchange.plain))?.documents.count == 1 })
    section.add(Subject("MobileSecurityObject") { (try? MobileSecurityObject(issuerAuthPayload: payload)) != nil })
    section.add(
        Subject("issuer's signature") { (try? document.issuerSigned.issuerAuth.verify(with: key)) != nil },
        floor: Subject("floor-issuer", primitives.issuerSignature))
    section.add(
        Subject("signer's certificate, parsed") { (try? ParsedCertificate(ByteSlice(certificate))) != nil },
        floor: Subject("Certificate(derEncoded:)") { (try? Certificate(derEncoded: certificate)) != nil })
    return section
}

/// Asking and answering.
func requests(_ exchange: Exchange) throws -> Section {
    let parties = exchange.parties
    let content = Exchange.licence(portraitBytes: exchange.shape.portraitBytes)
    let primitives = try RequestPrimitives(exchange)
    let expiry = parties.now.advanced(bySeconds: 600)
    var section = Section("requests and answers")
    for (name, coverage, signatures) in [
        ("request, one signature", ReaderSigner.Coverage.wholeRequest, 1),
        ("request, two signatures", ReaderSigner.Coverage.wholeRequestAndEachDocument, 2),
    ] {
        let builder = try Exchange.builder([content], exchange.shape.elements, parties, coverage)
        section.add(
            Subject(name) { (try? builder.build(for: parties.origin, expiresAt: expiry)) != nil },
            floor: Subject("floor-request-\(signatures)") { primitives.request(signatures: signatures) })
    }
    section.add(
        Subject("request, looked at by a wallet") { (try? Exchange.review(exchange.presentation, exchange.held, parties)) != nil },
        floor: Subject("floor-review", primitives.review))
    let review = try Exchange.review(exchange.presentation, exchange.held, parties)
    section.add(
        Subject("answer, built and sealed") { (try? review.answer(PresentationChoice(acceptingDefaultsOf: review))) != nil },
        floor: Subject("floor-answer", primitives.answer))
    return section
}

/// CBOR alone: the library's reader over array slices, and the same rules over spans.
func reading(_ exchange: Exchange) -> Section {
    let response = exchange.plain
    let licence = exchange.parties.licence
    let many = manySmallItems()
    func slice(_ bytes: [UInt8]) -> () -> Bool {
        { (try? CBORItem(bytes[...])) != nil }
    }
    func span(_ bytes: [UInt8]) -> () -> Bool {
        { SpanWalker.isWellFormed(bytes.span) }
    }
    var section = Section("CBOR alone")
    section.add(Subject("scan response, slice", slice(response)), floor: Subject("scan response, span", span(response)))
    section.add(Subject("scan small items, slice", slice(many)), floor: Subject("scan small items, span", span(many)))
    section.add(Subject("response as a tree") { (try? CBORItem(response[...]).value()) != nil })
    section.add(Subject("IssuerSigned, 30 items") { (try? IssuerSigned(licence)) != nil })
    return section
}

/// 400 maps of four small members: about as many bytes as the response, but nearly all of them heads.
private func manySmallItems() -> [UInt8] {
    var writer = CBORWriter()
    writer.array(400)
    for index in 0..<400 {
        writer.map(4)
        writer.text("digestID")
        writer.unsigned(UInt64(index))
        writer.text("random")
        writer.byteString([UInt8](repeating: UInt8(index & 0xff), count: 32))
        writer.text("elementIdentifier")
        writer.text("age_over_\(index % 100)")
        writer.text("elementValue")
        writer.boolean(true)
    }
    return writer.bytes
}

/// What everything is made of, each alone, through swift-crypto's and swift-certificates' public interfaces.
func primitives(_ exchange: Exchange) throws -> Section {
    let signingKey = P256.Signing.PrivateKey()
    let content = Data(repeating: 7, count: 200)
    let signature = try signingKey.signature(for: content)
    let encodedKey = signingKey.publicKey.x963Representation
    let agreementKey = P256.KeyAgreement.PrivateKey()
    let otherKey = P256.KeyAgreement.PrivateKey().publicKey
    let suite = HPKE.Ciphersuite(kem: .P256_HKDF_SHA256, kdf: .HKDF_SHA256, aead: .AES_GCM_128)
    var sender = try HPKE.Sender(recipientKey: agreementKey.publicKey, ciphersuite: suite, info: content)
    let sealed = try sender.seal(Data(exchange.plain))
    let encapsulated = sender.encapsulatedKey
    let boxKey = SymmetricKey(size: .bits128)
    let box = try AES.GCM.seal(exchange.plain, using: boxKey)
    let macKey = SymmetricKey(size: .bits256)
    let portrait = [UInt8](repeating: 7, count: 30 * 1024)
    let certificate = exchange.parties.signer.derEncoded
    var section = Section("primitives")
    section.add(Subject("P-256 verify, key parsed") { signingKey.publicKey.isValidSignature(signature, for: content) })
    section.add(
        Subject("P-256 verify, key from its 65 bytes") {
            (try? P256.Signing.PublicKey(x963Representation: encodedKey))?.isValidSignature(signature, for: content) ?? false
        })
    section.add(Subject("P-256 sign") { (try? signingKey.signature(for: content)) != nil })
    section.add(Subject("P-256 key agreement") { (try? agreementKey.sharedSecretFromKeyAgreement(with: otherKey)) != nil })
    section.add(Subject("P-256 key made and written") { P256.KeyAgreement.PrivateKey().publicKey.x963Representation.count == 65 })
    section.add(
        Subject("HPKE open, swift-crypto's context") {
            var recipient = try? HPKE.Recipient(privateKey: agreementKey, ciphersuite: suite, info: content, encapsulatedKey: encapsulated)
            return (try? recipient?.open(sealed)) != nil
        })
    section.add(Subject("AES-128-GCM open, the response") { (try? AES.GCM.open(box, using: boxKey)) != nil })
    section.add(Subject("SHA-256, 30 KiB") { SHA256.hash(data: portrait).contains { $0 != 0 } })
    section.add(Subject("HMAC-SHA256, 200 bytes") { HMAC<SHA256>.authenticationCode(for: content, using: macKey).byteCount == 32 })
    section.add(Subject("certificate, parsed") { (try? Certificate(derEncoded: certificate)) != nil })
    return section
}

/// Large lists, loaded, verified and asked once.
func loading(_ lists: Loading) -> Section {
    var section = Section("lists")
    section.add(Subject("load-status-list", lists.statusListLoads), floor: Subject("floor-load-status-list", lists.statusListFloor))
    section.add(Subject("load-vical", lists.vicalLoads), floor: Subject("floor-load-vical", lists.vicalFloor))
    return section
}
