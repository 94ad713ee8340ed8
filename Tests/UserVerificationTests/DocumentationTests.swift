import Foundation
import Testing
import UserVerification

@Suite("The guide to verifying the owner")
struct DocumentationTests {
    @Test("Every code that a developer can meet while the owner is verified is in the guide, and no other")
    func codes() throws {
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let guide = try String(contentsOf: package.appendingPathComponent("docs/wallet.md"), encoding: .utf8)
        let kinds = "verification|pin|phrase|passkey|service|enrolment"
        let code = try Regex<(Substring, Substring, Substring)>("`((\(kinds))\\.[a-zA-Z0-9]+)`")
        let documented = Set(guide.matches(of: code).map { String($0.output.1) })
        let errors: [UserVerificationError] = [
            .notBegun, .used, .stale, .notEnrolled(.pin), .wrongPIN(triesLeft: 1), .waiting(until: .now), .tooManyTries, .malformedPIN,
            .guessablePIN, .malformedPhrase, .service(code: ""), .exposedFile(""), .newerFile, .unavailable(""),
        ]
        let codes = errors.map(\.code) + PasskeyFault.allCases.map { UserVerificationError.passkey($0).code }
        #expect(documented.symmetricDifference(codes).sorted() == [])
    }
}
