import Foundation
import PresentmentRequest
import SwiftASN1
import Testing
import WalletBroker
import X509

/// Three providers, two authorities: the broker trusts the first itself, of the second it knows only what a provider named.
struct RoutingScene {
    typealias Maker = ChainMaker
    let first: Maker.Identity
    let second: Maker.Identity
    let intermediate: Maker.Identity
    let reader: Maker.Identity
    let otherReader: Maker.Identity

    static let licence = "org.iso.18013.5.1.mDL"
    static let photoID = "org.iso.23220.photoid.1"
    static let invalidation = Maker.days(30)

    init() throws {
        first = try Maker.make("First", .authority, by: nil)
        second = try Maker.make("Second", .authority, by: nil)
        intermediate = try Maker.make("Intermediate", .authority, by: first)
        reader = try Maker.make("rentals.example", .reader, by: first)
        otherReader = try Maker.make("rentals.example", .reader, by: second)
    }

    func readerOf(_ issuer: Maker.Identity, _ change: (inout Maker.Content) -> Void = { _ in }) throws -> Maker.Identity {
        var content = Maker.Content.reader
        change(&content)
        return try Maker.make("rentals.example", content, by: issuer)
    }

    func authority(_ name: String, by issuer: Maker.Identity?, _ change: (inout Maker.Content) -> Void = { _ in }) throws -> Maker.Identity {
        var content = Maker.Content.authority
        change(&content)
        return try Maker.make(name, content, by: issuer)
    }

    var documents: [RegisteredDocument] {
        [
            RegisteredDocument(
                provider: "Local", documentIdentifier: "local-licence", documentType: Self.licence,
                readers: .authorities([first.keyIdentifier]), issuerKeyIdentifiers: [[1, 2, 3]], invalidationDate: Self.invalidation),
            RegisteredDocument(
                provider: "Wallet", documentIdentifier: "wallet-licence", documentType: Self.licence,
                readers: .authorities([second.keyIdentifier])),
            RegisteredDocument(
                provider: "Wallet", documentIdentifier: "wallet-photo-id", documentType: Self.photoID,
                readers: .authorities([second.keyIdentifier])),
            RegisteredDocument(provider: "Open", documentIdentifier: "open-licence", documentType: Self.licence, readers: .anyReader),
            RegisteredDocument(provider: "Nobody", documentIdentifier: "hidden", documentType: Self.licence, readers: .authorities([])),
        ]
    }

    /// A request; without presentments, for its first document.
    func request(
        _ types: [String] = [licence], _ presentments: [(Bool, [[Int]])] = [(true, [[0]])],
        signed chains: [[Maker.Identity]] = [], covering: PartialRequest.Authentication.Coverage = .wholeRequest, issuers: [[UInt8]] = []
    ) throws -> PartialRequest {
        let element = PartialRequest.Element(
            try PartialRequest.ElementReference(nameSpace: "n", identifier: "e"), isRetaining: false)
        let digest = try RequestDigest([UInt8](repeating: 0, count: 32))
        return try PartialRequest(
            origin: "https://rentals.example",
            documentRequests: types.map { try .init(documentType: $0, elements: [element], issuerKeyIdentifiers: issuers) },
            presentments: presentments.map { try .init(isMandatory: $0.0, documentRequestSets: $0.1) },
            authentications: chains.map { try .init(coverage: covering, certificateChain: $0.map(\.encoded)) },
            deviceRequestDigest: digest, encryptionInfoDigest: digest)
    }

    func offers(
        _ request: PartialRequest, at time: Date = Maker.now, revoked: [Maker.Identity] = []
    ) throws -> [ProviderOffer] {
        let list = try Maker.revocationList(revoked, by: first, before: time)
        let authorities = try ReaderAuthorities(roots: [first.encoded], revocationLists: [list])
        return RequestRouting.offers(for: request, among: documents, authorities: authorities, at: time)
    }

    func providers(_ request: PartialRequest, at time: Date = Maker.now, revoked: [Maker.Identity] = []) throws -> String {
        try offers(request, at: time, revoked: revoked).map(\.provider).joined(separator: " ")
    }
}

@Suite("Which providers the selector shows")
struct RoutingTests {
    private typealias Maker = ChainMaker
    private typealias Scene = RoutingScene

    struct Row: Sendable {
        let name: String
        let shown: String
        let providers: @Sendable () throws -> String

        init(_ name: String, _ shown: String, _ providers: @escaping @Sendable () throws -> String) {
            self.name = name
            self.shown = shown
            self.providers = providers
        }
    }

    /// The chain of one signature, and who is shown.
    private static func chain(_ name: String, _ shown: String, _ make: @escaping @Sendable (Scene) throws -> [Maker.Identity]) -> Row {
        Row(name, shown) {
            let scene = try Scene()
            return try scene.providers(scene.request(signed: [make(scene)]))
        }
    }

    private static let signers: [Row] = [
        Row("unsigned", "Open") {
            let scene = try Scene()
            return try scene.providers(scene.request())
        },
        chain("of the broker's own authority", "Local Open") { [$0.reader] },
        chain("the same with its root", "Local Open") { [$0.reader, $0.first] },
        chain("of an authority nobody can find", "Open") { [$0.otherReader] },
        chain("of an authority a provider named, with its root", "Open Wallet") { [$0.otherReader, $0.second] },
        Row("both", "Local Open Wallet") {
            let scene = try Scene()
            return try scene.providers(scene.request(signed: [[scene.reader], [scene.otherReader, scene.second]]))
        },
        chain("a self-made root that states the first one's identifier", "Open") { scene in
            let root = try scene.authority("Made", by: nil) { $0.stated = scene.first.keyIdentifier }
            return [try scene.readerOf(root), root]
        },
        chain("a self-made root that states the second one's identifier", "Open") { scene in
            let root = try scene.authority("Made", by: nil) { $0.stated = scene.second.keyIdentifier }
            return [try scene.readerOf(root), root]
        },
        chain("a self-made root of the first one's name and identifier", "Open") { scene in
            let root = try scene.authority("First", by: nil) { $0.stated = scene.first.keyIdentifier }
            return [try scene.readerOf(root), root]
        },
        chain("a self-made root before the genuine one", "Open") { scene in
            let root = try scene.authority("Second", by: nil) { $0.stated = scene.second.keyIdentifier }
            return [try scene.readerOf(root), root, scene.second]
        },
        chain("a reader that states the first one as its issuer", "Open") { scene in
            let root = try scene.authority("Made", by: nil)
            return [try scene.readerOf(root) { $0.statedIssuer = scene.first.keyIdentifier }, root]
        },
        chain("a reader of the first one's name, signed by itself", "Open") { scene in
            [try Maker.make("rentals.example", .reader, by: scene.first, issuerKey: Maker.key())]
        },
        chain("a self-signed reader", "Open") { _ in [try Maker.make("rentals.example", .reader, by: nil)] },
        chain("a root that is named as such and signed by another key", "Open") { scene in
            let forged = try Maker.make("Second", .authority, key: scene.second.key, by: nil, issuerKey: Maker.key())
            return [scene.otherReader, forged]
        },
    ]

    private static let periods: [Row] = [
        chain("an expired reader", "Open") { scene in [try scene.readerOf(scene.first) { $0.until = Maker.days(-1) }] },
        chain("a reader that is not valid yet", "Open") { scene in [try scene.readerOf(scene.first) { $0.from = Maker.days(1) }] },
        chain("a reader whose period ends before it begins", "Open") { scene in
            [try scene.readerOf(scene.first) { ($0.from, $0.until) = (Maker.days(1), Maker.days(-1)) }]
        },
        chain("an expired root in the request", "Open") { scene in
            let old = try Maker.make("Second", Maker.Content(until: Maker.days(-1), authority: true), key: scene.second.key, by: nil)
            return [try scene.readerOf(scene.second), old]
        },
        Row("a root of the broker's own, before and after its end", "Local, ") {
            let scene = try Scene()
            let request = try scene.request(signed: [[scene.readerOf(scene.first) { $0.until = Maker.days(900) }]])
            let endless = RegisteredDocument(
                provider: "Local", documentIdentifier: "one", documentType: Scene.licence, readers: .authorities([scene.first.keyIdentifier]))
            let authorities = try ReaderAuthorities(roots: [scene.first.encoded])
            return [Maker.days(299), Maker.days(301)].map { time in
                RequestRouting.offers(for: request, among: [endless], authorities: authorities, at: time).map(\.provider).joined()
            }.joined(separator: ", ")
        },
        Row("a revoked reader", "Open") {
            let scene = try Scene()
            return try scene.providers(scene.request(signed: [[scene.reader]]), revoked: [scene.reader])
        },
        Row("another reader is revoked", "Local Open") {
            let scene = try Scene()
            return try scene.providers(scene.request(signed: [[scene.reader]]), revoked: [scene.readerOf(scene.first)])
        },
        Row("a reader of another authority has the number of a revoked one", "Open Wallet") {
            let scene = try Scene()
            return try scene.providers(scene.request(signed: [[scene.otherReader, scene.second]]), revoked: [scene.otherReader])
        },
        Row("before the registration ends", "Local Open") {
            let scene = try Scene()
            return try scene.providers(scene.request(signed: [[scene.reader]]), at: Scene.invalidation.addingTimeInterval(-1))
        },
        Row("when the registration ends", "Open") {
            let scene = try Scene()
            return try scene.providers(scene.request(signed: [[scene.reader]]), at: Scene.invalidation)
        },
    ]

    private static let authorities: [Row] = [
        chain("by way of an intermediate", "Local Open") { [try $0.readerOf($0.intermediate), $0.intermediate] },
        chain("by way of an intermediate, in another order", "Local Open") { [try $0.readerOf($0.intermediate), $0.first, $0.intermediate] },
        chain("the intermediate is missing", "Open") { [try $0.readerOf($0.intermediate)] },
        chain("the intermediate has expired", "Open") { scene in
            let old = try scene.authority("Old", by: scene.first) { $0.until = Maker.days(-1) }
            return [try scene.readerOf(old), old]
        },
        chain("the intermediate is no authority", "Open") { scene in
            let plain = try Maker.make("Plain", .reader, by: scene.first)
            return [try scene.readerOf(plain), plain]
        },
        chain("the intermediate may not sign certificates", "Open") { scene in
            let weak = try scene.authority("Weak", by: scene.first) { $0.usage = KeyUsage(cRLSign: true) }
            return [try scene.readerOf(weak), weak]
        },
        chain("the intermediate is for document signers", "Open") { scene in
            let other = try scene.authority("Other", by: scene.first) { $0.purposes = [[1, 0, 18013, 5, 1, 2]] }
            return [try scene.readerOf(other), other]
        },
        chain("the intermediate is too far from its root", "Open") { scene in
            let last = try scene.authority("Last", by: scene.first) { $0.pathLength = 0 }
            let further = try scene.authority("Further", by: last)
            return [try scene.readerOf(further), further, last]
        },
        Row("the intermediate is revoked", "Open") {
            let scene = try Scene()
            let chain = [try scene.readerOf(scene.intermediate), scene.intermediate]
            return try scene.providers(scene.request(signed: [chain]), revoked: [scene.intermediate])
        },
        chain("a TLS server", "Open") { scene in [try scene.readerOf(scene.first) { $0.purposes = [[1, 3, 6, 1, 5, 5, 7, 3, 1]] }] },
        chain("a document signer", "Open") { scene in [try scene.readerOf(scene.first) { $0.purposes = [[1, 0, 18013, 5, 1, 2]] }] },
        chain("no purpose", "Open") { scene in [try scene.readerOf(scene.first) { $0.purposes = [] }] },
        chain("a reader that is an authority", "Open") { scene in [try scene.readerOf(scene.first) { $0.authority = true }] },
        chain("a reader whose key is not for signatures", "Open") { scene in
            [try scene.readerOf(scene.first) { $0.usage = KeyUsage(keyAgreement: true) }]
        },
        chain("a critical extension nobody knows", "Open") { scene in [try scene.readerOf(scene.first) { $0.criticalExtension = true }] },
        chain("the root itself as the reader", "Open") { [$0.first] },
    ]

    private static func request(
        _ name: String, _ shown: String, _ types: [String], _ presentments: [(Bool, [[Int]])], signed: Bool
    ) -> Row {
        Row(name, shown) {
            let scene = try Scene()
            let chains = signed ? [[scene.reader], [scene.otherReader, scene.second]] : []
            return try scene.providers(scene.request(types, presentments, signed: chains))
        }
    }

    private static let both = [Scene.licence, Scene.photoID]
    private static let requests: [Row] = [
        request("another type of document", "", ["other"], [(true, [[0]])], signed: true),
        request("a type that differs in case", "", ["org.iso.18013.5.1.mdl"], [(true, [[0]])], signed: true),
        request("a photo ID", "Wallet", [Scene.photoID], [(true, [[0]])], signed: true),
        request("a photo ID, unsigned", "", [Scene.photoID], [(true, [[0]])], signed: false),
        request("either document", "Local Open Wallet", both, [(true, [[0], [1]])], signed: true),
        request("either document, unsigned", "Open", both, [(true, [[1], [0]])], signed: false),
        request("both documents in one set", "Wallet", both, [(true, [[0, 1]])], signed: true),
        request("both documents, each mandatory", "Wallet", both, [(true, [[0]]), (true, [[1]])], signed: true),
        request("one mandatory, one optional", "Local Open Wallet", both, [(true, [[0]]), (false, [[1]])], signed: true),
        request("one optional, one mandatory", "Wallet", both, [(false, [[0]]), (true, [[1]])], signed: true),
        request("both optional", "Local Open Wallet", both, [(false, [[0]]), (false, [[1]])], signed: true),
        request("optional, and nobody has it", "", ["other", "another"], [(false, [[0]]), (false, [[1]])], signed: true),
        Row("signed for the other document only", "Open") {
            let scene = try Scene()
            return try scene.providers(scene.request(both, [(true, [[0]])], signed: [[scene.reader]], covering: .documentRequest(1)))
        },
        Row("signed for this document only", "Local Open") {
            let scene = try Scene()
            return try scene.providers(scene.request(both, [(true, [[0]])], signed: [[scene.reader]], covering: .documentRequest(0)))
        },
        Row("of an issuer that one provider has", "Local") {
            let scene = try Scene()
            return try scene.providers(scene.request(signed: [[scene.reader]], issuers: [[9], [1, 2, 3]]))
        },
        Row("of an issuer that nobody has", "") {
            let scene = try Scene()
            return try scene.providers(scene.request(signed: [[scene.reader]], issuers: [[9]]))
        },
    ]

    static let table = signers + periods + authorities + requests

    @Test("Each provider is shown exactly where it may know of the request", arguments: table.indices)
    func truthTable(_ index: Int) throws {
        let row = Self.table[index]
        #expect(try row.providers() == row.shown, "\(row.name)")
    }

    @Test("A provider learns which of its documents can answer which part, and by which sets")
    func offer() throws {
        let scene = try Scene()
        let request = try scene.request(
            Self.both, [(true, [[1], [0, 1], [0]]), (false, [[0]])], signed: [[scene.otherReader, scene.second]])
        let offers = try scene.offers(request)
        #expect(offers.map(\.provider) == ["Open", "Wallet"])
        #expect(offers[0].answerableSets == [[2], [0]])
        #expect(offers[0].documents == [["open-licence"], []])
        #expect(offers[1].answerableSets == [[0, 1, 2], [0]])
        #expect(offers[1].documents == [["wallet-licence"], ["wallet-photo-id"]])
    }

    @Test("A root that cannot be one is an error, never a smaller list")
    func unusableRoots() throws {
        let scene = try Scene()
        #expect(throws: ReaderAuthoritiesError.unusableRoot(1)) { try ReaderAuthorities(roots: [scene.first.encoded, [1, 2, 3]]) }
        for certificate in [scene.reader, scene.intermediate] {
            #expect(throws: ReaderAuthoritiesError.unusableRoot(0)) { try ReaderAuthorities(roots: [certificate.encoded]) }
        }
    }

    @Test("A revocation list that no root signed, or that is none, is an error, never an empty list")
    func unusableLists() throws {
        let scene = try Scene()
        let good = try Maker.revocationList([scene.reader], by: scene.first)
        func lists(_ lists: [[UInt8]]) throws -> ReaderAuthorities { try ReaderAuthorities(roots: [scene.first.encoded], revocationLists: lists) }
        #expect(try lists([good]).rootKeyIdentifiers(of: [scene.reader.encoded], at: Maker.now).isEmpty)
        #expect(!(try lists([]).rootKeyIdentifiers(of: [scene.reader.encoded], at: Maker.now).isEmpty))
        let namesake = try Maker.make("First", .authority, by: nil)
        for list in [[], [1, 2, 3], Array(good.dropLast()), try Maker.revocationList([], by: scene.second), try Maker.revocationList([], by: namesake)] {
            #expect(throws: ReaderAuthoritiesError.unusableRevocationList(1)) { try lists([good, list]) }
        }
        let plain = try scene.authority("Plain", by: nil) { $0.usage = KeyUsage(keyCertSign: true) }
        #expect(throws: ReaderAuthoritiesError.unusableRevocationList(0), "its key may not sign lists") {
            try ReaderAuthorities(roots: [plain.encoded], revocationLists: [Maker.revocationList([], by: plain)])
        }
    }

    @Test("A key usage with zero bits at its end, as published roots have it, says the same; one that is none makes a certificate unusable")
    func keyUsageEncoding() throws {
        let scene = try Scene()
        func written(_ usage: [UInt8]) -> (inout Maker.Content) -> Void {
            { content in
                content.usage = nil
                content.encodedUsage = usage
            }
        }
        let root = try scene.authority("Root", by: nil, written([0x03, 0x02, 0x00, 0x06]))
        let middle = try scene.authority("Middle", by: root, written([0x03, 0x02, 0x00, 0x06]))
        let authorities = try ReaderAuthorities(roots: [root.encoded], revocationLists: [Maker.revocationList([], by: root)])
        func isKnown(_ usage: [UInt8]) throws -> Bool {
            let reader = try scene.readerOf(middle, written(usage))
            return !authorities.rootKeyIdentifiers(of: [reader.encoded, middle.encoded], at: Maker.now).isEmpty
        }
        #expect(try isKnown([0x03, 0x02, 0x00, 0x80]) && isKnown([0x03, 0x02, 0x07, 0x80]))
        #expect(try !isKnown([0x03, 0x02, 0x07, 0x81]) && !isKnown([0x03, 0x02, 0x00, 0x40]))
        let malformed = try scene.authority("Malformed", by: nil, written([0x03, 0x02, 0x08, 0x06]))
        #expect(throws: ReaderAuthoritiesError.unusableRoot(0)) { try ReaderAuthorities(roots: [malformed.encoded]) }
    }

    @Test("A chain and a list that write a root's name in another type of string are the root's; another name is another authority's")
    func untypedNames() throws {
        let scene = try Scene()
        func printable(_ name: String) throws -> DistinguishedName {
            DistinguishedName([RelativeDistinguishedName([try .init(type: [2, 5, 4, 3], printableString: name)])])
        }
        let (name, other) = (try printable("First"), try printable("first"))
        func root(_ name: DistinguishedName) throws -> Maker.Identity {
            var content = Maker.Content.authority
            content.subject = name
            return try Maker.make("First", content, key: scene.first.key, by: nil)
        }
        let list = try Maker.revocationList([scene.reader], by: root(name))
        let authorities = try ReaderAuthorities(roots: [scene.first.encoded], revocationLists: [list])
        func isKnown(_ reader: Maker.Identity) -> Bool { !authorities.rootKeyIdentifiers(of: [reader.encoded], at: Maker.now).isEmpty }
        #expect(isKnown(try scene.readerOf(scene.first) { $0.issuer = name }))
        #expect(!isKnown(try scene.readerOf(scene.first) { $0.issuer = other }))
        #expect(!isKnown(scene.reader), "the list withdraws it")
        #expect(throws: ReaderAuthoritiesError.unusableRevocationList(0)) {
            try ReaderAuthorities(roots: [scene.first.encoded], revocationLists: [Maker.revocationList([], by: root(other))])
        }
    }

    @Test("A root that has lists vouches for readers while one of them is fresh, at most two days; whom a list names is withdrawn for good")
    func freshness() throws {
        let scene = try Scene()
        func list(_ hours: Int64, _ valid: Int64 = 24 * 7, _ revoked: [Maker.Identity] = []) throws -> [UInt8] {
            try Maker.revocationList(revoked, by: scene.first, hours: hours, valid: valid)
        }
        let rows: [(lists: [[UInt8]], isKnown: Bool)] = [
            ([], true), ([try list(1)], true), ([try list(48)], true), ([try list(49)], false), ([try list(3, 4)], true), ([try list(3, 2)], false),
            ([try list(-1)], false), ([try list(49), try list(1)], true), ([try list(49), try list(3, 2)], false),
            ([try list(49, 24 * 7, [scene.reader]), try list(1)], false),
        ]
        for (index, row) in rows.enumerated() {
            let authorities = try ReaderAuthorities(roots: [scene.first.encoded, scene.second.encoded], revocationLists: row.lists)
            #expect(!authorities.rootKeyIdentifiers(of: [scene.reader.encoded], at: Maker.now).isEmpty == row.isKnown, "row \(index)")
            #expect(!authorities.rootKeyIdentifiers(of: [scene.otherReader.encoded, scene.second.encoded], at: Maker.now).isEmpty, "another root's reader")
        }
    }

    @Test("A root of the broker's own that states another one's identifier is known by its key alone")
    func statedTwice() throws {
        let scene = try Scene()
        let impostor = try scene.authority("Impostor", by: nil) { $0.stated = scene.first.keyIdentifier }
        func identifiers(_ reader: ChainMaker.Identity, _ roots: [ChainMaker.Identity]) throws -> Set<[UInt8]> {
            let broughtBy = Dictionary(uniqueKeysWithValues: roots.map { ($0.encoded, Set(["Local"])) })
            return try ReaderAuthorities(roots: roots.map(\.encoded), broughtBy: broughtBy)
                .rootKeyIdentifiers(of: [reader.encoded], at: Maker.now, for: "Local")
        }
        let own = try identifiers(scene.readerOf(impostor), [impostor, scene.first])
        #expect(!own.isEmpty && !own.contains(scene.first.keyIdentifier))
        #expect(try identifiers(scene.reader, [impostor, scene.first]).contains(scene.first.keyIdentifier), "whose it is by the key keeps it")
    }

    @Test("The identifier that a root states counts for the provider that brought it along, and shows its readers nobody else")
    func statedElsewhere() throws {
        let scene = try Scene()
        // The second authority's own root is not among the broker's: no other one has this identifier, or states it.
        let impostor = try scene.authority("Impostor", by: nil) { $0.stated = scene.second.keyIdentifier }
        let documents = ["Local", "Wallet"].map { provider in
            RegisteredDocument(
                provider: provider, documentIdentifier: "one", documentType: Scene.licence, readers: .authorities([scene.second.keyIdentifier]))
        }
        let request = try scene.request(signed: [[scene.readerOf(impostor)]])
        let authorities = try ReaderAuthorities(roots: [impostor.encoded], broughtBy: [impostor.encoded: ["Local"]])
        #expect(RequestRouting.offers(for: request, among: documents, authorities: authorities, at: Maker.now).map(\.provider) == ["Local"])
    }

    @Test("A changed byte of a chain leads nowhere, and authorities that certify each other come to an end")
    func hostileChains() throws {
        let scene = try Scene()
        let authorities = try ReaderAuthorities(roots: [scene.first.encoded])
        let good = scene.reader.encoded
        #expect(!authorities.rootKeyIdentifiers(of: [good], at: Maker.now).isEmpty)
        for position in good.indices {
            var changed = good
            changed[position] ^= 1
            if !authorities.rootKeyIdentifiers(of: [changed], at: Maker.now).isEmpty { Issue.record("byte \(position)") }
        }
        let ring = try (0..<7).map { _ in try Maker.make("Ring", .authority, by: scene.intermediate) }
        #expect(authorities.rootKeyIdentifiers(of: [try scene.readerOf(ring[0]).encoded] + ring.map(\.encoded), at: Maker.now).isEmpty)
        #expect(authorities.rootKeyIdentifiers(of: [], at: Maker.now).isEmpty)
    }

    @Test("A signature that does not verify hides what it would have shown; if none does, there is nothing to show")
    func fromTheBytes() throws {
        let scene = try RequestScene()
        let root = scene.parties.readerAuthority.identity.derEncoded
        let authorities = try ReaderAuthorities(roots: [root])
        let identifiers = authorities.rootKeyIdentifiers(of: [scene.parties.reader.derEncoded], at: Maker.now)
        #expect(!identifiers.isEmpty)
        let documents = [
            RegisteredDocument(provider: "Local", documentIdentifier: "one", documentType: Scene.licence, readers: .authorities(identifiers)),
            RegisteredDocument(provider: "Open", documentIdentifier: "two", documentType: Scene.licence, readers: .anyReader),
        ]
        func providers(_ data: [UInt8]) throws -> [String] {
            RequestRouting.offers(for: try scene.partial(data), among: documents, authorities: authorities, at: Maker.now).map(\.provider)
        }
        #expect(try providers(scene.data(signers: [scene.reader()])) == ["Local", "Open"])
        #expect(try providers(scene.data()) == ["Open"])
        let stranger = try RequestScene().reader()
        #expect(try providers(scene.data(signers: [scene.impostor(), stranger])) == ["Open"])
        #expect(throws: RequestRefusal.self) { try providers(scene.data(signers: [scene.impostor()])) }
    }
}
