import CBOR
import COSE
import Crypto
import IssuingAuthority
import MobileDocument
import SwiftASN1
import X509

/// Status tokens: of good signers with any content, and of signers that may not sign them.
struct StatusTokenCases {
    private static let address = "https://status.utopia.example/1"
    private static let listType = "application/statuslist+cwt"

    private let world: CorpusWorld
    private var shelf: CaseShelf
    private let certificate: [UInt8]

    static func make(in world: CorpusWorld) throws -> [CorpusCase] {
        let inputs = [world.time, CorpusInput(.address, address), CorpusInput(.index, "2"), .binary(.trust, world.root)]
        let certificate = try world.signer { $0.purposes = nil }
        var maker = StatusTokenCases(world: world, shelf: CaseShelf(.statusToken, inputs), certificate: certificate)
        try maker.addLists()
        try maker.addValues()
        try maker.addIdentifierLists()
        try maker.addTokens()
        try maker.addSigners()
        return maker.shelf.cases
    }

    /// The claims of a token; what is nil is left out.
    private func claims(
        subject: String? = address, issuedDays: Int? = -1, expiresDays: Int? = 6, bits: UInt64? = 1, list: [UInt8]? = nil
    ) throws -> [UInt8] {
        guard let standard = ZlibDeflation.deflate([0x08, 0, 0, 0]) else { throw CorpusWorld.Impossible() }
        var content: [CBORValue.Entry] = []
        if let bits { content.append(.init(key: .text("bits"), value: .unsigned(bits))) }
        content.append(.init(key: .text("lst"), value: .bytes(list ?? standard)))
        var entries: [CBORValue.Entry] = []
        if let subject { entries.append(.init(key: .integer(2), value: .text(subject))) }
        if let expiresDays { entries.append(.init(key: .integer(4), value: moment(expiresDays))) }
        if let issuedDays { entries.append(.init(key: .integer(6), value: moment(issuedDays))) }
        entries.append(.init(key: .integer(65_533), value: .map(content)))
        return CBORValue.map(entries).encoded
    }

    /// The claims of a token with an identifier list; where `identifiers` is nil, the list has none.
    private func claims(identifiers: [CBORValue]?) -> [UInt8] {
        let named = identifiers.map { CBORValue.map($0.map { .init(key: $0, value: .map([])) }) }
        return CBORValue.map([
            .init(key: .integer(2), value: .text(Self.address)), .init(key: .integer(4), value: moment(6)),
            .init(key: .integer(6), value: moment(-1)),
            .init(key: .integer(65_530), value: .map(named.map { [.init(key: .text("identifiers"), value: $0)] } ?? [])),
        ]).encoded
    }

    private func moment(_ days: Int) -> CBORValue { .unsigned(UInt64(world.now.advanced(byDays: days).secondsSinceEpoch)) }

    private func token(_ claims: [UInt8], type: String? = listType, chain: [[UInt8]]? = nil, key: P256.Signing.PrivateKey? = nil) throws -> [UInt8] {
        try COSESign1.encode(
            signing: claims, type: type, protectedChain: chain ?? [certificate], with: SigningKey.p256(key ?? world.signerKey))
    }

    private mutating func addLists() throws {
        let good = try token(claims())
        shelf.accept("good", "The document's place says that it is valid.", [], good)
        shelf.reject(
            "revoked", "mso.status", "The document's bit is set; bits count from the least significant one.", ["B20", "T34"], good,
            inputs: shelf.inputs.setting(.index, "3"))
        shelf.reject(
            "past-the-end", "status.index", "The list ends before the document's place.", ["B21"], good, inputs: shelf.inputs.setting(.index, "32"))
        shelf.reject("three-bits", "status.list", "Values of three bits.", [], try token(claims(bits: 3)))
        shelf.reject("no-bits", "status.list", "Nothing says how wide the values are.", [], try token(claims(bits: nil)))
        shelf.reject("not-compressed", "status.compression", "The list is not compressed.", ["B23"], try token(claims(list: [0, 0, 0, 0])))
        guard let bomb = ZlibDeflation.deflate([UInt8](repeating: 0, count: 17 << 20)) else { throw CorpusWorld.Impossible() }
        shelf.reject("bomb", "status.tooLarge", "Some kilobytes that inflate to 17 MiB.", ["B23"], try token(claims(list: bomb)))
    }

    /// Values of two bits: the document's place, the third of the first byte, and what is not valid around it.
    private mutating func addValues() throws {
        func token(_ value: UInt8) throws -> [UInt8] {
            guard let list = ZlibDeflation.deflate([0b01_00_00_01 | value << 4, 0xFF]) else { throw CorpusWorld.Impossible() }
            return try self.token(claims(bits: 2, list: list))
        }
        shelf.accept("two-bits", "Values of two bits: the document's is valid, those beside it are not.", ["T34"], try token(0))
        shelf.reject("suspended", "mso.status", "The document is suspended for a while.", ["B20"], try token(2))
        shelf.reject("own-value", "mso.status", "A value that only the issuer knows the meaning of.", ["B20"], try token(3))
    }

    private mutating func addIdentifierLists() throws {
        let type = "application/identifierlist+cwt"
        let (document, other) = (Array("document".utf8), Array("other".utf8))
        let inputs = shelf.inputs.removing(.index) + [.binary(.identifier, document)]
        let good = try token(claims(identifiers: [.bytes(other)]), type: type)
        let revoked = try token(claims(identifiers: [.bytes(other), .bytes(document)]), type: type)
        shelf.accept("identifier-not-named", "An identifier list that names another document.", [], good, inputs: inputs)
        shelf.accept("identifier-none", "An identifier list that names none.", [], try token(claims(identifiers: []), type: type), inputs: inputs)
        shelf.reject("identifier-named", "mso.status", "An identifier list that names the document.", ["B20"], revoked, inputs: inputs)
        shelf.reject(
            "identifier-text", "mso.status", "It names the document in text, as a deployed issuer writes it.", ["B20", "T34"],
            try token(claims(identifiers: [.text("document")]), type: type), inputs: inputs)
        shelf.reject(
            "identifier-number", "status.list", "It names a document by a number.", [], try token(claims(identifiers: [.integer(7)]), type: type),
            inputs: inputs)
        shelf.reject(
            "identifier-list-empty", "status.list", "An identifier list without its identifiers.", ["B20"],
            try token(claims(identifiers: nil), type: type), inputs: inputs)
        shelf.reject(
            "identifier-list-missing", "status.claims", "The type of an identifier list, and a list of values in it.", ["B22"],
            try token(claims(), type: type), inputs: inputs)
        shelf.reject(
            "values-asked-for-identifier", "status.kind", "The document has an identifier, the token holds values by place.", ["B20"],
            try token(claims()), inputs: inputs)
        shelf.reject("identifiers-asked-for-place", "status.kind", "The document has a place, the token holds identifiers.", ["B20"], good)
        var forged = good
        forged[forged.count - 1] ^= 1
        shelf.reject(
            "identifier-list-forged", "status.signature", "One bit of an identifier list's signature was changed.", ["B22"], forged, inputs: inputs)
    }

    private mutating func addTokens() throws {
        let good = try token(claims())
        shelf.accept(
            "short-type", "The type header without \"application/\", as older drafts have it.", ["T34"], try token(claims(), type: "statuslist+cwt"))
        shelf.accept("tagged", "The token under tag 18.", [], [0xd2] + good)
        shelf.reject("other-tag", "status.structure", "The token under tag 17, that of a MAC.", [], [0xd1] + good)
        shelf.reject("trailing-byte", "status.structure", "A byte follows the token.", ["B40"], good + [0])
        shelf.reject("no-type", "status.type", "No type header.", ["B22"], try token(claims(), type: nil))
        shelf.reject("jwt-type", "status.type", "The type of a JWT.", ["B22"], try token(claims(), type: "statuslist+jwt"))
        shelf.reject(
            "other-address", "status.subject", "The token of another address.", ["B22"],
            try token(claims(subject: "https://status.utopia.example/2")))
        shelf.reject("no-address", "status.claims", "Nothing says whose token it is.", ["B22"], try token(claims(subject: nil)))
        shelf.reject("expired", "status.expired", "The token ended yesterday.", ["B22"], try token(claims(issuedDays: -3, expiresDays: -1)))
        shelf.reject("issued-later", "status.issuedLater", "The token is of tomorrow.", ["B22"], try token(claims(issuedDays: 1)))
        shelf.reject("no-end", "status.claims", "The token has no end.", ["B22"], try token(claims(expiresDays: nil)))
    }

    private mutating func addSigners() throws {
        let good = try claims()
        shelf.reject("other-key", "status.signature", "Another key than the certificate's signed.", ["B22"], try token(good, key: world.strangerKey))
        shelf.reject("no-chain", "status.chain", "No certificate.", ["B15", "B22"], try token(good, chain: []))
        shelf.reject(
            "chain-unprotected", "status.chain", "The certificate stands in the unprotected header.", ["B35", "T4"], try unprotected(good))
        shelf.reject("unsigned", "status.structure", "The claims without a signature around them.", ["B22"], good)
        let stranger = try CertificateDraft(
            now: world.now, key: world.signerKey, issuer: world.parties.root.identity.certificate.subject, issuerKey: world.strangerKey
        ).encoded()
        shelf.reject(
            "other-root", "status.path", "Another authority of the same name issued the signer.", ["B18", "B22"], try token(good, chain: [stranger]))
        let now = world.now
        shelf.reject(
            "document-signer", "status.signer", "A signer of documents vouches for their status.", ["B19"],
            try token(good, chain: [world.signer()]))
        shelf.reject(
            "reader", "status.signer", "A reader's certificate as signer.", ["B19"],
            try token(good, chain: [world.signer { $0.purposes = [[1, 0, 18013, 5, 1, 6]] }]))
        shelf.reject(
            "signer-expired", "status.validity", "The signer's certificate has expired.", ["B2"],
            try token(good, chain: [world.signer {
                $0.purposes = nil
                $0.notAfter = now.advanced(byDays: -1)
            }]))
    }

    /// A token whose certificate nobody signed for.
    private func unprotected(_ claims: [UInt8]) throws -> [UInt8] {
        let header = CBORValue.map([.init(key: .integer(1), value: .integer(-7)), .init(key: .integer(16), value: .text(Self.listType))]).encoded
        let message = COSESign1.signedStructure(protected: header[...], payload: claims[...])
        let signature = try SigningKey.p256(world.signerKey).signature(over: message)
        let unprotected = CBORValue.map([.init(key: .integer(33), value: .bytes(certificate))])
        return CBORValue.array([.bytes(header), unprotected, .bytes(claims), .bytes(signature)]).encoded
    }
}
