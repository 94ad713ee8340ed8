import MobileDocument
import PresentmentRequest
import RelyingParty
import Testing
import VectorSupport

@Suite("What a broker and its parser tell each other")
struct ParserReplyTests {
    private static func richRequest() throws -> PartialRequest {
        let scene = try RequestScene()
        let useCases = [UseCase(isMandatory: true, documentSets: [[0], [1]]), UseCase(isMandatory: false, documentSets: [[1, 0]])]
        let over21 = ElementReference(.mobileDrivingLicence, "age_over_21")
        let information = DocRequestInfo(
            alternativeDataElements: [AlternativeDataElements(for: over21, sets: [[ElementReference(.mobileDrivingLicence, "birth_date")]])],
            issuerIdentifiers: [.init([1, 2, 3])])
        let licence = RequestedDocument(
            .mobileDrivingLicence, elements: [.init(over21, intentToRetain: true)], info: information)
        return try scene.partial(
            scene.data([licence, RequestScene.photoID], useCases: useCases, signers: [scene.reader(.wholeRequestAndEachDocument)]))
    }

    private static func replies() throws -> [ParserReply] {
        let request = try richRequest()
        return [
            ParserReply(confinement: .complete, outcome: .request(request)),
            ParserReply(confinement: .withoutLandlock, outcome: .request(request)),
            ParserReply(confinement: .complete, outcome: .refused(RequestRefusal(.duplicateKey, "a key twice"))),
        ]
    }

    @Test("A reply is decoded to what was encoded")
    func roundTrip() throws {
        let scene = try RequestScene()
        let withoutUseCases = try scene.partial(scene.data([RequestScene.licence, RequestScene.photoID]))
        let replies = try Self.replies() + [ParserReply(confinement: .complete, outcome: .request(withoutUseCases))]
        for reply in replies { #expect(try ParserReply(decoding: reply.encode()) == reply) }
        for code in RequestRefusal.Code.allCases {
            let reply = ParserReply(confinement: .complete, outcome: .refused(RequestRefusal(code, "why")))
            #expect(try ParserReply(decoding: reply.encode()) == reply)
        }
        let input = ParserInput(origin: "https://rentals.example", requestData: [1, 2, 3])
        #expect(try ParserInput(decoding: input.encode()) == input)
    }

    @Test("A reply that is cut off anywhere, or goes on, is refused")
    func truncation() async throws {
        for reply in try Self.replies() {
            let bytes = reply.encode()
            for count in bytes.indices {
                #expect(throws: WireFault.self) { try ParserReply(decoding: Array(bytes[..<count])) }
                // Other tests wait for this thread.
                await Task.yield()
            }
            #expect(throws: WireFault.self) { try ParserReply(decoding: bytes + [0]) }
        }
        #expect(throws: WireFault.self) { try ParserInput(decoding: ParserInput(origin: "o", requestData: [1]).encode() + [0]) }
    }

    @Test("A reply in the former form is refused as one of a parser of another version")
    func formerVersion() throws {
        for reply in try Self.replies() {
            let former = Array("mdrr1".utf8) + reply.encode().dropFirst(5)
            let fault = try #require(throws: WireFault.self) { try ParserReply(decoding: former) }
            #expect(fault.reason == "not a reply of a parser of this version")
        }
    }

    @Test("Every change of one byte is refused or is another value with those very bytes")
    func oneEncoding() async throws {
        for reply in try Self.replies().dropFirst() {
            let bytes = reply.encode()
            for position in bytes.indices {
                for value in [UInt8(0), 2, 0x80, bytes[position] ^ 1] where value != bytes[position] {
                    var changed = bytes
                    changed[position] = value
                    guard let other = try? ParserReply(decoding: changed) else { continue }
                    if other == reply || other.encode() != changed { Issue.record("byte \(position) to \(value)") }
                }
                await Task.yield()
            }
        }
    }

    @Test("20,000 replies of a parser that lies about everything are refused or stay within the form")
    func garbage() async throws {
        let genuine = try Self.replies().map { $0.encode() }
        var generator = SeededGenerator(seed: 5)
        for round in 0..<20_000 {
            if round.isMultiple(of: 20) { await Task.yield() }
            var bytes = round % 4 == 0 ? generator.bytes(Int.random(in: 0...300, using: &generator)) : genuine[round % genuine.count]
            for _ in 0..<Int.random(in: 1...8, using: &generator) where !bytes.isEmpty {
                let position = Int.random(in: bytes.indices, using: &generator)
                bytes[position] = UInt8.random(in: .min ... .max, using: &generator)
            }
            guard let reply = try? ParserReply(decoding: bytes) else { continue }
            if reply.encode() != bytes { Issue.record("round \(round) has a second encoding") }
        }
    }

    @Test("The largest request within bounds fits a reply")
    func largest() throws {
        let name = String(repeating: "n", count: 250)
        func element(_ index: Int) throws -> PartialRequest.Element {
            PartialRequest.Element(try PartialRequest.ElementReference(nameSpace: name + "space", identifier: name + "\(index)"), isRetaining: true)
        }
        let issuers = (0..<1000).map { _ in [UInt8](repeating: 1, count: 64) }
        let document = try PartialRequest.DocumentRequest(
            documentType: name, elements: (0..<128).map(element), issuerKeyIdentifiers: issuers)
        let sets = Array(repeating: Array(0..<16), count: 16)
        let presentment = try PartialRequest.Presentment(isMandatory: true, documentRequestSets: sets)
        let certificate = [UInt8](repeating: 2, count: (2 << 20) / 32)
        let signature = try PartialRequest.Authentication(coverage: .documentRequest(15), certificateChain: [certificate])
        let digest = try RequestDigest([UInt8](repeating: 3, count: 32))
        let request = try PartialRequest(
            origin: "https://" + String(repeating: "o", count: 292), documentRequests: Array(repeating: document, count: 16),
            presentments: Array(repeating: presentment, count: 16), authentications: Array(repeating: signature, count: 32),
            deviceRequestDigest: digest, encryptionInfoDigest: digest)
        let reply = ParserReply(confinement: .complete, outcome: .request(request))
        #expect(reply.encode().count <= ParserReply.maximumBytes)
        #expect(try ParserReply(decoding: reply.encode()) == reply)
    }
}
