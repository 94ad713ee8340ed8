import DocumentProvider
import DocumentTrust
import DrivingAuthority
import Foundation
import PresentmentRequest
import ProviderDocuments
import RequestExtraction
import RequestParsing
import Testing
import WalletBroker

@Suite("The guide to the wallet's side")
struct DocumentationTests {
    @Test("Every code that a developer of the wallet's side can meet is in the guide, and no other")
    func codes() throws {
        let guide = try String(contentsOf: Program.packageFolder.appendingPathComponent("docs/wallet.md"), encoding: .utf8)
        let documented = Set(guide.matches(of: /`((request|parser|mismatch|registry|history)\.[a-zA-Z0-9]+)`/).map { String($0.output.1) })
        let element = try PartialRequest.ElementReference(nameSpace: "n", identifier: "e")
        let refusal = RequestRefusal(.data, "")
        let fault = try #require(throws: WireFault.self) { try ParserReply(decoding: []) }
        let mismatches: [RequestMismatch] = [
            .origin, .refused(refusal), .documentRequestCount(1), .documentType(1), .addedElement(element, 1), .missingElement(element, 1),
            .retention(element, 1), .alternatives(1), .issuers(1), .presentmentCount(1), .mandatory(1), .documentRequestSets(1),
            .authenticationCount(1), .coverage(1), .certificates(1), .encryptionInfo, .bytes,
        ]
        let failures: [RequestParsingError] = [
            .refused(refusal), .busy, .tooLarge(1), .notStarted, .unconfined, .forbiddenSystemCall, .killed(9), .exited(1), .deadline,
            .cancelled, .replyTooLong, .malformedReply(fault), .otherOrigin,
        ]
        let registryErrors: [ProviderRegistryError] = [
            .exposedFile(""), .newerFile, .damaged(""), .unavailable(""), .unknownProvider, .notAuthorized, .notEntitled, .invalidRegistration(""),
            .tooManyDocuments, .tooManyKeyIdentifiers,
        ]
        let historyErrors: [PresentmentHistoryError] = [.exposedFile(""), .newerFile, .damaged(""), .unavailable("")]
        let codes =
            RequestRefusal.Code.allCases.map(\.name) + mismatches.map(\.code) + failures.map(\.code) + registryErrors.map(\.code)
            + historyErrors.map(\.code)
        #expect(documented.symmetricDifference(codes).sorted() == [])
    }

    @Test("The guide counts as many forbidden acts as are tried")
    func forbiddenActs() throws {
        let guide = try String(contentsOf: Program.packageFolder.appendingPathComponent("docs/wallet.md"), encoding: .utf8)
        #expect(guide.contains(" \(SandboxTests.forbiddenDeeds.count) forbidden acts"))
    }

    @Test("Every code that a provider's developer can meet is in the guide for providers, and no other")
    func providerCodes() throws {
        let guide = try String(contentsOf: Program.packageFolder.appendingPathComponent("docs/providers.md"), encoding: .utf8)
        let documented = Set(guide.matches(of: /`((provider|documents|document|deviceKey|office)\.[a-zA-Z]+)`/).map { String($0.output.1) })
        let held: [HeldDocumentError] = [.malformed(""), .otherDeviceKey]
        let keys: [DeviceKeyError] = [.label, .notFound, .exists, .unavailable(""), .damaged(""), .wrongPIN(""), .lockedPIN("")]
        let stored: [DocumentStoreError] = [
            .exposed(""), .unavailable("", reason: ""), .damaged(""), .unknownDocument, .refused(""), .otherOwner, .belowMinimum([]),
            .notEntitled, .beyondBounds,
        ]
        let answers: [DocumentPresenterError] = [.origin, .request(""), .ownerChanged, .unbound]
        let office: [OfficeRefusal] = [.unknownApplication, .notApproved, .alreadyDecided, .otherKey, .noOwner, .rootEnds(""), .form(""), .folder("")]
        var codes = held.map(\.code) + keys.map(\.code) + stored.map(\.code) + answers.map(\.code) + office.map(\.code)
        codes += [UnusableDocuments([:]).code, TrustAnchorFolderError(path: "", reason: "").code, "provider.responseTooLong"]
        #expect(documented.subtracting(["provider.json"]).symmetricDifference(codes).sorted() == [])
    }
}
