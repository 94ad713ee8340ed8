import CBOR
import COSE
import Crypto
import DocumentTrust
import Foundation
import IssuingAuthority
import MobileDocument
import RelyingParty

/// A website, readers of every standing, and three providers: for readers of an authority that the broker knows, for those of an authority
/// that only the provider names, and for anybody.
struct SelectorScene {
    typealias Maker = ChainMaker

    let requests: RequestScene
    /// The broker has its root, and its revocation list.
    let first: Maker.Identity
    let reader: Maker.Identity
    let revoked: Maker.Identity
    /// The broker has nothing of it: its root comes with the request.
    let second: Maker.Identity
    let otherReader: Maker.Identity

    static let licence = [RequestScene.licence]
    static let photoID = [RequestScene.photoID]
    static let both = [RequestScene.licence, RequestScene.photoID]

    init() throws {
        requests = try RequestScene()
        first = try Maker.make("First Reader CA", .authority, by: nil)
        second = try Maker.make("Second Reader CA", .authority, by: nil)
        reader = try Maker.make("rentals.example", .reader, by: first)
        revoked = try Maker.make("rentals.example", .reader, by: first)
        otherReader = try Maker.make("rentals.example", .reader, by: second)
    }

    /// Local has a licence, and a photo ID that ends in a day; Wallet both, its licence from an issuer it names; Open a licence, and a
    /// photo ID that ended a day ago.
    func providers(revocationLists: [[UInt8]]) -> [BrokerFolder.Provider] {
        func provider(_ name: String, _ arguments: [String], roots: [[UInt8]] = [], lists: [[UInt8]] = []) -> BrokerFolder.Provider {
            .init(name: name, arguments: arguments, readerRoots: roots, revocationLists: lists)
        }
        func registered(_ name: String, _ type: String, for reader: Maker.Identity?) -> [String] {
            ["--register", "\(name)=\(type)=\(reader.map { Data($0.keyIdentifier).base64EncodedString() } ?? "any")"]
        }
        func until(_ days: Double) -> [String] { ["--until", "\(Maker.days(days).timeIntervalSince1970)"] }
        let (licence, photoID) = (BrokerFolder.licence, BrokerFolder.photoID)
        return [
            provider(
                "Local", registered("a", licence, for: first) + registered("b", photoID, for: first) + until(1), roots: [first.encoded],
                lists: revocationLists),
            provider(
                "Wallet",
                registered("c", licence, for: second) + ["--issuer", Data(Self.issuer).base64EncodedString()] + registered("d", photoID, for: second)),
            provider("Open", registered("e", licence, for: nil) + registered("f", photoID, for: nil) + until(-1)),
        ]
    }

    static let issuer: [UInt8] = [1, 2, 3]

    /// A licence of one of these issuers.
    static func licence(of issuers: [[UInt8]]) -> [RequestedDocument] {
        let element = ItemsRequest.Element(ElementReference(.mobileDrivingLicence, "family_name"), intentToRetain: false)
        return [RequestedDocument(.mobileDrivingLicence, elements: [element], info: DocRequestInfo(issuerIdentifiers: issuers.map { ByteSlice($0) }))]
    }

    /// A reader that the first authority certified, unlike the usual one in what `change` says.
    func certified(by issuer: Maker.Identity? = nil, _ change: (inout Maker.Content) -> Void) throws -> Maker.Identity {
        var content = Maker.Content.reader
        change(&content)
        return try Maker.make("rentals.example", content, by: issuer ?? first)
    }

    /// An authority.
    func authority(_ name: String, by issuer: Maker.Identity? = nil, _ change: (inout Maker.Content) -> Void = { _ in }) throws -> Maker.Identity {
        var content = Maker.Content.authority
        change(&content)
        return try Maker.make(name, content, by: issuer)
    }

    /// A signer with the certificate of a reader and another key: what it names is right, what it signs does not verify.
    func forger(_ reader: Maker.Identity) -> ReaderSigner { ReaderSigner(name: "forger", chain: [reader.encoded], key: SigningKey.generate(.p256)) }
}
