import PresentmentRequest
import Testing

@Suite("Bounds of a partial request")
struct PartialRequestTests {
    private static func digest() throws -> RequestDigest { try RequestDigest([UInt8](repeating: 7, count: 32)) }
    private static func element(_ name: String = "family_name") throws -> PartialRequest.Element {
        PartialRequest.Element(try PartialRequest.ElementReference(nameSpace: "org.iso.18013.5.1", identifier: name), isRetaining: false)
    }
    private static func document(elements: Int = 1) throws -> PartialRequest.DocumentRequest {
        try PartialRequest.DocumentRequest(documentType: "org.iso.18013.5.1.mDL", elements: (0..<elements).map { try element("e\($0)") })
    }
    private static func request(
        origin: String = "https://rentals.example", documents: [PartialRequest.DocumentRequest]? = nil,
        presentments: [PartialRequest.Presentment]? = nil, authentications: [PartialRequest.Authentication] = []
    ) throws -> PartialRequest {
        try PartialRequest(
            origin: origin, documentRequests: documents ?? [document()],
            presentments: presentments ?? [PartialRequest.Presentment(isMandatory: true, documentRequestSets: [[0]])],
            authentications: authentications, deviceRequestDigest: digest(), encryptionInfoDigest: digest())
    }

    private func fault(_ make: () throws -> some Sendable) -> PartialRequestFault.Code? {
        do {
            _ = try make()
            return nil
        } catch {
            return (error as? PartialRequestFault)?.code
        }
    }

    @Test("What is within bounds is taken as it is")
    func within() throws {
        let request = try Self.request()
        #expect(request.documentRequests[0].elements.count == 1)
        #expect(fault { try Self.document(elements: 512) } == nil)
        #expect(fault { try Self.request(documents: Array(repeating: try Self.document(), count: 16)) } == nil)
    }

    @Test("Too many and too few of anything are refused")
    func counts() throws {
        #expect(fault { try Self.document(elements: 0) } == .count)
        #expect(fault { try Self.document(elements: 513) } == .count)
        #expect(fault { try Self.request(documents: []) } == .count)
        #expect(fault { try Self.request(documents: Array(repeating: try Self.document(), count: 17)) } == .count)
        #expect(fault { try Self.request(documents: Array(repeating: try Self.document(elements: 500), count: 5)) } == .count)
        #expect(fault { try Self.request(presentments: []) } == .count)
        #expect(fault { try PartialRequest.Presentment(isMandatory: true, documentRequestSets: []) } == .count)
        #expect(fault { try PartialRequest.Presentment(isMandatory: true, documentRequestSets: [[]]) } == .count)
        #expect(fault { try PartialRequest.Authentication(coverage: .wholeRequest, certificateChain: []) } == .count)
        #expect(fault { try PartialRequest.Authentication(coverage: .wholeRequest, certificateChain: [[]]) } == .count)
        let large = [UInt8](repeating: 0, count: 393_217)
        #expect(fault { try PartialRequest.Authentication(coverage: .wholeRequest, certificateChain: [large]) } == .count)
        let signature = try PartialRequest.Authentication(coverage: .wholeRequest, certificateChain: [Array(large.dropLast())])
        #expect(fault { try Self.request(authentications: Array(repeating: signature, count: 5)) } == nil)
        #expect(fault { try Self.request(authentications: Array(repeating: signature, count: 6)) } == .count)
        #expect(fault { try RequestDigest([1, 2, 3]) } == .count)
    }

    @Test("Elements of alternatives count as elements")
    func alternatives() throws {
        let element = try Self.element()
        let sets = Array(repeating: Array(repeating: element.reference, count: 16), count: 16)
        let alternative = try PartialRequest.Alternative(for: element.reference, sets: sets)
        func document(_ count: Int) throws -> PartialRequest.DocumentRequest {
            try PartialRequest.DocumentRequest(documentType: "d", elements: [element], alternatives: Array(repeating: alternative, count: count))
        }
        #expect(fault { try Self.request(documents: [try document(7)]) } == nil)
        #expect(fault { try Self.request(documents: [try document(8)]) } == .count)
    }

    @Test(
        "Names that people could not tell apart are refused",
        arguments: ["", "a b", "e\u{301}", "\u{202e}eman", "x\u{0}", "ｎame", "a\n", String(repeating: "a", count: 257)])
    func names(_ name: String) {
        #expect(fault { try Self.element(name) } == .identifier)
        #expect(fault { try PartialRequest.ElementReference(nameSpace: name, identifier: "e") } == .identifier)
        #expect(fault { try PartialRequest.DocumentRequest(documentType: name, elements: [Self.element()]) } == .identifier)
        if name.utf8.count < 257 { #expect(fault { try Self.request(origin: name) } == .identifier) }
    }

    @Test("The same thing twice is refused")
    func repetition() throws {
        let twice = [try Self.element(), try Self.element()]
        #expect(fault { try PartialRequest.DocumentRequest(documentType: "d", elements: twice) } == .repetition)
        #expect(fault { try PartialRequest.Presentment(isMandatory: true, documentRequestSets: [[0, 0]]) } == .repetition)
    }

    @Test("A position at which there is no document request is refused")
    func references() throws {
        for stray in [1, -1, Int.max] {
            let presentment = try PartialRequest.Presentment(isMandatory: true, documentRequestSets: [[0], [stray]])
            #expect(fault { try Self.request(presentments: [presentment]) } == .reference)
            let signature = try PartialRequest.Authentication(coverage: .documentRequest(stray), certificateChain: [[1]])
            #expect(fault { try Self.request(authentications: [signature]) } == .reference)
        }
    }

    @Test("A refusal's sentence is plain text of limited length, whatever it is made of")
    func detail() {
        let refusal = RequestRefusal(.data, "a\u{202e}b\n" + String(repeating: "é", count: 400))
        #expect(refusal.detail.utf8.count == 300)
        #expect(refusal.detail.hasPrefix("a?b??"))
        #expect(Set(RequestRefusal.Code.allCases.map(\.name)).count == RequestRefusal.Code.allCases.count)
    }
}
