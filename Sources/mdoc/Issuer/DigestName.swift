import ArgumentParser
import MobileDocument

/// The names `--digest` takes.
enum DigestName: String, ExpressibleByArgument, CaseIterable {
    case sha256, sha384, sha512

    /// The algorithm of that name.
    var algorithm: DigestAlgorithm {
        switch self {
        case .sha256: .sha256
        case .sha384: .sha384
        case .sha512: .sha512
        }
    }
}
