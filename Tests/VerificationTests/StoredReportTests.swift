import CBOR
import DocumentTrust
import MobileDocument
import MobileDocumentTesting
import RelyingParty
import Testing

@Suite("Stored reports")
struct StoredReportTests {
    private static let whole: [CBORValue] = [
        .text("mso.digest"), .text("failed"), .unsigned(0), .text("org.iso.18013.5.1"), .text("portrait"), .text("digest mismatch"),
    ]

    private func read(_ bytes: [UInt8]) throws -> VerificationReport {
        var reader = try CBORReader(bytes)
        let report = try VerificationReport(from: &reader)
        try reader.finish()
        return report
    }

    private func read(_ check: [CBORValue]) throws -> VerificationReport { try read(CBORValue.array([.text("iso"), .array([.array(check)])]).encoded) }

    @Test("A report is read as it was written, refused or not", arguments: [false, true])
    func asWritten(isRefused: Bool) throws {
        let report = try World.verify { if isRefused { $0.items[2].signedValue = .boolean(false) } }.report
        try #require(report.failures.isEmpty != isRefused)
        var writer = CBORWriter()
        report.write(to: &writer)
        let again = try read(writer.bytes)
        #expect(again == report)
        #expect(again.checks == report.checks)
        #expect(again.hasNoFailure == report.hasNoFailure)
    }

    @Test("A response has as many elements as a stored report can name, each refused twice; with one more it is refused whole")
    func mostElements() throws {
        func report(_ count: Int) throws -> VerificationReport {
            try World.verify { response in
                response.items = (0..<count).map { ForgedResponse.Item(UInt64($0), ElementIdentifier(rawValue: "e\($0)"), .null) }
                for index in response.items.indices { response.items[index].isDigested = false }
            }.report
        }
        let most = try report(2048)
        #expect(most.outcomes(of: .msoDigest).count == 2048)
        #expect(most.outcomes(of: .requestUnrequested).count == 2048)
        var writer = CBORWriter()
        most.write(to: &writer)
        #expect(try read(writer.bytes).checks == most.checks)
        #expect(RecordedExchange.failures(try report(2049)) == ["response.structure"])
    }

    @Test("A check that names half an element, has a reason to have passed, or is not known is refused", arguments: [
        (3, .null), (4, .null), (1, .text("passed")), (0, .text("mso.digests")), (1, .text("Failed")),
    ] as [(Int, CBORValue)])
    func malformed(place: Int, value: CBORValue) throws {
        try #require(try read(Self.whole).failures.map(\.identifier) == [.msoDigest])
        var check = Self.whole
        check[place] = value
        let error = #expect(throws: CBORError.self) { try read(check) }
        #expect(error?.code == .invalidValue)
    }
}
