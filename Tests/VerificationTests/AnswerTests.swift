import CBOR
import COSE
import Crypto
import DocumentTrust
import Foundation
import MobileDocument
import MobileDocumentTesting
import RelyingParty
import Testing

/// How an answer is compared with its request, on the website's side, whatever the wallet does.
@Suite("Answers against their request")
struct AnswerTests {
    private func verify(
        _ documents: [RequestedDocument], useCases: [UseCase] = [], _ responses: [ForgedResponse], trust: IssuerTrustList? = nil
    ) throws -> Verdict {
        let parties = try World.parties()
        let (session, _) = try RequestBuilder(documents: documents, useCases: useCases).build(
            for: parties.origin, expiresAt: World.now.advanced(bySeconds: 60))
        let encoded = try responses.map { try $0.encode(transcript: session.transcript) }
        let request = try DeviceRequest(try #require(session.deviceRequest.flatMap(Base64URL.decode)))
        return Verifier(trust: try trust ?? parties.issuerTrust()).verify(
            deviceResponse: try AlteredResponse.joining(encoded), transcript: session.transcript, request: request, at: World.now)
    }

    private func licence(_ elements: [ElementIdentifier], retaining: Set<ElementIdentifier> = [], info: DocRequestInfo? = nil) -> RequestedDocument {
        RequestedDocument(
            .mobileDrivingLicence,
            elements: elements.map { .init(ElementReference(.mobileDrivingLicence, $0), intentToRetain: retaining.contains($0)) }, info: info)
    }

    private func response(_ items: KeyValuePairs<ElementIdentifier, CBORValue>) throws -> ForgedResponse {
        var response = ForgedResponse(try World.parties())
        response.items = items.enumerated().map { ForgedResponse.Item(UInt64($0.offset), $0.element.key, $0.element.value) }
        return response
    }

    private func verified(_ verdict: Verdict) throws -> VerifiedResponse {
        guard case .verified(let response) = verdict else {
            Issue.record("refused: \(verdict.report.failures)")
            throw World.Unavailable()
        }
        return response
    }

    @Test("Of many age attestations only the one that answers is handed on")
    func ageOverSharing() throws {
        let answer = try response(["age_over_18": .boolean(true), "age_over_21": .boolean(true), "age_over_30": .boolean(true), "age_over_40": .boolean(false)])
        let exact = try verified(verify([licence(["age_over_21"], retaining: ["age_over_21"])], [answer]))
        #expect(exact.documents[0].issuerSigned.map(\.reference.identifier) == ["age_over_21"])
        #expect(exact.documents[0].issuerSigned.allSatisfy { $0.mayBeRetained })
        #expect(exact.comparison.unrequested.count == 3)
        let nearest = try verified(verify([licence(["age_over_25"])], [answer]))
        #expect(nearest.documents[0].issuerSigned.map(\.reference.identifier) == ["age_over_30"])
        #expect(nearest.documents[0].isAtLeast(age: 25) == true)
    }

    @Test("By a date of birth nobody is older before the day has come everywhere")
    func birthday() throws {
        let answer = try verified(verify([licence(["birth_date"])], [response(["birth_date": .fullDate("1994-04-18")])])).documents[0]
        let noon = try #require(Instant("2026-04-18T12:00:00Z"))
        #expect(answer.inference(ofAge: 32, at: noon.advanced(bySeconds: -1))?.isReached == false)
        #expect(answer.inference(ofAge: 32, at: noon)?.isReached == true)
    }

    @Test("Of many elements in two namespaces exactly those asked for are handed on, each as it was asked for")
    func manyElements() throws {
        var answer = try response([:])
        for number in 0..<15 {
            for (offset, nameSpace) in [NameSpace.mobileDrivingLicence, .aamva].enumerated() {
                var item = ForgedResponse.Item(UInt64(number), ElementIdentifier(rawValue: "element_\(number)"), .text("\(offset)/\(number)"))
                item.nameSpace = nameSpace
                answer.items.append(item)
            }
        }
        func reference(_ nameSpace: NameSpace, _ number: Int) -> ElementReference {
            ElementReference(nameSpace, ElementIdentifier(rawValue: "element_\(number)"))
        }
        let asked = [
            ItemsRequest.Element(reference(.aamva, 14), intentToRetain: true),
            .init(reference(.mobileDrivingLicence, 3), intentToRetain: false),
            .init(reference(.aamva, 0), intentToRetain: false),
            .init(reference(.mobileDrivingLicence, 15), intentToRetain: true),
        ]
        let result = try verified(verify([RequestedDocument(.mobileDrivingLicence, elements: asked)], [answer]))
        let elements = result.documents[0].issuerSigned
        #expect(Set(elements.map(\.reference)) == Set(asked.prefix(3).map(\.reference)))
        #expect(elements.first { $0.reference == reference(.aamva, 14) }?.text == "1/14")
        #expect(elements.first { $0.reference == reference(.mobileDrivingLicence, 3) }?.text == "0/3")
        #expect(elements.filter(\.mayBeRetained).map(\.reference) == [reference(.aamva, 14)])
        #expect(result.comparison.missing == [reference(.mobileDrivingLicence, 15)])
        #expect(result.comparison.unrequested.count == 27)
    }

    @Test("What only the device signs answers nothing that was asked of the issuer")
    func deviceSignedIsNoAnswer() throws {
        var answer = try response(["height": .unsigned(171)])
        answer.deviceElements = [(.mobileDrivingLicence, [("given_name", .text("Eve")), ("family_name", .text("Mallory"))])]
        answer.keyAuthorizations = KeyAuthorizations(nameSpaces: [.mobileDrivingLicence])
        let verdict = try verify([licence(["given_name", "family_name"])], [answer])
        #expect(RecordedExchange.failures(verdict.report) == ["request.missing"])
    }

    @Test("Of several documents each hands on its own elements: the issuer's and the device's, as they were asked for, and none of a document nobody wanted")
    func eachItsOwn() throws {
        let device: NameSpace = "example.device"
        func answer(_ items: KeyValuePairs<ElementIdentifier, CBORValue>, _ said: [ElementIdentifier]) throws -> ForgedResponse {
            var answer = try response(items)
            answer.deviceElements = [(device, said.map { ($0, .text("said")) })]
            answer.keyAuthorizations = KeyAuthorizations(nameSpaces: [device])
            return answer
        }
        let asked = RequestedDocument(
            .mobileDrivingLicence,
            elements: [
                .init(ElementReference(.mobileDrivingLicence, "given_name"), intentToRetain: false),
                .init(ElementReference(.mobileDrivingLicence, "height"), intentToRetain: true),
                .init(ElementReference(device, "pulse"), intentToRetain: true),
            ])
        let result = try verified(
            verify(
                [asked],
                [
                    answer(["family_name": .text("Appleseed"), "given_name": .text("Kelly")], ["mood", "pulse"]),
                    answer(["weight": .unsigned(70)], ["pulse", "mood", "steps"]),
                    answer(["sex": .unsigned(2), "height": .unsigned(171), "portrait": .bytes([1])], ["mood"]),
                ]))
        func names(_ elements: [VerifiedElement]) -> [String] { elements.map { $0.reference.identifier.rawValue + ($0.mayBeRetained ? " kept" : "") } }
        #expect(result.documents.map { names($0.issuerSigned) } == [["given_name"], ["height kept"]])
        #expect(result.documents.map { names($0.deviceSigned) } == [["pulse kept"], []])
        #expect(
            result.comparison.unrequested.map(\.identifier.rawValue)
                == ["family_name", "mood", "weight", "mood", "steps", "sex", "portrait", "mood"])
        // Under the number that the report gives it, whatever was dropped before it.
        #expect(result.documents.map(\.position) == [0, 2])
        let verdict = try verify([asked], [answer(["weight": .unsigned(70)], ["mood"]), answer(["given_name": .text("Kelly")], ["mood"])])
        #expect(try verified(verdict).documents.map(\.position) == [1])
        let object = try #require(JSONSerialization.jsonObject(with: JSONEncoder().encode(verdict.output)) as? [String: Any])
        let documents = try #require(object["documents"] as? [[String: Any]])
        #expect(documents.map { $0["position"] as? Int } == [1])
    }

    @Test("Elements of two documents are never put together for one request")
    func noPooling() throws {
        let first = try response(["given_name": .text("Kelly")])
        let second = try response(["family_name": .text("Appleseed")])
        let result = try verified(verify([licence(["given_name", "family_name"])], [first, second]))
        #expect(result.comparison.answered.count == 1)
        #expect(result.comparison.missing.count == 1)
    }

    @Test("Whatever the order of documents, each stands for the request for which the others do not, and nothing that was shared counts as missing")
    func anyOrder() throws {
        let less = try response(["given_name": .text("Kelly")])
        let more = try response(["given_name": .text("Kelly"), "portrait": .bytes([1])])
        for asked in [[licence(["given_name"]), licence(["given_name", "portrait"])], [licence(["given_name", "portrait"]), licence(["given_name"])]] {
            for answers in [[less, more], [more, less]] {
                #expect(try verified(verify(asked, answers)).comparison.missing.isEmpty)
            }
        }
    }

    @Test("Whatever the order of requests, a document stands for the one that a mandatory use case needs before one that may be left out")
    func mandatoryFirst() throws {
        let (optional, mandatory) = (licence(["given_name", "age_over_21", "portrait"]), licence(["given_name", "age_over_21"]))
        let answer = try response(["given_name": .text("Kelly"), "age_over_21": .boolean(true)])
        for asked in [[optional, mandatory], [mandatory, optional]] {
            let needed = asked[0].elements.count == 2 ? 0 : 1
            let useCases = [UseCase(isMandatory: false, documentSets: [[1 - needed]]), UseCase(isMandatory: true, documentSets: [[needed]])]
            let result = try verified(verify(asked, useCases: useCases, [answer]))
            #expect(result.report.outcomes(of: .requestDocuments) == [.passed])
            #expect(result.comparison.answered.map(\.identifier.rawValue) == ["given_name", "age_over_21"])
        }
    }

    @Test("A set is passed over where its document is needed by another mandatory use case, and of optional ones any that can be is served")
    func servableSets() throws {
        let small = try response(["family_name": .text("Appleseed")])
        let large = try response(["given_name": .text("Kelly"), "family_name": .text("Appleseed"), "height": .unsigned(171)])
        // The second document alone answers the first and the third request.
        let asked = [licence(["given_name"]), licence(["family_name"]), licence(["height"])]
        let useCases = [UseCase(isMandatory: true, documentSets: [[0], [1]]), UseCase(isMandatory: true, documentSets: [[2]])]
        _ = try verified(verify(asked, useCases: useCases, [small, large]))
        let either = [UseCase(isMandatory: false, documentSets: [[0, 2]]), UseCase(isMandatory: false, documentSets: [[1]])]
        _ = try verified(verify(asked, useCases: either, [large]))
    }

    @Test("However many use cases leave a choice, what cannot be served is refused and the choice is made once")
    func manyChoices() throws {
        let small = try response(["family_name": .text("Appleseed")])
        let large = try response(["given_name": .text("Kelly"), "family_name": .text("Appleseed"), "height": .unsigned(171)])
        let asked = [licence(["given_name"]), licence(["family_name"]), licence(["height"])]
        let either = Array(repeating: UseCase(isMandatory: true, documentSets: [[0], [1]]), count: 15)
        let third = [UseCase(isMandatory: true, documentSets: [[2]])]
        #expect(RecordedExchange.failures(try verify(asked, useCases: either + third, [small]).report) == ["request.documents"], "no document answers it")
        let needed = try verify(asked, useCases: either + third, [large])
        #expect(RecordedExchange.failures(needed.report) == ["request.documents"], "the only one that answers it is needed for the others")
        _ = try verified(verify(asked, useCases: either + third, [small, large]))
    }

    @Test("One document serves one request of a mandatory set; two serve both")
    func mandatorySets() throws {
        let documents = [licence(["given_name"]), licence(["family_name"])]
        let useCase = [UseCase(isMandatory: true, documentSets: [[0, 1]])]
        let answer = try response(["given_name": .text("Kelly"), "family_name": .text("Appleseed")])
        let one = try verify(documents, useCases: useCase, [answer])
        #expect(RecordedExchange.failures(one.report) == ["request.documents"])
        let two = try verified(verify(documents, useCases: useCase, [answer, answer]))
        #expect(two.comparison.missing.isEmpty)
        let alternative = try verified(verify(documents, useCases: [UseCase(isMandatory: true, documentSets: [[0, 1], [1]])], [try response(["family_name": .text("A")])]))
        #expect(alternative.report.outcomes(of: .requestDocuments) == [.passed])
        let neither = try verify(documents, useCases: [UseCase(isMandatory: false, documentSets: [[0, 1]])], [answer])
        #expect(RecordedExchange.failures(neither.report) == ["request.documents"])
    }

    @Test("Nothing is missing of a document where others serve every use case that names it; of the one that answers what it leaves out is")
    func spared() throws {
        let photoID = RequestedDocument("org.iso.23220.photoid.1", nameSpace: "org.iso.23220.1", elements: ["given_name_unicode"])
        let answer = try response(["given_name": .text("Kelly")])
        let either = UseCase(isMandatory: true, documentSets: [[0], [1]])
        func missing(_ useCases: [UseCase]) throws -> [String] {
            let result = try verified(verify([photoID, licence(["given_name", "height"])], useCases: useCases, [answer]))
            return result.comparison.missing.map(\.identifier.rawValue)
        }
        #expect(try missing([either]) == ["height"])
        for others in [[], [UseCase(isMandatory: true, documentSets: [[1]])], [either, UseCase(isMandatory: false, documentSets: [[0]])]] as [[UseCase]] {
            #expect(try missing(others) == ["given_name_unicode", "height"])
        }
        let whole = try verified(verify([photoID, licence(["given_name"])], useCases: [either], [answer]))
        #expect(whole.report.outcomes(of: .requestMissing) == [.skipped, .passed] && whole.report.outcomes(of: .requestDocuments) == [.passed])
        #expect(whole.report.checks.first { $0.identifier == .requestMissing }?.element == "given_name_unicode", "asked for, absent, and not missing")
    }

    @Test("A document request that wants one document refuses several; without that wish several are fine")
    func uniqueDocument() throws {
        let answer = try response(["given_name": .text("Kelly")])
        let unique = try verify([licence(["given_name"], info: DocRequestInfo(uniqueDocSetRequired: true))], [answer, answer])
        #expect(RecordedExchange.failures(unique.report) == ["request.documents"])
        _ = try verified(verify([licence(["given_name"])], [answer, answer]))
        let two = [licence(["given_name"], info: DocRequestInfo(uniqueDocSetRequired: true)), licence(["given_name"], info: DocRequestInfo(uniqueDocSetRequired: true))]
        _ = try verified(verify(two, [answer, answer]))
        #expect(RecordedExchange.failures(try verify(two, [answer, answer, answer]).report) == ["request.documents"])
    }

    @Test("A document of an issuer nobody asked for is no answer")
    func issuerIdentifiers() throws {
        let answer = try response(["given_name": .text("Kelly")])
        let root = try ParsedCertificate(ByteSlice(try World.parties().root.identity.derEncoded))
        let right = DocRequestInfo(issuerIdentifiers: [ByteSlice(try #require(root.subjectKeyIdentifier))])
        _ = try verified(verify([licence(["given_name"], info: right)], [answer]))
        let wrong = try verify([licence(["given_name"], info: DocRequestInfo(issuerIdentifiers: [ByteSlice([1, 2, 3])]))], [answer])
        #expect(RecordedExchange.failures(wrong.report) == ["request.missing"])
    }

    @Test("What is asked of other issuers alone is not handed on, whatever else the document is asked for")
    func elementsOfOtherIssuers() throws {
        let answer = try response(["given_name": .text("Kelly"), "family_name": .text("Appleseed")])
        let other = DocRequestInfo(issuerIdentifiers: [ByteSlice([1, 2, 3])])
        func names(_ documents: [RequestedDocument]) throws -> [String] {
            let result = try verified(verify(documents, [answer]))
            #expect(result.comparison.missing.map(\.identifier.rawValue) == ["family_name"])
            return result.documents.flatMap(\.issuerSigned).map(\.reference.identifier.rawValue)
        }
        #expect(try names([licence(["family_name"], info: other), licence(["given_name"])]) == ["given_name"])
        #expect(try names([licence(["given_name"]), licence(["family_name"], info: other)]) == ["given_name"])
        let wanted = try verified(verify([licence(["family_name"]), licence(["given_name"])], [answer, answer]))
        #expect(wanted.comparison.missing.isEmpty)
    }

    @Test("A certificate that a document carries beside its signer's path makes it no document of that certificate's issuer")
    func strayCertificates() throws {
        let (own, other) = (try World.parties(), try SampleParties(now: World.now))
        func identifier(_ parties: SampleParties) throws -> ByteSlice {
            ByteSlice(try #require(ParsedCertificate(ByteSlice(parties.root.identity.derEncoded)).subjectKeyIdentifier))
        }
        var answer = try response(["given_name": .text("Kelly")])
        answer.chain.append(other.signer.derEncoded)
        let right = try verify([licence(["given_name"], info: DocRequestInfo(issuerIdentifiers: [identifier(own)]))], [answer])
        _ = try verified(right)
        let wrong = try verify([licence(["given_name"], info: DocRequestInfo(issuerIdentifiers: [identifier(other)]))], [answer])
        #expect(RecordedExchange.failures(wrong.report) == ["request.missing"])
    }

    @Test("Where the trusted authority is no root, whoever certified it counts among the document's issuers too, as for the wallet")
    func issuerAboveTheAnchor() throws {
        let (rootKey, middleKey, key) = (P256.Signing.PrivateKey(), P256.Signing.PrivateKey(), P256.Signing.PrivateKey())
        let root = try CertificateMaker.authority(pathLength: 1).make(key: rootKey)
        let middle = try CertificateMaker.authority("CN=Utopia Intermediate,C=UT").make(key: middleKey, issuer: "CN=Utopia IACA,C=UT", issuerKey: rootKey)
        let leaf = try CertificateMaker().make(key: key, issuer: "CN=Utopia Intermediate,C=UT", issuerKey: middleKey)
        var answer = try response(["given_name": .text("Kelly")])
        answer.chain = [leaf.encoded.array, middle.encoded.array]
        answer.issuerKey = .p256(key)
        let trust = IssuerTrustList([TrustAnchor(middle, provenance: "intermediate")])
        func failures(_ identifier: [UInt8]?) throws -> [String] {
            let info = DocRequestInfo(issuerIdentifiers: [ByteSlice(try #require(identifier))])
            return RecordedExchange.failures(try verify([licence(["given_name"], info: info)], [answer], trust: trust).report)
        }
        #expect(try failures(root.subjectKeyIdentifier) == [])
        #expect(try failures(middle.subjectKeyIdentifier) == [])
        #expect(try failures(leaf.subjectKeyIdentifier) == ["request.missing"], "a signer is no authority")
    }

    @Test("Production verifies answers to sessions of its own only; development may replay")
    func production() throws {
        let parties = try World.parties()
        let (session, request) = try parties.request(["given_name"])
        let answer = try parties.answer(request)
        let production = Verifier(trust: try parties.issuerTrust())
        func failures(_ verifier: Verifier, _ session: PendingSession) -> [String] {
            RecordedExchange.failures(verifier.verify(answer, for: ClaimedSession(claimed: session), at: World.now).report)
        }
        let endless = PendingSession(
            origin: session.origin, encryptionInfo: session.encryptionInfo, deviceRequest: session.deviceRequest, recipientKey: session.recipientKey,
            expiresAt: nil)
        let requestless = PendingSession(
            origin: session.origin, encryptionInfo: session.encryptionInfo, deviceRequest: nil, recipientKey: session.recipientKey,
            expiresAt: session.expiresAt)
        let garbled = PendingSession(
            origin: session.origin, encryptionInfo: session.encryptionInfo, deviceRequest: "oA", recipientKey: session.recipientKey,
            expiresAt: session.expiresAt)
        #expect(failures(production, session) == [])
        #expect(failures(production, endless) == ["session.expiry"])
        #expect(failures(production, requestless) == ["request.docType"])
        #expect(failures(production, garbled) == ["response.encoding"])
        let replayer = World.replayer(trust: try parties.issuerTrust())
        #expect(failures(replayer, endless) == [])
        #expect(failures(replayer, requestless) == [])

        let sealed = try EncryptedResponse(try #require(answer.sealed))
        let opened = try #require(ResponseOpener.open(sealed, for: session))
        let recorded = try SessionTranscript(recorded: session.transcript.encoded)
        let device = try DeviceRequest(try #require(session.deviceRequest.flatMap(Base64URL.decode)))
        let verdict = production.verify(deviceResponse: opened, transcript: recorded, request: device, at: World.now)
        #expect(RecordedExchange.failures(verdict.report) == ["session.transcript"])
    }

    @Test(
        "Whatever namespace says it, the country is compared with the signer's, the jurisdiction with its state, and an expired document is a warning",
        arguments: [
            (.mobileDrivingLicence, "issuing_jurisdiction"), ("org.iso.23220.1", "issuing_subdivision"), ("eu.europa.ec.eudi.pid.1", "issuing_jurisdiction"),
        ] as [(NameSpace, ElementIdentifier)])
    func places(_ nameSpace: NameSpace, _ jurisdiction: ElementIdentifier) throws {
        var answer = try response([
            "given_name": .text("Kelly"), jurisdiction: .text("UT-B"), "expiry_date": .fullDate("2026-05-31"), "issuing_country": .text("UT"),
        ])
        for index in 1..<4 { answer.items[index].nameSpace = nameSpace }
        let withoutState = try verified(verify([licence(["given_name"])], [answer]))
        #expect(withoutState.report.outcomes(of: .elementIssuingJurisdiction) == [.skipped])
        #expect(withoutState.report.outcomes(of: .elementIssuingCountry) == [.passed])
        #expect(withoutState.report.outcomes(of: .elementExpiryDate) == [.warning])
        let warned = try #require(withoutState.report.checks.first { $0.identifier == .elementExpiryDate })
        #expect(warned.nameSpace == nameSpace && warned.element == "expiry_date")
        answer.items[2].value = .fullDate("2026-06-01")
        let lastDay = try verified(verify([licence(["given_name"])], [answer]))
        #expect(lastDay.report.outcomes(of: .elementExpiryDate) == [.passed])
        answer.items[2].value = .text("never")
        let endless = try verified(verify([licence(["given_name"])], [answer]))
        #expect(endless.report.outcomes(of: .elementExpiryDate) == [.skipped])
        answer.items[3].value = .text("XX")
        let elsewhere = try verify([licence(["given_name"])], [answer])
        let isLicence = nameSpace == .mobileDrivingLicence
        #expect(elsewhere.report.outcomes(of: .elementIssuingCountry) == [isLicence ? .failed : .warning])
        #expect(RecordedExchange.failures(elsewhere.report) == (isLicence ? ["element.issuingCountry"] : []))
    }

    @Test("An element whose date lacks the tag has no date, and its text, so that it does not look like one without an end")
    func untaggedDate() throws {
        let answer = try response(["issue_date": .fullDate("2026-03-01"), "expiry_date": .text("2031-03-01")])
        let document = try verified(verify([licence(["issue_date", "expiry_date"])], [answer])).documents[0]
        let (issue, expiry) = (document[.mobileDrivingLicence, "issue_date"], document[.mobileDrivingLicence, "expiry_date"])
        #expect(issue?.date == CalendarDate("2026-03-01") && issue?.text == nil)
        #expect(expiry?.date == nil && expiry?.text == "2031-03-01")
    }

    @Test("An expiry date without its tag is compared all the same, and only of one that has passed is said that it has no tag")
    func untaggedExpiry() throws {
        func checks(_ date: CBORValue) throws -> [CheckResult] {
            let answer = try response(["given_name": .text("Kelly"), "expiry_date": date])
            return try verified(verify([licence(["given_name"])], [answer])).report.checks.filter { $0.identifier == .elementExpiryDate }
        }
        for (text, outcome) in [
            ("2026-05-31", CheckOutcome.warning), ("2026-05-31T23:59:59Z", .warning), ("2026-06-01", .passed), ("2026-06-01T23:59:59Z", .passed),
        ] {
            let found = try checks(.text(text))
            #expect(found.map(\.outcome) == [outcome], "\(text)")
            let isToldOfForm = found.contains { $0.reason?.contains("plain text") == true }
            #expect(isToldOfForm == (outcome == .warning), "\(text)")
        }
        let expired = try checks(.fullDate("2026-05-31"))
        #expect(expired.map(\.outcome) == [.warning] && expired.first?.reason?.contains("plain text") == false)
        #expect(try checks(.fullDate("2026-06-01")).map(\.outcome) == [.passed])
    }
}
