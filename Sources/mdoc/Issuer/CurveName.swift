import ArgumentParser
import COSE

/// The names `--curve` takes.
enum CurveName: String, ExpressibleByArgument, CaseIterable {
    case p256, p384, p521

    /// The curve of that name.
    var curve: EllipticCurve {
        switch self {
        case .p256: .p256
        case .p384: .p384
        case .p521: .p521
        }
    }
}
