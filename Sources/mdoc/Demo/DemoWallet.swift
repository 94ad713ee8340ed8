import COSE
import CBOR
import DocumentProvider
import DocumentTrust
import IssuingAuthority
import RelyingParty

/// One of the two wallets of the demonstration, each with a licence, a device key and readers of its own.
struct DemoWallet {
    let name: String
    let holder: Holder
    let readerRoot: CertifiedKey
    let reader: CertifiedKey

    init(_ name: String, licence: [UInt8], deviceKey: SigningKey, authority: ReaderAuthority, reader: CertifiedKey) throws {
        self.name = name
        readerRoot = authority.identity
        self.reader = reader
        let anchor = TrustAnchor(try ParsedCertificate(ByteSlice(authority.identity.derEncoded)), provenance: name)
        holder = Holder(
            documents: [try HeldDocument(issuerSigned: licence, deviceKey: deviceKey)], readerTrust: ReaderTrustList([anchor]),
            policy: .trustedReaders)
    }

    var signer: ReaderSigner { ReaderSigner(name: name, chain: [reader.derEncoded], key: reader.signingKey) }
}
