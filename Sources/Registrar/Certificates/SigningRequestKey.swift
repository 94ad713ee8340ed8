import SwiftASN1

/// The kind of key in a signing request, read before anything computes with it, so that each kind that is refused is named.
enum SigningRequestKey {
    private static let rsa: Set<ASN1ObjectIdentifier> = [[1, 2, 840, 113549, 1, 1, 1], [1, 2, 840, 113549, 1, 1, 10]]
    private static let ellipticCurve: ASN1ObjectIdentifier = [1, 2, 840, 10045, 2, 1]
    /// P-256, P-384 and P-521.
    private static let curves: Set<ASN1ObjectIdentifier> = [[1, 2, 840, 10045, 3, 1, 7], [1, 3, 132, 0, 34], [1, 3, 132, 0, 35]]
    private static let ed25519: ASN1ObjectIdentifier = [1, 3, 101, 112]
    static let remedy = "make one with openssl ecparam -name prime256v1 -genkey -noout"

    static func check(_ der: [UInt8]) throws(RegistrarError) {
        let found: (algorithm: ASN1ObjectIdentifier, curve: ASN1ObjectIdentifier?)
        do { found = try read(der) } catch {
            throw RegistrarError(.requestEncoding, "the bytes are not a certificate signing request", mend: "make a new one with openssl req")
        }
        guard !rsa.contains(found.algorithm) else {
            throw RegistrarError(
                .requestKeyRSA, "the key is an RSA key, with which no mobile document reader can sign", mend: "use an elliptic-curve key: \(remedy)")
        }
        let isOnCurve = found.algorithm == ellipticCurve && found.curve.map { curves.contains($0) } ?? false
        guard isOnCurve || found.algorithm == ed25519 else {
            throw RegistrarError(.requestKey, "the key is not on P-256, P-384 or P-521, nor one of Ed25519", mend: remedy)
        }
    }

    /// `CertificationRequest { info { version, subject, subjectPKInfo { algorithm { OID, parameters }, … }, … }, … }`.
    private static func read(_ der: [UInt8]) throws -> (ASN1ObjectIdentifier, ASN1ObjectIdentifier?) {
        func member(_ index: Int, of node: ASN1Node) throws -> ASN1Node {
            guard node.identifier == .sequence, case .constructed(let members) = node.content,
                let found = Array(members).dropFirst(index).first
            else { throw ASN1Error.invalidASN1Object(reason: "a sequence is too short") }
            return found
        }
        let request = try DER.parse(der)
        // A signature is whole bytes; unused bits, which a parser may let pass, would give one request several encodings.
        guard try ASN1BitString(derEncoded: member(2, of: request)).paddingBits == 0 else {
            throw ASN1Error.invalidASN1Object(reason: "the signature has unused bits")
        }
        let algorithm = try member(0, of: member(2, of: member(0, of: request)))
        let curve = try? ASN1ObjectIdentifier(derEncoded: member(1, of: algorithm))
        return (try ASN1ObjectIdentifier(derEncoded: member(0, of: algorithm)), curve)
    }
}
