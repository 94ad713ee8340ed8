import CBOR
import COSE
import Crypto
import DocumentTrust
import IssuingAuthority
import MobileDocument
import MobileDocumentTesting
import RelyingParty
import Testing

/// One response, broken in one way, and the checks that must catch it: those and no others.
struct Defect: CustomTestStringConvertible, Sendable {
    let name: String
    let failures: [String]
    let change: @Sendable (inout ForgedResponse) throws -> Void
    var testDescription: String { name }

    init(_ name: String, _ failures: String..., change: @escaping @Sendable (inout ForgedResponse) throws -> Void) {
        self.name = name
        self.failures = failures
        self.change = change
    }
}

@Suite("Refusals")
struct RefusalTests {
    /// Elements of a namespace that nobody asks for, with digests 50 and on.
    private static func ofAnotherNameSpace(_ count: Int) -> [ForgedResponse.Item] {
        (0..<count).map { number in
            var item = ForgedResponse.Item(UInt64(50 + number), ElementIdentifier(rawValue: "other_\(number)"), .null)
            item.nameSpace = "org.example.other"
            return item
        }
    }

    @Test("The untouched response verifies, every check passed or explained")
    func untouched() throws {
        let result = try World.verify { _ in }
        guard case .verified(let response) = result else {
            Issue.record("refused: \(result.report.failures)")
            return
        }
        #expect(response.documents[0][.mobileDrivingLicence, "given_name"]?.text == "Kelly")
        #expect(response.report.checks.filter { $0.outcome != .passed }.allSatisfy { $0.reason != nil })
        #expect(response.report.warnings.isEmpty, "\(response.report.warnings)")
    }

    static let defects: [Defect] = [
        // The response as a whole.
        Defect("unknown major version", "response.version") { $0.responseVersion = "2.0" },
        Defect("version that is no version", "response.version") { $0.responseVersion = "one" },
        Defect("status other than 0", "response.status") { $0.status = 10 },
        Defect("no documents", "request.missing", "response.documents") { $0.documentCount = 0 },
        Defect("documents that show nothing", "request.missing", "response.documents") { $0.items = [] },
        Defect("zero-knowledge documents", "response.extensions") { $0.extraMembers = [("zkDocuments", .array([.map([])]))] },
        Defect("separately encrypted documents", "response.extensions") { $0.extraMembers = [("encryptedDocuments", .array([.map([])]))] },
        // Structure.
        Defect("element given twice among many", "document.elements") {
            for number in 20..<40 { $0.items.append(.init(UInt64(number), ElementIdentifier(rawValue: "other_\(number)"), .null)) }
            $0.items.append(.init(9, "given_name", .text("Eve")))
        },
        Defect("digest identifier used twice among many", "document.elements", "mso.digest") {
            for number in 20..<40 { $0.items.append(.init(UInt64(number), ElementIdentifier(rawValue: "other_\(number)"), .null)) }
            $0.items[0].digestID = 0
        },
        Defect("element given twice", "document.elements") { $0.items.append(.init(9, "given_name", .text("Eve"))) },
        Defect("element given by issuer and device", "document.elements", "device.authorization") {
            $0.deviceElements = [(.mobileDrivingLicence, [("given_name", .text("Eve"))])]
        },
        Defect("element given twice, composed and decomposed", "document.elements") {
            $0.items += [.init(40, "pr\u{E9}nom", .text("Eve")), .init(41, "pre\u{301}nom", .text("Mallory"))]
        },
        Defect("namespace given twice, composed and decomposed", "document.elements") {
            $0.items += ["org.example.\u{E9}", "org.example.e\u{301}"].enumerated().map { index, nameSpace -> ForgedResponse.Item in
                var item = ForgedResponse.Item(UInt64(50 + index), ElementIdentifier(rawValue: "element_\(index)"), .null)
                item.nameSpace = NameSpace(rawValue: nameSpace)
                return item
            }
        },
        Defect("digest identifier used twice", "document.elements", "mso.digest") { $0.items[0].digestID = 0 },
        Defect("digest identifier used twice at the end of a second namespace", "document.elements", "mso.digest") {
            $0.items += Self.ofAnotherNameSpace(2)
            $0.items[$0.items.count - 1].digestID = 50
        },
        Defect("digest identifier used twice among many of a second namespace", "document.elements", "mso.digest") {
            $0.items += Self.ofAnotherNameSpace(20)
            $0.items[$0.items.count - 1].digestID = 50
        },
        Defect("digest identifier of 2^31", "response.structure") { $0.items[0].digestID = 1 << 31 },
        // Signer.
        Defect("no certificate", "signer.certificate") { $0.chainShape = .absent },
        Defect("certificate that is none", "signer.certificate") { $0.chain = [[0x30, 0x00]] },
        Defect("signature by another key", "issuerAuth.signature") { $0.issuerKey = .generate(.p256) },
        Defect("zero signature", "issuerAuth.signature") { $0.issuerSignature = [UInt8](repeating: 0, count: 64) },
        Defect("empty signature", "issuerAuth.signature") { $0.issuerSignature = [] },
        Defect("algorithm of another curve", "issuerAuth.signature") { $0.algorithm = -35 },
        Defect("algorithm outside the list", "issuerAuth.signature") { $0.algorithm = -257 },
        Defect("algorithm that cannot be computed", "issuerAuth.signature") { $0.algorithm = -53 },
        Defect("no algorithm", "issuerAuth.signature") { $0.algorithm = nil },
        Defect("algorithm in the unprotected header", "issuerAuth.signature") {
            $0.algorithm = nil
            $0.unprotectedEntries = [(1, .integer(-7))]
        },
        Defect("algorithm in both headers", "issuerAuth.signature") { $0.unprotectedEntries = [(1, .integer(-7))] },
        Defect("MAC algorithm for a signature", "issuerAuth.signature") { $0.algorithm = 5 },
        Defect("critical header nobody knows", "issuerAuth.signature") { $0.protectedEntries = [(2, .array([.integer(99)])), (99, .null)] },
        Defect("thumbprint of another certificate", "issuerAuth.thumbprint") {
            $0.protectedEntries = [(34, .array([.integer(-16), .bytes([UInt8](repeating: 1, count: 32))]))]
        },
        // Mobile security object.
        Defect("unknown major version of the object", "mso.version") { $0.msoVersion = "2.0" },
        Defect("SHA-1", "mso.digestAlgorithm") { $0.digestAlgorithm = "SHA-1" },
        Defect("digest algorithm in lower case", "mso.digestAlgorithm") { $0.digestAlgorithm = "sha-256" },
        Defect("element changed after signing", "mso.digest") { $0.items[2].signedValue = .boolean(false) },
        Defect("element the issuer never signed", "mso.digest") { $0.items[2].isDigested = false },
        Defect("element under another namespace", "mso.digest") {
            $0.items[2].nameSpace = "org.iso.18013.5.1.aamva"
            $0.items[2].signedNameSpace = .mobileDrivingLicence
        },
        Defect("document type other than the signed one", "mso.docType") { $0.signedDocType = "org.iso.23220.photoid.1" },
        Defect("signed before the signer existed", "mso.signed") { $0.signed = .dateTime("2026-05-01T00:00:00Z") },
        Defect("not valid yet", "mso.validFrom") { $0.validFrom = .dateTime("2026-06-02T00:00:00Z") },
        Defect("no longer valid", "mso.validUntil") { $0.validUntil = .dateTime("2026-06-01T11:00:00Z") },
        Defect("untagged dates", "mso.dateForm") { $0.signed = .text("2026-05-31T00:00:00Z") },
        Defect("date that is none", "mso.structure") { $0.signed = .dateTime("yesterday") },
        Defect("issuing country of elsewhere", "element.issuingCountry") { $0.items[3].value = .text("XX") },
        Defect("simulator data", "data.mock") { $0.extraDigests = [.developerTest: [0]] },
        // Device.
        Defect("signature over another session", "device.authentication") {
            guard case .signature(let key) = $0.proof else { return }
            $0.proof = .otherSession(key)
        },
        Defect("signature by another device", "device.authentication") { $0.proof = .signature(.generate(.p256)) },
        Defect("zero device signature", "device.authentication") { $0.proof = .signatureBytes([UInt8](repeating: 0, count: 64)) },
        Defect("empty device signature", "device.authentication") { $0.proof = .signatureBytes([]) },
        Defect("MAC where the reader has no key", "device.authentication") { $0.proof = .mac },
        Defect("signature and MAC", "response.structure") {
            guard case .signature(let key) = $0.proof else { return }
            $0.proof = .both(key)
        },
        Defect("no proof at all", "response.structure") { $0.proof = .none },
        Defect("device-signed element without permission", "device.authorization") {
            $0.deviceElements = [("example.device", [("mood", .text("good"))])]
        },
        Defect("device-signed element with another's permission", "device.authorization") {
            $0.deviceElements = [("example.device", [("mood", .text("good"))])]
            $0.keyAuthorizations = KeyAuthorizations(elements: [ElementReference("example.device", "weather")])
        },
        // Request.
        Defect("document nobody asked for", "request.docType", "request.missing") {
            $0.docType = "org.iso.23220.photoid.1"
            $0.signedDocType = "org.iso.23220.photoid.1"
        },
        Defect("nothing of what was asked", "request.missing") { $0.items = [.init(0, "height", .unsigned(171))] },
    ]

    @Test("A response broken in one way is refused for exactly that", arguments: defects)
    func refused(_ defect: Defect) throws {
        let result = try World.verify(defect.change)
        guard case .refused(let refusal) = result else {
            Issue.record("verified although broken: \(defect.name)")
            return
        }
        #expect(RecordedExchange.failures(refusal.report) == defect.failures.sorted(), "\(refusal.report.failures.map { $0.reason ?? "" })")
    }

    private static let unbroken = Defect("nothing") { _ in }

    @Test(
        "Whatever an answer lacks, each check of it has a row, also one that was not made",
        arguments: [unbroken] + defects.filter { $0.name != "no documents" && !$0.failures.contains("response.structure") })
    func everyCheck(_ defect: Defect) throws {
        #expect(World.unsaid(in: try World.verify(defect.change).report) == [])
        let parties = try World.parties()
        let session = try parties.request(World.asked).session
        var response = ForgedResponse(parties)
        try defect.change(&response)
        let plain = World.replayer(trust: try parties.issuerTrust()).verify(
            deviceResponse: try response.encode(transcript: session.transcript), transcript: session.transcript, at: World.now)
        #expect(World.unsaid(in: plain.report) == [])
        for check in [CheckIdentifier.responseEncoding, .sessionExpiry, .responseDecryption] { #expect(plain.report.outcomes(of: check) == [.skipped]) }
    }

    @Test("What is compared where it is there has a row that says it was not")
    func absent() throws {
        let report = try World.verify { $0.items.removeLast() }.report
        for check in [CheckIdentifier.issuerThumbprint, .elementIssuingCountry, .elementIssuingAuthority, .elementExpiryDate, .elementMyNumber, .msoStatusSigner] {
            #expect(report.outcomes(of: check) == [.skipped])
        }
    }

    @Test("Simulator data has a verdict of its own and no claims")
    func mock() throws {
        let result = try World.verify { $0.extraDigests = [.developerTest: [0]] }
        guard case .refused(let refusal) = result else { Issue.record("verified"); return }
        #expect(refusal.isMockData)
        #expect(result.output.verdict == .mock)
        #expect(result.output.documents == nil)

        let unsigned = try World.verify {
            $0.chainShape = .empty
            $0.issuerSignature = [UInt8](repeating: 0, count: 64)
            $0.msoStatus = .null
        }
        #expect(unsigned.output.verdict == .mock)
    }

    @Test("Every document is checked, not only the first")
    func everyDocument() throws {
        let good = try World.verify { $0.documentCount = 3 }
        #expect(good.report.outcomes(of: .issuerSignature) == [.passed, .passed, .passed])
        #expect(good.report.outcomes(of: .deviceAuthentication) == [.passed, .passed, .passed])

        let parties = try World.parties()
        let (session, _) = try parties.request(World.asked)
        let first = try ForgedResponse(parties).encode(transcript: session.transcript)
        var second = ForgedResponse(parties)
        second.items[0].signedValue = .text("Someone else")
        let both = try [first, second.encode(transcript: session.transcript)].map { bytes -> [UInt8] in
            // The one document of a response, without the response around it.
            guard let start = bytes.firstRange(of: Array("documents".utf8))?.upperBound, let end = bytes.lastRange(of: [0x66] + Array("status".utf8)) else { return [] }
            return Array(bytes[(start + 1)..<end])
        }
        var writer = CBORWriter()
        writer.map(3)
        writer.text("version")
        writer.text("1.0")
        writer.text("documents")
        writer.array(2)
        writer.encoded(both[0])
        writer.encoded(both[1])
        writer.text("status")
        writer.unsigned(0)
        let result = World.replayer(trust: try parties.issuerTrust()).verify(deviceResponse: writer.bytes, transcript: session.transcript, at: World.now)
        #expect(result.report.failures.map(\.document) == [1])
        #expect(RecordedExchange.failures(result.report) == ["mso.digest"])
    }

    @Test("Without a transcript to check the device's proof by, the answer is refused although no check fails")
    func withoutTranscript() throws {
        let parties = try World.parties()
        let session = try parties.request(World.asked).session
        let bytes = try ForgedResponse(parties).encode(transcript: session.transcript)
        let result = World.replayer(trust: try parties.issuerTrust()).verify(deviceResponse: bytes, transcript: nil, at: World.now)
        guard case .refused(let refusal) = result else { Issue.record("verified"); return }
        #expect(refusal.report.failures.isEmpty)
        #expect(refusal.report.outcomes(of: .sessionTranscript) == [.skipped])
        #expect(refusal.report.outcomes(of: .deviceAuthentication) == [.skipped])
    }

    @Test("A security object that is not carried is none, and no signature can be over it")
    func withoutPayload() throws {
        let parties = try World.parties()
        let session = try parties.request(World.asked).session
        let bytes = try ForgedResponse(parties).encode(transcript: session.transcript)
        let payload = try #require(try DeviceResponse(bytes).documents.first?.issuerSigned.issuerAuth.payload)
        let detached = AlteredResponse.replacing(CBORValue.bytes(payload.array).encoded, with: CBORValue.null.encoded, in: bytes)
        let result = World.replayer(trust: try parties.issuerTrust()).verify(deviceResponse: detached, transcript: session.transcript, at: World.now)
        #expect(RecordedExchange.failures(result.report) == ["issuerAuth.signature", "mso.structure"])
    }

    @Test("An element whose digest identifier is used twice is named, in whichever namespace it stands", arguments: [2, 5, 20])
    func repeatedDigestNamesElement(count: Int) throws {
        let result = try World.verify {
            $0.items += Self.ofAnotherNameSpace(count)
            $0.items[$0.items.count - 1].digestID = 50
        }
        let failure = try #require(result.report.failures.first { $0.identifier == .documentElements })
        #expect(failure.nameSpace == "org.example.other")
        #expect(failure.element == ElementIdentifier(rawValue: "other_\(count - 1)"))
        #expect(failure.reason == "the digest identifier 50 is used twice")
    }

    @Test("Two elements whose names have the same mark are two, among few and many", arguments: [0, 20])
    func sameMark(others: Int) throws {
        let names: [ElementIdentifier] = ["BB", "Aa"]
        func reference(_ name: ElementIdentifier) -> ElementReference { ElementReference(.mobileDrivingLicence, name) }
        try #require(reference(names[0]).mark == reference(names[1]).mark)
        let result = try World.verify { $0.items += zip(90..., names).map { ForgedResponse.Item($0, $1, .null) } + Self.ofAnotherNameSpace(others) }
        #expect(result.report.checks.first { $0.identifier == .documentElements }?.outcome == .passed)
    }

    @Test("A changed element is named in its refusal")
    func digestMismatchNamesElement() throws {
        let result = try World.verify { $0.items[2].signedValue = .boolean(false) }
        let failure = try #require(result.report.failures.first)
        #expect(failure.identifier == .msoDigest)
        #expect(failure.element == "age_over_21")
        #expect(failure.nameSpace == .mobileDrivingLicence)
        #expect(failure.reason?.contains("digest mismatch") == true)
    }

    @Test("One bit changed in whichever element of a whole licence is refused, and named as that element's")
    func flippedBitNamesElement() throws {
        let parties = try World.parties()
        var forged = ForgedResponse(parties)
        forged.items = SampleContent.drivingLicence().elements.enumerated().map {
            ForgedResponse.Item(UInt64($0), $1.reference.identifier, $1.value)
        }
        let session = try parties.request(World.asked).session
        let verifier = World.replayer(trust: try parties.issuerTrust())
        func verdict(on response: [UInt8]) -> Verdict {
            verifier.verify(deviceResponse: response, transcript: session.transcript, at: World.now)
        }
        let response = try forged.encode(transcript: session.transcript)
        #expect(RecordedExchange.failures(verdict(on: response).report).isEmpty)
        let items = try #require(try DeviceResponse(response).documents.first).issuerSigned.items
        #expect(items.count == 30)
        for item in items {
            var changed = response
            // An item ends with its value.
            let place = try #require(response.firstRange(of: item.encoded.encoded.bytes))
            changed[place.upperBound - 1] ^= 1
            let failures = verdict(on: changed).report.failures.filter { $0.identifier == .msoDigest }
            #expect(failures.map(\.element) == [item.elementIdentifier])
            #expect(failures.allSatisfy { $0.reason?.contains("digest mismatch") == true })
        }
    }

    @Test("Path, then signature, then security object: the report shows the order of the standard")
    func order() throws {
        let checks = try World.verify { _ in }.report.checks.map(\.identifier)
        func position(_ check: CheckIdentifier) throws -> Int { try #require(checks.firstIndex(of: check)) }
        #expect(try position(.responseDecryption) < position(.responseStructure))
        #expect(try position(.signerPath) < position(.issuerSignature))
        #expect(try position(.issuerSignature) < position(.msoStructure))
        #expect(try position(.msoStructure) < position(.msoDigest))
        #expect(try position(.msoDigest) < position(.msoDocType))
        #expect(try position(.msoDocType) < position(.msoValidFrom))
        #expect(try position(.msoValidUntil) < position(.deviceAuthentication))
    }

    @Test("A list entry of documents not returned is reported and refuses nothing")
    func documentErrors() throws {
        let result = try World.verify { $0.documentErrors = ["org.iso.23220.photoid.1": 0] }
        guard case .verified = result else { Issue.record("refused"); return }
        #expect(result.report.outcomes(of: .responseDocumentErrors) == [.warning])
    }

    @Test("Device-signed elements that are allowed come apart from issuer-signed ones")
    func deviceSigned() throws {
        let parties = try World.parties()
        var response = ForgedResponse(parties)
        response.deviceElements = [("example.device", [("mood", .text("good"))])]
        response.keyAuthorizations = KeyAuthorizations(nameSpaces: ["example.device"])
        let session = try parties.request(World.asked).session
        let result = World.replayer(trust: try parties.issuerTrust()).verify(
            deviceResponse: try response.encode(transcript: session.transcript), transcript: session.transcript, at: World.now)
        guard case .verified(let verified) = result else { Issue.record("refused: \(result.report.failures)"); return }
        #expect(verified.documents[0].deviceSigned.map(\.reference) == [ElementReference("example.device", "mood")])
        #expect(!verified.documents[0].issuerSigned.contains { $0.reference.nameSpace == "example.device" })
    }

    @Test("Chains are accepted in every legal shape and from either header", arguments: [ForgedResponse.ChainShape.standard, .array, .protected])
    func chainShapes(_ shape: ForgedResponse.ChainShape) throws {
        let result = try World.verify { $0.chainShape = shape }
        guard case .verified = result else { Issue.record("refused: \(result.report.failures)"); return }
    }

    @Test("The root inside the chain is no evidence: without it in the trust list the response is refused")
    func rootInChain() throws {
        let parties = try World.parties()
        var response = ForgedResponse(parties)
        response.chain.append(parties.root.identity.derEncoded)
        let session = try parties.request(World.asked).session
        let bytes = try response.encode(transcript: session.transcript)
        let trusted = World.replayer(trust: try parties.issuerTrust()).verify(deviceResponse: bytes, transcript: session.transcript, at: World.now)
        guard case .verified = trusted else { Issue.record("refused: \(trusted.report.failures)"); return }
        let other = try SampleParties(now: World.now)
        for trust in [IssuerTrustList([]), try other.issuerTrust()] {
            let result = World.replayer(trust: trust).verify(deviceResponse: bytes, transcript: session.transcript, at: World.now)
            #expect(RecordedExchange.failures(result.report) == ["signer.path"])
        }
    }

    @Test("Each algorithm of the table verifies, on the issuer's and on the device's side", arguments: EllipticCurve.allCases)
    func algorithms(_ curve: EllipticCurve) throws {
        let parties = try SampleParties(now: World.now, curve: curve, deviceCurve: curve)
        let (session, request) = try parties.request(["given_name"])
        let result = Verifier(trust: try parties.issuerTrust()).verify(
            try parties.answer(request), for: ClaimedSession(claimed: session), at: World.now)
        guard case .verified(let response) = result else { Issue.record("refused: \(result.report.failures)"); return }
        #expect(response.documents[0][.mobileDrivingLicence, "given_name"]?.text == "Kelly")
    }

    @Test("Fully specified algorithm numbers are accepted", arguments: [(EllipticCurve.p256, Int64(-9)), (.p384, -51), (.p521, -52), (.ed25519, -19)])
    func fullySpecified(_ curve: EllipticCurve, _ number: Int64) throws {
        let parties = try SampleParties(now: World.now, curve: curve)
        var response = ForgedResponse(parties)
        response.algorithm = number
        let session = try parties.request(World.asked).session
        let result = Verifier(trust: try parties.issuerTrust()).verify(
            try response.seal(for: session), for: ClaimedSession(claimed: session), at: World.now)
        guard case .verified = result else { Issue.record("refused: \(result.report.failures)"); return }
    }

    @Test("Each digest algorithm verifies", arguments: DigestAlgorithm.allCases)
    func digestAlgorithms(_ algorithm: DigestAlgorithm) throws {
        let result = try World.verify { $0.digestAlgorithm = algorithm.rawValue }
        guard case .verified = result else { Issue.record("refused: \(result.report.failures)"); return }
    }

    @Test("Short salts, fractional seconds and an object that outlives its signer are tolerated with a warning")
    func warnings() throws {
        let salted = try World.verify { $0.items[0].random = [1, 2, 3] }
        #expect(RecordedExchange.warnings(salted.report) == ["mso.random"])
        let fraction = try World.verify { $0.signed = .dateTime("2026-05-31T00:00:00.404726Z") }
        #expect(RecordedExchange.warnings(fraction.report) == ["mso.dateForm"])
        let lasting = try World.verify { $0.validUntil = .dateTime("2099-06-01T00:00:00Z") }
        #expect(RecordedExchange.warnings(lasting.report) == ["mso.outlivesSigner"])
        guard case .verified = salted, case .verified = fraction, case .verified = lasting else { Issue.record("refused"); return }
    }

    @Test("An object signed later than its own validity begins, or than now, is pointed out; clocks may differ by the tolerance")
    func signedLater() throws {
        let late = try World.verify { $0.signed = .dateTime("2026-05-31T12:00:00Z") }
        #expect(RecordedExchange.warnings(late.report) == ["mso.signed"])
        #expect(late.isVerified)
        func signedAndValid(from text: String) throws -> Verdict {
            try World.verify {
                $0.signed = .dateTime(text)
                $0.validFrom = .dateTime(text)
            }
        }
        let tomorrow = try signedAndValid(from: "2026-06-02T00:00:00Z")
        #expect(RecordedExchange.warnings(tomorrow.report) == ["mso.signed"])
        #expect(RecordedExchange.failures(tomorrow.report) == ["mso.validFrom"])
        let within = try signedAndValid(from: "2026-06-01T12:01:00Z")
        #expect(within.report.warnings.isEmpty)
        #expect(within.isVerified)
    }

    @Test("A status reference without a list at hand is unknown: neither good nor revoked")
    func statusUnknown() throws {
        let result = try World.verify {
            $0.msoStatus = .textMap(["status_list": .textMap(["idx": .unsigned(3), "uri": .text("https://status.example/1")])])
        }
        #expect(result.report.outcomes(of: .msoStatus) == [.unknown])
        guard case .verified = result else { Issue.record("refused"); return }
    }
}

extension Array where Element == UInt8 {
    func lastRange(of other: [UInt8]) -> Int? {
        guard count >= other.count else { return nil }
        return indices.reversed().first { $0 + other.count <= count && Array(self[$0..<($0 + other.count)]) == other }
    }
}
