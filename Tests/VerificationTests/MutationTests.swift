import CBOR
import COSE
import Crypto
import DocumentProvider
import DocumentTrust
import Foundation
import MobileDocument
import MobileDocumentTesting
import RelyingParty
import SwiftASN1
import Testing
import struct X509.Certificate

/// The mutation law: whatever single byte of something good is changed, the result is a refusal or the very same; however an
/// answer is cut short, the result is a clean refusal.
@Suite("Mutations")
struct MutationTests {
    private static let items: [ForgedResponse.Item] = [.init(1, "given_name", .text("Kelly")), .init(0, "age_over_21", .boolean(true))]
    private static let asked: [ElementIdentifier] = ["given_name", "age_over_21"]

    /// Claims of a verified response, for comparison.
    private struct Claims: Equatable, Sendable {
        struct Content: Equatable, Sendable {
            let elements: [VerifiedElement]
            let docTypes: [DocType]
            let validity: [ValidityInfo]
            let comparison: RequestComparison
        }

        let content: Content
        let signers: [SignerDescription]

        init?(_ verdict: Verdict) {
            guard case .verified(let response) = verdict else { return nil }
            content = Content(
                elements: response.documents.flatMap(\.issuerSigned) + response.documents.flatMap(\.deviceSigned),
                docTypes: response.documents.map(\.docType), validity: response.documents.map(\.validity), comparison: response.comparison)
            signers = response.documents.map(\.signer)
        }
    }

    /// The same by the same signer under a root of the same name, whatever else that root's certificate says.
    private struct Vouched: Equatable, Sendable {
        let content: Claims.Content
        let signers: [[UInt8]]
        let authorities: [String]

        init(_ claims: Claims) {
            content = claims.content
            signers = claims.signers.map(\.fingerprint)
            authorities = claims.signers.map(\.authority)
        }
    }

    /// What a wallet shows of a request: the trusted readers behind each of its parts, and what they ask.
    private struct Shown: Equatable, Sendable {
        struct Reader: Hashable, Sendable {
            let certificate: [UInt8]?
            let authority: [UInt8]?
            let details: ReaderCertificateDetails?

            init(_ signature: ReaderSignature) {
                certificate = signature.certificate?.fingerprint
                authority = signature.anchor?.certificate.fingerprint
                details = signature.details
            }
        }

        let readers: [Set<Reader>]
        let asked: [ItemsRequest]
        let useCases: [UseCase]

        init(_ review: RequestReview) {
            let request = review.request.deviceRequest
            readers = request.docRequests.indices.map { index in
                Set(review.readers.signatures(covering: index).filter { $0.outcome == .trusted }.map { Reader($0) })
            }
            asked = request.docRequests.map(\.itemsRequest)
            useCases = request.useCases
        }
    }

    /// A good answer under a root that was made for it.
    private struct Scene: Sendable {
        let rootKey = P256.Signing.PrivateKey()
        let root: ParsedCertificate
        let signer: ParsedCertificate
        let session: PendingSession
        let request: DeviceRequest
        let response: [UInt8]

        init() throws {
            let parties = try World.parties()
            let signerKey = P256.Signing.PrivateKey()
            let authority = CertificateMaker.authority()
            root = try authority.make(key: rootKey)
            signer = try CertificateMaker().make(key: signerKey, issuer: authority.subject, issuerKey: rootKey)
            let session = try parties.request(MutationTests.asked).session
            self.session = session
            request = try DeviceRequest(try #require(session.deviceRequest.flatMap(Base64URL.decode)))
            var forged = ForgedResponse(parties)
            forged.items = MutationTests.items
            forged.chain = [signer.encoded.array]
            forged.issuerKey = .p256(signerKey)
            response = try forged.encode(transcript: session.transcript)
        }

        /// What a response claims under a root; nil where it is refused.
        func claims(_ response: [UInt8], under root: ParsedCertificate) -> Claims? {
            let verifier = World.replayer(trust: IssuerTrustList([TrustAnchor(root, provenance: "test")]))
            return Claims(verifier.verify(deviceResponse: response, transcript: session.transcript, request: request, at: World.now))
        }
    }

    private func genuine() throws -> (verifier: Verifier, session: PendingSession, plaintext: [UInt8], sealed: [UInt8], claims: Claims) {
        let parties = try World.parties()
        var response = ForgedResponse(parties)
        response.items = Self.items
        let session = try parties.request(Self.asked).session
        let verifier = World.replayer(trust: try parties.issuerTrust())
        let answer = try response.seal(for: session)
        let claims = try #require(Claims(verifier.verify(answer, for: ClaimedSession(claimed: session), at: World.now)))
        return (
            verifier, session, try response.encode(transcript: session.transcript), try #require(answer.sealed), claims
        )
    }

    /// A request under a brand's certificate, and a wallet that trusts the brand's registrar alone.
    private func branded(_ coverage: ReaderSigner.Coverage) throws -> (request: PresentationRequest, wallet: Holder) {
        let parties = try World.parties()
        let (authorityKey, key) = (P256.Signing.PrivateKey(), P256.Signing.PrivateKey())
        let authority = try CertificateMaker.authority("CN=Reader CA,C=UT").make(key: authorityKey)
        var brand = DER.Serializer()
        try brand.appendConstructedNode(identifier: .sequence) { members in
            for text in ["Spaceship Rentals", "To check your age", "https://rentals.example"] { try members.serialize(ASN1UTF8String(text)) }
        }
        let maker = CertificateMaker(
            subject: "CN=rentals.example,C=UT", extendedKeyUsage: [[1, 0, 18013, 5, 1, 6]],
            otherExtensions: [
                Certificate.Extension(oid: ReaderCertificateExtension.registration, critical: false, value: brand.serializedBytes[...])
            ])
        let reader = try maker.make(key: key, issuer: "CN=Reader CA,C=UT", issuerKey: authorityKey)
        let document = RequestedDocument(
            .mobileDrivingLicence, nameSpace: .mobileDrivingLicence, elements: Self.asked, retaining: ["given_name"])
        let signer = ReaderSigner(name: "brand", chain: [reader.encoded.array], key: SigningKey.p256(key), coverage: coverage)
        let request = try RequestBuilder(documents: [document], signers: [signer]).build(for: parties.origin, expiresAt: World.now).request
        let wallet = Holder(
            documents: [try HeldDocument(issuerSigned: parties.licence, deviceKey: parties.deviceKey)],
            readerTrust: ReaderTrustList([TrustAnchor(authority, provenance: "test")]), policy: .trustedReaders)
        return (request, wallet)
    }

    @Test("Every single-byte change of a sealed answer is refused")
    func sealed() async throws {
        let (verifier, session, _, sealed, claims) = try genuine()
        let sweep = await ByteSweep.run(over: sealed, genuine: claims) { bytes in
            Claims(verifier.verify(CredentialResponse(sealed: bytes), for: ClaimedSession(claimed: session), at: World.now))
        }
        sweep.report("sealed answer", of: sealed)
        #expect(sweep.refused == sweep.changes)
    }

    @Test("Every single-byte change of an answer to an app is refused")
    func envelope() async throws {
        let parties = try World.parties()
        let verifier = Verifier(trust: try parties.issuerTrust())
        let key = P256.KeyAgreement.PrivateKey()
        let nonce = [UInt8](repeating: 5, count: 32)
        let requested = [RequestedDocument(.mobileDrivingLicence, nameSpace: .mobileDrivingLicence, elements: Self.asked)]
        var response = ForgedResponse(parties)
        response.items = Self.items
        let envelope = try response.envelope(
            nonce: nonce, merchantIdentifier: "merchant.example", teamIdentifier: "TEAM", merchantKey: key.publicKey)
        let judge: @Sendable ([UInt8]) -> Claims? = { bytes in
            do {
                let session = try InAppSession(
                    nonce: nonce, merchantIdentifier: "merchant.example", teamIdentifier: "TEAM", merchantKeys: [key], requested: requested,
                    expiresAt: World.now.advanced(bySeconds: 60))
                return Claims(verifier.verify(envelope: bytes, for: session, at: World.now))
            } catch {
                return nil
            }
        }
        let claims = try #require(judge(envelope))
        let sweep = await ByteSweep.run(over: envelope, genuine: claims, judge: judge)
        sweep.report("sealed envelope", of: envelope)
        #expect(sweep.refused == sweep.changes)
    }

    @Test("Every single-byte change of a decrypted response is refused or gives the very same claims")
    func plaintext() async throws {
        let (verifier, session, plaintext, _, claims) = try genuine()
        let request = try DeviceRequest(try #require(session.deviceRequest.flatMap(Base64URL.decode)))
        let sweep = await ByteSweep.run(over: plaintext, genuine: claims) { bytes in
            Claims(verifier.verify(deviceResponse: bytes, transcript: session.transcript, request: request, at: World.now))
        }
        sweep.report("decrypted response", of: plaintext)
        #expect(sweep.refused > sweep.unchanged * 10)
    }

    @Test("Every single-byte change of the document signer's certificate in an answer is refused")
    func signerCertificate() async throws {
        let scene = try Scene()
        let claims = try #require(scene.claims(scene.response, under: scene.root))
        let place = try #require(scene.response.firstRange(of: scene.signer.encoded.array))
        let sweep = await ByteSweep.run(over: scene.response, in: place, genuine: claims) { scene.claims($0, under: scene.root) }
        sweep.report("document signer's certificate", of: scene.response[place])
        #expect(sweep.refused == sweep.changes)
    }

    /// What vouches for a root is the fingerprint that a person confirmed. Of its certificate an answer needs the name and the key that its
    /// signer was certified under, dates, and that it may certify; neither the serial number nor the root's own signature is looked at.
    @Test("A root with any byte changed is not the confirmed one; trusted all the same, it refuses the answer or vouches for the very same")
    func root() async throws {
        let scene = try Scene()
        let root = scene.root.encoded.array
        let fingerprint = scene.root.fingerprint
        let place = StorePlace()
        let store = try TrustStore.create(at: place.path)
        let confirmed = await ByteSweep.run(over: root, genuine: fingerprint) { bytes in
            guard let changed = try? ParsedCertificate(ByteSlice(bytes)) else { return nil }
            do { try store.add(changed, confirming: fingerprint, provenance: "test", at: World.now) } catch { return nil }
            return changed.fingerprint
        }
        confirmed.report("root under the confirmed fingerprint", of: root)
        #expect(confirmed.refused == confirmed.changes)
        try store.add(scene.root, confirming: fingerprint, provenance: "test", at: World.now)
        #expect(try place.files("certificates").count == 1)

        let vouched = Vouched(try #require(scene.claims(scene.response, under: scene.root)))
        let trusted = await ByteSweep.run(over: root, genuine: vouched) { bytes in
            guard let changed = try? ParsedCertificate(ByteSlice(bytes)) else { return nil }
            return scene.claims(scene.response, under: changed).map { Vouched($0) }
        }
        trusted.report("trusted root", of: root)
        let names = try #require(CertificateNames(scene.root.encoded))
        let key = try #require(root.firstRange(of: Array(scene.rootKey.publicKey.rawRepresentation)))
        #expect(trusted.unchangedAt.isDisjoint(with: names.subject.indices), "its name")
        #expect(trusted.unchangedAt.isDisjoint(with: key), "its key")
        #expect(trusted.unchangedAt.isSuperset(of: root.indices.suffix(16)), "its own signature")
    }

    @Test(
        "Every single-byte change of a signed request is refused by a wallet of trusted readers, or shows the very same readers and wishes",
        arguments: [ReaderSigner.Coverage.wholeRequest, .wholeRequestAndEachDocument])
    func request(_ coverage: ReaderSigner.Coverage) async throws {
        let (request, wallet) = try branded(coverage)
        let bytes = try #require(Base64URL.decode(request.data.deviceRequest))
        let origin = try World.parties().origin
        let judge: @Sendable ([UInt8]) -> Shown? = { bytes in
            guard
                let presented = try? PresentedRequest(
                    deviceRequest: Base64URL.encode(bytes), encryptionInfo: request.data.encryptionInfo, origin: origin),
                let review = try? wallet.review(presented, at: World.now)
            else { return nil }
            return Shown(review)
        }
        let shown = try #require(judge(bytes))
        #expect(shown.readers.map(\.count) == [1])
        #expect(shown.readers[0].first?.details?.registration?.brand == "Spaceship Rentals")
        let sweep = await ByteSweep.run(over: bytes, genuine: shown, judge: judge)
        sweep.report(coverage == .wholeRequest ? "request with one signature" : "request with two signatures", of: bytes)
        let items = try DeviceRequest(bytes).docRequests[0].encodedItemsRequest.encoded.bytes
        let signed = try #require(bytes.firstRange(of: items))
        #expect(sweep.unchangedAt.isDisjoint(with: signed), "what is signed")
        // Of two signatures by one reader either will do.
        #expect(coverage == .wholeRequestAndEachDocument || sweep.refused > sweep.unchanged * 10)
    }

    @Test("Every truncation is a clean refusal that says what is missing")
    func truncations() async throws {
        let (verifier, session, plaintext, sealed, _) = try genuine()
        for length in 0..<plaintext.count {
            let verdict = verifier.verify(deviceResponse: Array(plaintext[..<length]), transcript: session.transcript, at: World.now)
            #expect(verdict.report.failures.map(\.identifier) == [.responseStructure], "cut at \(length)")
            #expect(verdict.report.failures.first?.reason?.hasPrefix("cbor.truncated") == true, "cut at \(length)")
            // Other tests wait for this thread.
            await Task.yield()
        }
        for length in 0..<sealed.count {
            let cut = CredentialResponse(sealed: Array(sealed[..<length]))
            let verdict = verifier.verify(cut, for: ClaimedSession(claimed: session), at: World.now)
            #expect(verdict.report.failures.map(\.identifier) == [.responseEncoding], "cut at \(length)")
            await Task.yield()
        }
        print("truncations: \(plaintext.count) of the decrypted response, \(sealed.count) of the sealed answer, all refused")
    }
}
