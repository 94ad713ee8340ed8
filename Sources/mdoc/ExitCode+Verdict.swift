import ArgumentParser
import DocumentTrust

extension ExitCode {
    /// The report says why something is refused.
    static let refused = ExitCode(1)
    /// The input or the arguments cannot be used.
    static let unusable = ExitCode(2)
    /// The data is a simulator's.
    static let mock = ExitCode(3)

    /// The code of a verdict.
    init(_ verdict: VerificationOutput.Verdict) {
        switch verdict {
        case .verified: self = .success
        case .refused: self = .refused
        case .mock: self = .mock
        }
    }
}
