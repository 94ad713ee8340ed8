import CBOR
public import COSE
public import DocumentTrust
public import IssuingAuthority
import MobileDocument

/// The fixed world of trust: lists, status tokens and registered readers, always the same ones. Its keys protect nothing, so the
/// fuzzers sign with them what they make: a signer that is hostile, or broken, is a case as well.
public enum TrustWorld {
    /// Signs the lists below.
    public static let listSigner = key(TrustWorldData.listSignerKey)
    /// Its certificate, DER.
    public static let listSignerCertificate = decode(TrustWorldData.listSignerCertificate)
    /// Trust in the list provider's root.
    public static let listAuthorities = TrustListAuthorities([anchor(TrustWorldData.listRoot)])
    /// The genuine lists.
    public static let vical = decode(TrustWorldData.vical)
    /// The genuine list of readers' authorities.
    public static let rical = decode(TrustWorldData.rical)

    /// The root that vouches for status and revocation.
    public static let issuer = anchor(TrustWorldData.issuerRoot)
    /// Signs status tokens.
    public static let statusSigner = key(TrustWorldData.statusSignerKey)
    /// Its certificate, DER.
    public static let statusSignerCertificate = decode(TrustWorldData.statusSignerCertificate)
    /// The same two together, for publishing.
    public static let statusIdentity = force { try CertifiedKey(derEncoded: statusSignerCertificate, signingKey: statusSigner) }
    /// Address of the status list.
    public static let statusURI = "https://status.utopia.example/1"
    /// A place of the list that is revoked.
    public static let revokedIndex: UInt64 = 17
    /// A revocation list of the root's.
    public static let revocationList = decode(TrustWorldData.revocationList)

    /// The authority of readers.
    public static let readerAuthority = force {
        try ReaderAuthority(
            identity: CertifiedKey(derEncoded: decode(TrustWorldData.readerAuthority), signingKey: key(TrustWorldData.readerAuthorityKey)))
    }
    /// The certificate of a registered reader, with everything a registrar writes into it.
    public static let reader = force { try ParsedCertificate(reader: ByteSlice(decode(TrustWorldData.reader))) }

    private static func anchor(_ text: String) -> TrustAnchor {
        TrustAnchor(force { try ParsedCertificate(ByteSlice(decode(text))) }, provenance: "fixed world")
    }

    private static func key(_ pem: String) -> SigningKey { force { try SigningKey(pemRepresentation: pem) } }

    private static func decode(_ text: String) -> [UInt8] {
        guard let bytes = Base64URL.decode(text) else { fatalError("the fixed world is damaged; make it again with MakeSeeds") }
        return bytes
    }

    private static func force<Value>(_ body: () throws -> Value) -> Value {
        do { return try body() } catch { fatalError("the fixed world is damaged: \(error)") }
    }
}
