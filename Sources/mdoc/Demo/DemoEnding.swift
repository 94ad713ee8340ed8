import DocumentTrust

/// How a demonstration ended, for programs.
struct DemoEnding: Encodable {
    /// One attack and what became of it.
    struct Attack: Encodable {
        let name: String
        let verdict: VerificationOutput.Verdict
        let reasons: [String]
    }

    let folder: String
    let verification: VerificationOutput
    let attacks: [Attack]

    /// The genuine answer is verified and every attack refused.
    var isAsItShouldBe: Bool {
        verification.verdict == .verified && attacks.count == 3 && attacks.allSatisfy { $0.verdict == .refused && !$0.reasons.isEmpty }
    }
}
