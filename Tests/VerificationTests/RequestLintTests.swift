import CBOR
import Crypto
import DocumentTrust
import MobileDocument
import MobileDocumentTesting
import RelyingParty
import Testing

@Suite("Looking a request over")
struct RequestLintTests {
    private static let useCase = UseCase(isMandatory: true, documentSets: [[0]])

    private func findings(
        _ elements: [ElementIdentifier], useCases: [UseCase] = [RequestLintTests.useCase], isSigned: Bool = true, origin: Origin? = nil,
        at time: Instant = World.now, change: (inout (request: String, info: String)) -> Void = { _ in }
    ) throws -> [RequestLintRule: CheckOutcome] {
        let parties = try World.parties()
        let document = RequestedDocument(
            .mobileDrivingLicence, elements: elements.map { .init(ElementReference(.mobileDrivingLicence, $0), intentToRetain: false) })
        let (_, request) = try RequestBuilder(documents: [document], useCases: useCases, signers: isSigned ? [parties.readerSigner()] : []).build(
            for: parties.origin, expiresAt: World.now.advanced(bySeconds: 60))
        var texts = (request: request.data.deviceRequest, info: request.data.encryptionInfo)
        change(&texts)
        let findings = RequestLint(origin: origin ?? parties.origin, at: time).check(deviceRequest: texts.request, encryptionInfo: texts.info)
        #expect(Set(findings.map(\.rule)) == Set(RequestLintRule.allCases), "every rule is judged")
        #expect(findings.allSatisfy { ($0.outcome == .passed) == ($0.reason == nil) })
        #expect(findings.allSatisfy { [.failed, .warning].contains($0.outcome) == ($0.remedy != nil) })
        return Dictionary(findings.map { ($0.rule, $0.outcome) }) { first, _ in first }
    }

    private func faults(_ findings: [RequestLintRule: CheckOutcome]) -> [String] {
        findings.filter { [.failed, .warning].contains($0.value) }.map { "\($0.key.rawValue) \($0.value.rawValue)" }.sorted()
    }

    @Test("A request as wallets want it breaks no rule")
    func good() throws {
        #expect(faults(try findings(["family_name", "age_over_21"])) == [])
    }

    @Test("Each defect is named by its rule")
    func defects() throws {
        let base = Set(faults(try findings(["family_name"])))
        func more(_ found: [RequestLintRule: CheckOutcome]) -> [String] { faults(found).filter { !base.contains($0) } }
        #expect(more(try findings(["family_name"], isSigned: false)) == ["deviceRequest.readerAuthAll failed"])
        #expect(more(try findings(["famliy_name"])) == ["deviceRequest.elements warning"])
        #expect(more(try findings(["family_name", "age_in_years"])) == ["deviceRequest.thresholds warning"])
        #expect(more(try findings(["birth_date"])) == ["deviceRequest.thresholds warning"])
        #expect(more(try findings(["age_over_18", "age_in_years"])) == ["deviceRequest.thresholds warning"])
        #expect(more(try findings(["family_name"], useCases: [])) == ["deviceRequest.useCases warning"])
        #expect(
            more(try findings(["family_name"], useCases: [UseCase(isMandatory: false, documentSets: [[0]])])) == ["deviceRequest.useCases warning"])
        #expect(more(try findings(["family_name"], origin: try Origin("https://other.example"))) == ["reader.domain failed", "reader.signature failed"])
        #expect(more(try findings(["family_name"], at: World.now.advanced(byDays: 4000))) == ["reader.validity failed"])
        #expect(more(try findings(["family_name"]) { $0.request += "=" }) == ["deviceRequest.form failed"])
        #expect(more(try findings(["family_name"]) { $0.info += "=" }) == ["encryptionInfo.form failed", "reader.signature failed"])
        #expect(
            more(try findings(["family_name"], useCases: [], isSigned: false))
                == ["deviceRequest.readerAuthAll failed", "deviceRequest.useCases warning", "deviceRequest.version warning"])
    }

    @Test("A nonce that is not random and a key off its curve are named")
    func encryption() throws {
        let key = try EncryptionInfo(text: findingsInfo()).recipientKey
        func info(nonce: [UInt8], key: COSEKeyBytes) throws -> String {
            var writer = CBORWriter()
            writer.array(2)
            writer.text("dcapi")
            writer.map(2)
            writer.text("nonce")
            writer.byteString(nonce)
            writer.text("recipientPublicKey")
            writer.encoded(key)
            return Base64URL.encode(writer.bytes)
        }
        var good = CBORWriter()
        key.write(to: &good)
        var bad = good.bytes
        bad[bad.count - 1] ^= 1
        let random = (0..<16).map { UInt8($0 * 13) }
        #expect(try findings(["family_name"]) { $0.info = (try? info(nonce: random, key: good.bytes)) ?? "" }[.nonce] == .passed)
        #expect(try findings(["family_name"]) { $0.info = (try? info(nonce: Array(repeating: 1, count: 16), key: good.bytes)) ?? "" }[.nonce] == .failed)
        #expect(try findings(["family_name"]) { $0.info = (try? info(nonce: random, key: bad)) ?? "" }[.recipientKey] == .failed)
    }

    private typealias COSEKeyBytes = [UInt8]

    private func findingsInfo() throws -> String {
        let parties = try World.parties()
        return try parties.request(["given_name"]).request.data.encryptionInfo
    }
}
