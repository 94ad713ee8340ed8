import ArgumentParser
import Inspection

/// The names `--encoding` takes.
enum EncodingName: String, ExpressibleByArgument, CaseIterable {
    case binary, hex, base64, base64url, pem, json

    /// The encoding of that name.
    var encoding: InputEncoding {
        switch self {
        case .binary: .binary
        case .hex: .hex
        case .base64: .base64
        case .base64url: .base64url
        case .pem: .pem
        case .json: .json
        }
    }
}
