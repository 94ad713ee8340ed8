import ArgumentParser

/// What a request is for (ISO/IEC 18013-5, second edition; codes of its own controller).
enum Purpose: String, ExpressibleByArgument, CaseIterable {
    case identity, driving, age

    /// The code on the wire.
    var code: Int64 {
        switch self {
        case .identity: 1
        case .driving: 2
        case .age: 3
        }
    }
}
