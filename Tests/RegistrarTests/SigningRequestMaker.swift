import Crypto
import SwiftASN1
import X509

/// A signing request made in code, each part of which can be wrong.
struct SigningRequestMaker {
    static let emailAddress: ASN1ObjectIdentifier = [1, 2, 840, 113549, 1, 9, 1]
    static let parts: [String: ASN1ObjectIdentifier] = [
        "CN": .RDNAttributeType.commonName, "C": .RDNAttributeType.countryName, "ST": .RDNAttributeType.stateOrProvinceName,
        "L": .RDNAttributeType.localityName, "O": .RDNAttributeType.organizationName, "OU": .RDNAttributeType.organizationalUnitName,
        "T": [2, 5, 4, 12], "emailAddress": emailAddress,
    ]

    var subject = [
        ("C", "UT"), ("L", "Port City"), ("O", "Spaceship Rentals"), ("OU", "Fleet"), ("CN", RegistrarWorld.host),
        ("emailAddress", "admin@rentals.example"),
    ]

    /// Replaces a part; nil leaves it out.
    func with(_ part: String, _ value: String?) -> SigningRequestMaker {
        var copy = self
        copy.subject.removeAll { $0.0 == part }
        if let value { copy.subject.append((part, value)) }
        return copy
    }

    func der(_ key: Certificate.PrivateKey, algorithm: Certificate.SignatureAlgorithm = .ecdsaWithSHA256) throws -> [UInt8] {
        let name = DistinguishedName(
            try subject.map { part, value in
                guard let type = Self.parts[part] else { throw RegistrarWorld.Missing() }
                return RelativeDistinguishedName(
                    part == "emailAddress" ? try .init(type: type, ia5String: value) : .init(type: type, utf8String: value))
            })
        let request = try CertificateSigningRequest(
            version: .v1, subject: name, privateKey: key, attributes: CertificateSigningRequest.Attributes(), signatureAlgorithm: algorithm)
        var serializer = DER.Serializer()
        try serializer.serialize(request)
        return serializer.serializedBytes
    }

    static func pem(_ der: [UInt8], type: String = "CERTIFICATE REQUEST") -> String { PEMDocument(type: type, derBytes: der).pemString + "\n" }

    /// The request of a key on P-256.
    func pem(_ key: P256.Signing.PrivateKey = P256.Signing.PrivateKey()) throws -> String { Self.pem(try der(.init(key))) }
}
