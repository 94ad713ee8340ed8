import CBOR
import COSE
import DocumentProvider
import DocumentTrust
import IssuingAuthority
import MobileDocument
import MobileDocumentTesting
import RelyingParty

/// The demonstration: an issuing authority, two wallets and a website, and what passes between them.
struct DemoStory {
    private let now: Instant
    private let folder: DemoFolder
    private let parties: SampleParties
    private let wallets: [DemoWallet]
    private let elements: [ElementIdentifier] = ["given_name", "family_name", "age_over_21", "portrait", "driving_privileges"]

    /// Makes everybody, and then the folder for what passes between them.
    ///
    /// - Parameter path: of the folder; nil for a new one below the system's temporary folder.
    init(at now: Instant, in path: String?) throws {
        self.now = now
        parties = try SampleParties(now: now)
        let begin = now.advanced(byDays: -10)
        let localAuthority = try ReaderAuthority.make(
            name: AuthorityName(country: "UT", organization: "Local Driving Authority", commonName: "Local Reader CA"), notBefore: begin)
        let localReader = try localAuthority.issueReaderCertificate(
            name: AuthorityName(country: "UT", organization: "Spaceship Rentals", commonName: "rentals.example"), notBefore: begin,
            domains: ["rentals.example"])
        let localKey = SigningKey.generate(.p256)
        let midnight = CalendarDate(now).startOfDay
        let localLicence = try MobileDocumentIssuer(signer: parties.signer).issue(
            SampleContent.drivingLicence(), deviceKey: localKey.verificationKey.coseKey,
            validity: ValidityInfo(signed: midnight.advanced(byDays: -1), validFrom: midnight.advanced(byDays: -1), validUntil: midnight.advanced(byDays: 90)))
        wallets = [
            try DemoWallet("Wallet", licence: parties.licence, deviceKey: parties.deviceKey, authority: parties.readerAuthority, reader: parties.reader),
            try DemoWallet("Local Driving Authority", licence: localLicence, deviceKey: localKey, authority: localAuthority, reader: localReader),
        ]
        folder = try DemoFolder(path)
    }

    /// Plays all scenes.
    ///
    /// - Parameter silently: plays them without a word.
    func tell(silently: Bool) throws -> DemoEnding {
        let teller = DemoTeller(isSilent: silently)
        try teller.open(folder.path)
        try issue(teller)
        let (session, request) = try ask(teller)
        let answer = try consent(request, teller)
        let verdict = try verify(answer, session, teller)
        let attacks = try attack(answer, session, teller)
        let ending = DemoEnding(folder: folder.path, verification: verdict.output, attacks: attacks)
        try teller.close(ending, at: now)
        return ending
    }

    // MARK: Scenes

    private func issue(_ teller: DemoTeller) throws {
        try folder.write("trust/iaca.pem", text: parties.root.identity.certificatePEM)
        try folder.write("signer.pem", text: parties.signer.certificatePEM)
        try folder.write("licence.cbor", parties.licence)
        try folder.write("device-key.pem", text: parties.deviceKey.pemRepresentation + "\n", isSecret: true)
        let trust = try parties.issuerTrust()
        let received = try IssuedDocumentVerification(trust: trust).verify(parties.licence, docType: .mobileDrivingLicence, at: now)
        guard case .verified(let document) = received else { throw CommandFailure("the licence does not verify", mend: "report this") }
        try teller.scene(
            1, "The issuing authority",
            [
                ("makes", "a root \"\(document.signer.authority)\" and a document signer \"\(document.signer.subject)\""),
                ("issues", "a driving licence with \(document.elements.count) elements, each salted and digested, to a key that never leaves the device"),
                ("wallet", "checks what it received: path, signature, every digest, validity"),
            ], files: ["trust/iaca.pem", "signer.pem", "licence.cbor", "device-key.pem"])
    }

    private func ask(_ teller: DemoTeller) throws -> (PendingSession, PresentationRequest) {
        let document = RequestedDocument(
            .mobileDrivingLicence, nameSpace: .mobileDrivingLicence, elements: elements, retaining: ["given_name", "family_name"])
        let useCase = UseCase(isMandatory: true, documentSets: [[0]], purposeHints: [UseCase.isoController: 1])
        let (session, request) = try RequestBuilder(documents: [document], useCases: [useCase], signers: wallets.map(\.signer))
            .build(for: parties.origin, expiresAt: now.advanced(bySeconds: 600))
        try folder.write("session.json", json: session, isSecret: true)
        try folder.write("request.json", json: request)
        for (index, wallet) in wallets.enumerated() {
            try folder.write("reader-trust/\(index + 1)-\(wallet.name.split(separator: " ").joined(separator: "-").lowercased()).pem", text: wallet.readerRoot.certificatePEM)
        }
        try teller.scene(
            2, "The website, Spaceship Rentals at \(parties.origin)",
            [
                ("asks for", elements.map { ElementCatalogue.displayName(of: ElementReference(.mobileDrivingLicence, $0)) }.joined(separator: ", ")),
                ("keeps", "given and family name; nothing else"),
                ("signs", "twice, with one certificate for each of two wallets: \(wallets.map(\.name).joined(separator: ", "))"),
                ("stores", "the nonce and the private key of this one transaction; the page gets the public half"),
            ], files: ["session.json", "request.json", "reader-trust/"])
        return (session, request)
    }

    private func consent(_ request: PresentationRequest, _ teller: DemoTeller) throws -> CredentialResponse {
        let presented = try PresentedRequest(
            deviceRequest: request.data.deviceRequest, encryptionInfo: request.data.encryptionInfo, origin: parties.origin)
        var lines: [(String, String)] = []
        for wallet in wallets {
            let review = try wallet.holder.review(presented, at: now)
            let trusted = review.readers.signatures.filter { $0.outcome == .trusted }.count
            lines.append(("offers", "\(wallet.name): \(review.readers.signatures.count) signatures verify, \(trusted) by a reader it trusts; the licence can answer"))
        }
        let review = try wallets[0].holder.review(presented, at: now)
        let sealed = try review.answer(PresentationChoice(acceptingDefaultsOf: review))
        let answer = CredentialResponse(sealed: sealed.encoded)
        try folder.write("response.json", json: answer)
        lines.append(("consents", "the owner picks \(wallets[0].name) and agrees to \(elements.count) of \(wallets[0].elementCount) elements"))
        lines.append(("seals", "\(elements.count) elements and the device's signature to the website's key: \(sealed.encoded.count) bytes nobody between can read"))
        try teller.scene(3, "The wallets on the device", lines, files: ["response.json"])
        return answer
    }

    private func verify(_ answer: CredentialResponse, _ session: PendingSession, _ teller: DemoTeller) throws -> Verdict {
        let verdict = Verifier(trust: try parties.issuerTrust()).verify(answer, for: ClaimedSession(claimed: session), at: now)
        try folder.write("verification.json", json: verdict.output)
        try folder.write("session-transcript.cbor", session.transcript.encoded)
        if let sealed = answer.sealed.flatMap({ try? EncryptedResponse($0) }), let opened = ResponseOpener.open(sealed, for: session) {
            try folder.write("device-response.cbor", opened)
        }
        var files = ["verification.json", "device-response.cbor", "session-transcript.cbor"]
        if case .verified(let response) = verdict, let portrait = response.documents.first?[.mobileDrivingLicence, "portrait"]?.bytes {
            try folder.write("portrait.jpg", portrait.array)
            files.append("portrait.jpg")
        }
        try teller.verdict(verdict, files: files)
        return verdict
    }

    private func attack(_ answer: CredentialResponse, _ session: PendingSession, _ teller: DemoTeller) throws -> [DemoEnding.Attack] {
        var attacks: [DemoEnding.Attack] = []
        let verifier = Verifier(trust: try parties.issuerTrust())
        func play(_ name: String, _ file: String, _ tale: String, _ response: CredentialResponse, _ session: PendingSession) throws {
            let verdict = verifier.verify(response, for: ClaimedSession(claimed: session), at: now)
            try folder.write("attacks/\(file).json", json: response)
            try folder.write("attacks/\(file)-report.json", json: verdict.output)
            let reasons = verdict.report.failures.map { "\($0.identifier.rawValue): \($0.reason ?? "")" }
            let attack = DemoEnding.Attack(name: name, verdict: verdict.output.verdict, reasons: reasons)
            attacks.append(attack)
            try teller.attack(attacks.count, tale, attack)
        }
        try teller.beginAttacks()
        let older = try AlteredResponse.make(from: answer, for: session) { plaintext in
            AlteredResponse.replacing(Array("Appleseed".utf8), with: Array("Appletree".utf8), in: plaintext)
        }
        try play("altered element", "1-altered", "A patched wallet writes another family name into the signed element.", older ?? answer, session)

        var copied = ForgedResponse(parties)
        copied.proof = .signature(.generate(.p256))
        try play("copied document", "2-copied", "A thief copies the document to another phone, but not its device key.", try copied.seal(for: session), session)

        let (later, _) = try parties.request(elements)
        // The answer itself is the good one; only beside this session it is an attack.
        try folder.write("attacks/3-replayed-session.json", json: later, isSecret: true)
        try play("replayed answer", "3-replayed", "An eavesdropper posts the good answer again, in a session of their own.", answer, later)
        return attacks
    }
}

extension DemoWallet {
    /// How many elements its licence has.
    var elementCount: Int { SampleContent.drivingLicence().elements.count }
}
