public import IssuingAuthority
public import MobileDocument
import SwiftASN1
import X509

/// A certificate the registrar gave out.
public struct IssuedCertificate: Sendable, Hashable, Codable {
    /// What a certificate is for.
    public enum Use: Sendable, Hashable, Codable {
        /// Signing requests for the elements of a form, by its number.
        case reader(form: Int)
        /// Having answers to a merchant's apps sealed to its key.
        case encryption(merchant: String)

        /// Whether it is for signing requests.
        var isReader: Bool {
            if case .reader = self { true } else { false }
        }
    }

    /// Its name within the brand.
    public let name: String
    /// The brand's identifier.
    public let brand: String
    /// What it is for.
    public let use: Use
    /// Serial number in hexadecimal.
    public let serialNumber: String
    /// Host and further domains; empty for a merchant's.
    public let domains: [String]
    /// Mailbox of the domain's administrator.
    let mailbox: String
    private let begin: Int64
    private let end: Int64
    private let encoded: String
    /// Why it was withdrawn; nil while it is not.
    public private(set) var revocationReason: RevocationReason?
    private var revocationTime: Int64?

    init(
        name: String, brand: String, use: Use, serialNumber: String, domains: [String], mailbox: String, notBefore: Instant, notAfter: Instant,
        derEncoded: [UInt8]
    ) {
        self.name = name
        self.brand = brand
        self.use = use
        self.serialNumber = serialNumber
        self.domains = domains
        self.mailbox = mailbox
        begin = notBefore.secondsSinceEpoch
        end = notAfter.secondsSinceEpoch
        encoded = Base64URL.encode(derEncoded)
    }

    /// First second of validity.
    public var notBefore: Instant { Instant(secondsSinceEpoch: begin) }
    /// Last second of validity.
    public var notAfter: Instant { Instant(secondsSinceEpoch: end) }
    /// The certificate in DER.
    public var derEncoded: [UInt8] { Base64URL.decode(encoded) ?? [] }
    /// The certificate in PEM.
    public var pem: String { PEMDocument(type: "CERTIFICATE", derBytes: derEncoded).pemString + "\n" }
    /// When it was withdrawn; nil while it is not.
    public var revokedAt: Instant? { revocationTime.map { Instant(secondsSinceEpoch: $0) } }

    private var publicKey: Certificate.PublicKey? { try? Certificate(derEncoded: derEncoded).publicKey }

    /// Whether it certifies a key.
    func hasKey(_ key: Certificate.PublicKey) -> Bool { publicKey == key }

    /// Whether it certifies the key that another does.
    func hasKey(of other: IssuedCertificate) -> Bool { other.publicKey.map(hasKey) ?? false }

    mutating func revoke(_ reason: RevocationReason, at time: Instant) {
        revocationReason = reason
        // It stays withdrawn since the first time, also when a graver reason is learnt later.
        revocationTime = revocationTime ?? time.secondsSinceEpoch
    }
}

extension IssuedCertificate: CustomStringConvertible, CustomReflectable {
    /// Name and serial number; the mailbox is somebody's.
    public var description: String { "\(name) \(serialNumber)" }
    /// Name and serial number only.
    public var customMirror: Mirror { Mirror(self, children: ["name": name, "serialNumber": serialNumber], displayStyle: .struct) }
}
