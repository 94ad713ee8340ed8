import CBOR
public import COSE

/// The device's proof: exactly one of a signature and a MAC.
public enum DeviceAuth: Sendable, Hashable {
    /// `deviceSignature`.
    case signature(COSESign1)
    /// `deviceMac`; only where the reader had a key of its own in the session (proximity).
    case mac(COSEMac0)

    init(from reader: inout CBORReader) throws(CBORError) {
        let start = reader.offset
        var signature: COSESign1?
        var mac: COSEMac0?
        // Counted, since what is asked whether it is nil is copied.
        var proofs = 0
        try reader.readTextMap { (reader, key) throws(CBORError) in
            switch key {
            case "deviceSignature":
                signature = try COSESign1(from: &reader)
                proofs += 1
            case "deviceMac":
                mac = try COSEMac0(from: &reader)
                proofs += 1
            default: break
            }
        }
        guard proofs == 1 else {
            throw CBORError(.invalidValue, at: start, "deviceAuth needs exactly one of deviceSignature and deviceMac")
        }
        if let signature = signature.take() {
            self = .signature(signature)
        } else {
            self = .mac(try required(mac.take(), "deviceMac", of: "DeviceAuth", at: start))
        }
    }
}
