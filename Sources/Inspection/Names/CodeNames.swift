/// Names of small numbers in ISO/IEC 18013-5.
enum CodeNames {
    static func purpose(_ code: Int64) -> String? {
        switch code {
        case 1: "identity verification"
        case 2: "driving privilege verification"
        case 3: "age verification"
        default: nil
        }
    }

    static func sessionStatus(_ code: Int64) -> String? {
        switch code {
        case 10: "session encryption error"
        case 11: "CBOR decoding error"
        case 20: "session termination"
        default: nil
        }
    }
}
