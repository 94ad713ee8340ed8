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

    /// RFC 5280, 5.3.1.
    static func revocationReason(_ code: Int) -> String {
        switch code {
        case 0: "unspecified"
        case 1: "key compromise"
        case 2: "authority compromise"
        case 3: "affiliation changed"
        case 4: "superseded"
        case 5: "cessation of operation"
        case 6: "on hold"
        case 8: "removed from the list"
        case 9: "privilege withdrawn"
        case 10: "attribute authority compromise"
        default: "reason \(code)"
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
