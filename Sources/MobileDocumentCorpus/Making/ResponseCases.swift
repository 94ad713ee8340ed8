import CBOR
import COSE
import DocumentTrust
import MobileDocument
import MobileDocumentTesting
import SwiftASN1
import X509

/// Sealed answers: what wallets and attackers send to a website.
struct ResponseCases {
    private let world: CorpusWorld
    private var shelf: CaseShelf

    static func make(in world: CorpusWorld) throws -> [CorpusCase] {
        var maker = ResponseCases(world: world, shelf: CaseShelf(.response, world.sessionInputs))
        try maker.addEnvelopes()
        try maker.addStructures()
        try maker.addChains()
        try maker.addRoots()
        try maker.addSigners()
        try maker.addRevocations()
        try maker.addSignatures()
        try maker.addSecurityObjects()
        try maker.addDates()
        try maker.addMockData()
        try maker.addDigests()
        try maker.addDevices()
        try maker.addRequests()
        return maker.shelf.cases
    }

    private mutating func accept(
        _ name: String, _ about: String, _ classes: String..., change: (inout ForgedResponse) throws -> Void = { _ in }
    ) throws {
        shelf.accept(name, about, classes, try world.sealed(change))
    }

    private mutating func reject(
        _ name: String, _ code: String, _ about: String, _ classes: String..., change: (inout ForgedResponse) throws -> Void = { _ in }
    ) throws {
        shelf.reject(name, code, about, classes, try world.sealed(change))
    }

    // MARK: The sealed form and the session

    private mutating func addEnvelopes() throws {
        let sealed = try world.sealed()
        let inputs = world.sessionInputs
        shelf.reject(
            "other-origin", "response.decryption", "The answer was made for another page than the one that asked.", ["B27", "T17"], sealed,
            inputs: inputs.setting(.origin, "https://evil.example"))
        shelf.reject(
            "other-port", "response.decryption", "The port is a part of the origin.", ["T16"], sealed,
            inputs: inputs.setting(.origin, "https://rentals.example:8443"))
        shelf.accept(
            "origin-with-slash", "The server's origin was written with its default port and a slash at the end.", ["T15", "T16"], sealed,
            inputs: inputs.setting(.origin, "https://Rentals.example:443/"))
        shelf.reject(
            "other-nonce", "response.decryption", "The session had another nonce.", ["B28"], sealed,
            inputs: inputs.setting(.encryptionInfo, try otherEncryptionInfo()))
        shelf.reject(
            "info-padded", "response.decryption", "The encryption information means the same, and its text is another: the text is hashed.", ["T18"],
            sealed, inputs: inputs.setting(.encryptionInfo, world.session.encryptionInfo + "="))
        shelf.reject(
            "other-key", "response.decryption", "The session had another key.", ["B26"], sealed,
            inputs: inputs.setting(.recipientKey, bytes: [UInt8](repeating: 7, count: 32)))
        shelf.reject(
            "late", "session.expiry", "The session was over when the answer came.", ["B24"], sealed,
            inputs: inputs.setting(.ends, world.now.advanced(bySeconds: -1).description))
        var flipped = sealed
        flipped[flipped.count - 20] ^= 1
        shelf.reject("flipped-bit", "response.decryption", "One bit of the ciphertext was changed.", [], flipped)
        shelf.reject("trailing-byte", "response.encoding", "A byte follows the sealed answer.", ["B40"], sealed + [0])
        shelf.reject("cut-off", "response.encoding", "The sealed answer ends early.", ["B37"], Array(sealed.prefix(100)))
        shelf.reject(
            "other-marker", "response.encoding", "The array does not begin with \"dcapi\".", ["T20"],
            AlteredResponse.replacing(Array("dcapi".utf8), with: Array("DCAPI".utf8), in: sealed))
        shelf.reject(
            "short-point", "response.encoding", "The encapsulated key is no uncompressed point.", ["B34"],
            CBORValue.array([
                .text("dcapi"), .textMap(["enc": .bytes([UInt8](repeating: 2, count: 33)), "cipherText": .bytes([UInt8](repeating: 0, count: 64))]),
            ]).encoded)
    }

    private func otherEncryptionInfo() throws -> String {
        guard let old = Base64URL.decode(world.session.encryptionInfo) else { throw CorpusWorld.Impossible() }
        let info = try EncryptionInfo(old)
        return Base64URL.encode(AlteredResponse.replacing(info.nonce.array, with: [UInt8](repeating: 1, count: info.nonce.count), in: old))
    }

    // MARK: The response

    private mutating func addStructures() throws {
        try accept("good", "A good answer; its items are not in deterministic order, so whoever encodes them again gets other digests.", "B8", "T1")
        try reject("version-2", "response.version", "The response is of an unknown major version.") { $0.responseVersion = "2.0" }
        try reject("version-text", "response.version", "The version is no version.") { $0.responseVersion = "one" }
        try reject("status-10", "response.status", "The wallet reports an error.") { $0.status = 10 }
        try reject("no-documents", "response.documents", "No document: nothing is proved.", "B12") { $0.documentCount = 0 }
        try reject("no-elements", "response.documents", "A document that shows no element: nothing is proved.", "B12", "T45") { $0.items = [] }
        try accept("two-documents", "Two good documents; each is checked by itself.", "B13") { $0.documentCount = 2 }
        try accept("document-errors", "The wallet lists a document that it did not return.") { $0.documentErrors = ["org.iso.23220.photoid.1": 0] }
        try accept("unknown-member", "A member of a later version is passed over.") { $0.extraMembers = [("later", .null)] }
        try reject("zk-documents", "response.extensions", "Zero-knowledge documents that nobody asked for.") {
            $0.extraMembers = [("zkDocuments", .array([.map([])]))]
        }
        try reject("encrypted-documents", "response.extensions", "Separately encrypted documents that nobody asked for.") {
            $0.extraMembers = [("encryptedDocuments", .array([.map([])]))]
        }
        try reject("duplicate-member", "response.structure", "The version stands in the response twice.", "B38") {
            $0.extraMembers = [("version", .text("1.0"))]
        }
        try reject("deep", "response.structure", "A member is nested deeper than any response.", "B36") {
            var nested = CBORValue.null
            for _ in 0..<100 { nested = .array([nested]) }
            $0.extraMembers = [("later", nested)]
        }
    }

    // MARK: Signers

    private mutating func addChains() throws {
        try reject("no-chain", "signer.certificate", "There is no certificate at all.", "B15") { $0.chainShape = .absent }
        try reject("empty-chain", "signer.certificate", "The chain is an empty array.", "B15", "B35") { $0.chainShape = .empty }
        try accept("chain-array-of-one", "One certificate in an array, which RFC 9360 writes as bytes.", "B35", "T3") { $0.chainShape = .array }
        try accept("chain-protected", "The chain stands in the protected header.", "B35", "T4") { $0.chainShape = .protected }
        try reject("chain-garbage", "signer.certificate", "The certificate is none.", "B10", "B35") { $0.chain = [[0x30, 0x00]] }
    }

    private mutating func addRoots() throws {
        let (root, parties) = (world.root, world.parties)
        try accept("root-in-chain", "The trusted root is sent along; it adds nothing.", "B18", "T5") { $0.chain.append(root) }
        shelf.reject(
            "root-in-chain-only", "signer.path", "The root is in the chain and in no trust list.", ["B14", "B18", "T5"],
            try world.sealed { $0.chain.append(root) }, inputs: world.sessionInputs.removing(.trust))
        shelf.reject(
            "no-trust", "signer.path", "The list of trusted roots is empty: it trusts nobody.", ["B14", "B16", "B50"], try world.sealed(),
            inputs: world.sessionInputs.removing(.trust))
        let stranger = try CertificateDraft.root(now: world.now, key: world.strangerKey, name: "Elsewhere IACA").encoded()
        shelf.reject(
            "other-root", "signer.path", "Another root is trusted than the one behind the signer.", ["B16"], try world.sealed(),
            inputs: world.sessionInputs.setting(.trust, bytes: stranger))
        var twin = CertificateDraft.root(now: world.now, key: world.strangerKey, name: "Utopia IACA")
        twin.name = world.parties.root.identity.certificate.subject
        shelf.reject(
            "root-of-same-name", "signer.path", "The trusted root has the name of the signer's issuer and another key.", ["B16", "B18"],
            try world.sealed(), inputs: world.sessionInputs.setting(.trust, bytes: try twin.encoded()))
        try reject("reader-as-signer", "signer.path", "A reader's certificate signs a document; its own root is trusted for readers only.", "B19") {
            $0.chain = [parties.reader.derEncoded]
            $0.issuerKey = parties.reader.signingKey
        }
        try reject("root-as-signer", "signer.path", "The trusted root signs the document itself.", "B17") {
            $0.chain = [root]
            $0.issuerKey = parties.root.identity.signingKey
        }
    }

    private mutating func addSigners() throws {
        let now = world.now
        try rejectSigner("signer-expired", "signer.validity", "The signer's certificate has expired.", "B2") {
            $0.notAfter = now.advanced(byDays: -1)
        }
        try rejectSigner("signer-early", "signer.validity", "The signer's certificate is not valid yet.", "B2") {
            $0.notBefore = now.advanced(byDays: 1)
        }
        try rejectSigner("signer-no-purpose", "signer.extendedKeyUsage", "The signer's certificate has no extended key usage.", "B17", "T28") {
            $0.purposes = nil
        }
        try rejectSigner("signer-reader-purpose", "signer.extendedKeyUsage", "The signer's certificate is for readers.", "B17", "B19") {
            $0.purposes = [[1, 0, 18013, 5, 1, 6]]
        }
        try rejectSigner("signer-tls", "signer.extendedKeyUsage", "The signer's certificate is for TLS servers.", "B17") {
            $0.purposes = [[1, 3, 6, 1, 5, 5, 7, 3, 1]]
        }
        try rejectSigner("signer-no-usage", "signer.keyUsage", "The signer's certificate names no key usage.", "B17") { $0.usage = nil }
        try rejectSigner("signer-other-usage", "signer.keyUsage", "The signer's key is for agreeing on keys.", "B17") {
            $0.usage = KeyUsage(keyAgreement: true)
        }
        try rejectSigner("signer-authority", "signer.keyUsage", "The signer is itself a certification authority.", "B17") {
            $0.constraints = .isCertificateAuthority(maxPathLength: nil)
        }
        try rejectSigner("signer-critical", "signer.certificate", "A critical extension that nobody knows.", "B17") {
            $0.others = [.init(oid: [1, 2, 3, 4], critical: true, value: [0x05, 0x00])]
        }
        try rejectSigner("signer-other-country", "signer.country", "The signer is of another country than its root.", "B17", "T31") {
            $0.country = "XX"
        }
        try acceptSigner("signer-by-hand", "The signer's certificate has the purpose of licences alone.", "T28") { _ in }
        try acceptSigner("signer-two-purposes", "The signer's certificate has both ISO purposes.", "T28") {
            $0.purposes = [[1, 0, 18013, 5, 1, 2], [1, 0, 23220, 4, 1, 2]]
        }
        try acceptSigner("signer-odd-name", "An extension that decides nothing is malformed.", "T29") {
            $0.issuerName = [0x30, 0x03, 0x30, 0x01, 0x00]
        }
        try rejectExpiredRoot()
    }

    private mutating func addRevocations() throws {
        shelf.reject(
            "signer-revoked", "signer.revocation", "The signer stands on its root's revocation list.", ["B20"], try world.sealed(),
            inputs: world.sessionInputs + [.binary(.revocationList, try RevocationListCases.list(in: world, revoking: world.parties.signer))])
        shelf.accept(
            "signer-not-revoked", "The revocation list is current and names somebody else.", ["B21"], try world.sealed(),
            inputs: world.sessionInputs + [.binary(.revocationList, try RevocationListCases.list(in: world, revoking: nil))])
        try accept("status-unknown", "No status token is at hand: unknown is not revoked.", "B21") {
            $0.msoStatus = .textMap(["status_list": .textMap(["idx": .unsigned(3), "uri": .text("https://status.utopia.example/1")])])
        }
        try accept("status-unreachable", "The status list is at an address that never answers: nothing waits for it.", "B21", "B48") {
            $0.msoStatus = .textMap(["status_list": .textMap(["idx": .unsigned(3), "uri": .text("https://192.0.2.1/1")])])
        }
        try accept("status-text-identifier", "The identifier in an identifier list is text, as an example of the field has it.", "T34") {
            $0.msoStatus = .textMap(["identifier_list": .textMap(["id": .text("abcd"), "uri": .text("https://status.utopia.example/2")])])
        }
    }

    private mutating func acceptSigner(_ name: String, _ about: String, _ classes: String..., change: (inout CertificateDraft) -> Void) throws {
        let certificate = try world.signer(change)
        shelf.accept(name, about, classes, try world.sealed { world.sign(&$0, by: certificate) })
    }

    private mutating func rejectSigner(
        _ name: String, _ code: String, _ about: String, _ classes: String..., change: (inout CertificateDraft) -> Void
    ) throws {
        let certificate = try world.signer(change)
        shelf.reject(name, code, about, classes, try world.sealed { world.sign(&$0, by: certificate) })
    }

    /// A root of its own whose time is over, with a signer that is still valid.
    private mutating func rejectExpiredRoot() throws {
        var root = CertificateDraft.root(now: world.now, key: world.strangerKey, name: "Utopia Old IACA")
        root.notBefore = world.now.advanced(byDays: -4000)
        root.notAfter = world.now.advanced(byDays: -1)
        let signer = try CertificateDraft(now: world.now, key: world.signerKey, issuer: root.subject(), issuerKey: world.strangerKey).encoded()
        shelf.reject(
            "root-expired", "signer.validity", "The root has expired; its signer has not.", ["B49"], try world.sealed { world.sign(&$0, by: signer) },
            inputs: world.sessionInputs.setting(.trust, bytes: try root.encoded()))
    }

    // MARK: The signature and the mobile security object

    private mutating func addSignatures() throws {
        try reject("signed-by-other-key", "issuerAuth.signature", "Another key than the certificate's signed.", "B1") {
            $0.issuerKey = .generate(.p256)
        }
        try reject("signature-zero", "issuerAuth.signature", "The signature is all zeros.", "T27") {
            $0.issuerSignature = [UInt8](repeating: 0, count: 64)
        }
        try reject("signature-empty", "issuerAuth.signature", "The signature is empty.") { $0.issuerSignature = [] }
        try reject("algorithm-of-other-curve", "issuerAuth.signature", "The algorithm belongs to another curve than the key.", "B34") {
            $0.algorithm = -35
        }
        try reject("algorithm-rsa", "issuerAuth.signature", "The algorithm is RS256.", "B33") { $0.algorithm = -257 }
        try reject("algorithm-mac", "issuerAuth.signature", "The algorithm is that of a MAC.", "B33") { $0.algorithm = 5 }
        try reject("algorithm-missing", "issuerAuth.signature", "No algorithm is named.", "B33") { $0.algorithm = nil }
        try reject("algorithm-unprotected", "issuerAuth.signature", "The algorithm stands where anybody may change it.", "B33") {
            $0.algorithm = nil
            $0.unprotectedEntries = [(1, .integer(-7))]
        }
        try reject("algorithm-twice", "issuerAuth.signature", "The algorithm stands in both headers.", "B33") {
            $0.unprotectedEntries = [(1, .integer(-7))]
        }
        try accept("algorithm-esp256", "The fully specified number of ES256, as deployed readers and issuers send it.", "T6") { $0.algorithm = -9 }
        try reject("critical-header", "issuerAuth.signature", "A header marked critical that nobody knows.") {
            $0.protectedEntries = [(2, .array([.integer(99)])), (99, .null)]
        }
        try reject("thumbprint-of-other", "issuerAuth.thumbprint", "The thumbprint in the header is that of another certificate.") {
            $0.protectedEntries = [(34, .array([.integer(-16), .bytes([UInt8](repeating: 1, count: 32))]))]
        }
    }

    private mutating func addSecurityObjects() throws {
        try reject("mso-version-2", "mso.version", "The security object is of an unknown major version.") { $0.msoVersion = "2.0" }
        try reject("doctype-other", "mso.docType", "The issuer signed another type of document.", "B5") {
            $0.signedDocType = "org.iso.23220.photoid.1"
        }
        try reject("doctype-case", "mso.docType", "The types differ in one capital letter.", "B5", "T32") {
            $0.signedDocType = "org.iso.18013.5.1.MDL"
        }
    }

    private mutating func addDates() throws {
        try reject("signed-before-signer", "mso.signed", "Signed before the signer's certificate began.", "B2") {
            $0.signed = .dateTime("2026-05-01T00:00:00Z")
        }
        try reject("not-valid-yet", "mso.validFrom", "Not valid before tomorrow.", "B2", "T12") { $0.validFrom = .dateTime("2026-06-02T00:00:00Z") }
        try reject("expired", "mso.validUntil", "Expired an hour ago.", "B2", "T12") { $0.validUntil = .dateTime("2026-06-01T11:00:00Z") }
        try accept("valid-in-seconds", "Valid in thirty seconds: clocks differ.", "T40") { $0.validFrom = .dateTime("2026-06-01T12:00:30Z") }
        try reject("dates-untagged", "mso.dateForm", "The dates are plain text, without tag 0.", "T9") { $0.signed = .text("2026-05-31T00:00:00Z") }
        try accept("dates-fraction", "A date has fractions of a second, as deployed issuers write them.", "T8") {
            $0.signed = .dateTime("2026-05-31T00:00:00.404726Z")
        }
        try accept("dates-offset", "A date is written with an offset: instants are compared, not texts.", "T11") {
            $0.validUntil = .dateTime("2026-06-01T13:30:00+01:00")
        }
        try reject("dates-none", "mso.structure", "A date is none.", "B10", "T9") { $0.signed = .dateTime("yesterday") }
        try reject("dates-calendar", "mso.structure", "A moment is written as a calendar date, tag 1004.", "T9") {
            $0.validUntil = .fullDate("2026-07-01")
        }
    }

    private mutating func addMockData() throws {
        try reject("simulator", "data.mock", "Mock data of a simulator, properly signed.", "B44", "T27") { $0.extraDigests = [.developerTest: [0]] }
        try reject(
            "simulator-unsigned", "data.mock", "Mock data as simulators send it: no chain, zeros for a signature, a null status.", "B44", "T27"
        ) {
            $0.extraDigests = [.developerTest: [0]]
            $0.chainShape = .empty
            $0.issuerSignature = [UInt8](repeating: 0, count: 64)
            $0.msoStatus = .null
        }
    }

    // MARK: Elements

    private mutating func addDigests() throws {
        try reject("element-changed", "mso.digest", "age_over_21 was changed after signing.", "B1", "T12") {
            $0.items[2].signedValue = .boolean(false)
        }
        try reject("element-unsigned", "mso.digest", "An element that the issuer never signed.", "B1") { $0.items[2].isDigested = false }
        try reject("namespace-unknown", "mso.digest", "An element of a namespace that the issuer has no digests for.", "B6") {
            var item = ForgedResponse.Item(9, "clearance", .text("all"))
            item.nameSpace = "org.example.unknown"
            item.isDigested = false
            $0.items.append(item)
        }
        try reject("namespace-swapped", "mso.digest", "A signed element, returned under a namespace where it has no digest.", "B6", "B32") {
            $0.items[2].nameSpace = "org.iso.18013.5.1.aamva"
            $0.items[2].signedNameSpace = .mobileDrivingLicence
        }
        try reject("digest-of-content", "mso.digest", "A digest covers the item without tag 24 and byte-string head.", "B8", "T2") {
            $0.items[2].digestsContentOnly = true
        }
        try accept("sha-384", "The digests are SHA-384.", "B7") { $0.digestAlgorithm = "SHA-384" }
        try accept("sha-512", "The digests are SHA-512.", "B7") { $0.digestAlgorithm = "SHA-512" }
        try reject("sha-1", "mso.digestAlgorithm", "The digest algorithm is SHA-1.", "B7") { $0.digestAlgorithm = "SHA-1" }
        try reject("sha-lower-case", "mso.digestAlgorithm", "The digest algorithm's name is in lower case.", "B7") { $0.digestAlgorithm = "sha-256" }
        try reject("element-twice", "document.elements", "An element stands in its namespace twice, each with a good digest.", "B39", "T43") {
            $0.items.append(.init(9, "given_name", .text("Eve")))
        }
        try reject("digest-id-twice", "document.elements", "Two elements use one digest identifier.", "B41") { $0.items[0].digestID = 0 }
        try reject("digest-id-too-large", "response.structure", "A digest identifier is 2^31.", "B41", "T25") { $0.items[0].digestID = 1 << 31 }
        try accept("digest-id-largest", "A digest identifier is 2^31 - 1.", "T25") { $0.items[0].digestID = (1 << 31) - 1 }
        try accept("long-salt", "The salts have 64 bytes.", "T26") {
            for index in $0.items.indices { $0.items[index].random = [UInt8](repeating: 5, count: 64) }
        }
        try accept("full-date", "An element is a calendar date, tag 1004.", "T10") {
            $0.items.append(.init(9, "birth_date", .fullDate("1994-04-18")))
        }
        let (session, _) = try world.parties.request(["portrait"])
        let portrait = SamplePortrait.placeholder(bytes: 40_960)
        shelf.accept(
            "large-portrait", "A portrait of 40 KiB, as deployed issuers have them.", ["T41"],
            try world.sealed(for: session) { $0.items = [.init(0, "portrait", .bytes(portrait))] }, inputs: world.inputs(of: session))
        try reject("issuing-country", "element.issuingCountry", "issuing_country is not the signer's country.", "T31") {
            $0.items[3].value = .text("XX")
        }
    }

    // MARK: Devices

    private mutating func addDevices() throws {
        let device = world.parties.deviceKey
        try reject("device-other-session", "device.authentication", "The device signed another session's transcript: a replay.", "B3", "B24") {
            $0.proof = .otherSession(device)
        }
        try reject("device-other-key", "device.authentication", "Another device signed: a copied document.", "B3") {
            $0.proof = .signature(.generate(.p256))
        }
        try reject("device-zero", "device.authentication", "The device's signature is all zeros.", "B3", "T27") {
            $0.proof = .signatureBytes([UInt8](repeating: 0, count: 64))
        }
        try reject("device-empty", "device.authentication", "The device's signature is empty.", "B3") { $0.proof = .signatureBytes([]) }
        try reject("device-mac", "device.authentication", "A MAC, for which this session has no key.", "B4", "B29") { $0.proof = .mac }
        try reject("device-both", "response.structure", "A signature and a MAC.", "B4", "T24") { $0.proof = .both(device) }
        let brainpool = try Self.brainpoolKey()
        try reject("device-key-brainpool", "device.authentication", "The device's key is on a curve that is not computed here.", "B10", "T42") {
            $0.deviceKey = brainpool
        }
        try reject("device-none", "response.structure", "No proof at all.", "B3") { $0.proof = .none }
        try reject("device-invents", "device.authorization", "The device signs an element that the issuer does not let it sign.", "B30", "T13") {
            $0.deviceElements = [("example.device", [("mood", .text("good"))])]
        }
        try reject("device-other-permission", "device.authorization", "The device signs one element and may sign another.", "B30", "T13") {
            $0.deviceElements = [("example.device", [("mood", .text("good"))])]
            $0.keyAuthorizations = KeyAuthorizations(elements: [ElementReference("example.device", "weather")])
        }
        try accept("device-permitted", "The device signs an element that it may sign; nobody asked for it.", "B30", "T44") {
            $0.deviceElements = [("example.device", [("mood", .text("good"))])]
            $0.keyAuthorizations = KeyAuthorizations(nameSpaces: ["example.device"])
        }
        try reject("device-overrides", "document.elements", "The device signs an element that the issuer signed too.", "B31", "T43") {
            $0.deviceElements = [(.mobileDrivingLicence, [("given_name", .text("Eve"))])]
            $0.keyAuthorizations = KeyAuthorizations(nameSpaces: [.mobileDrivingLicence])
        }
    }

    /// A key on brainpoolP256r1, or what has the form of one.
    private static func brainpoolKey() throws -> COSEKey {
        let coordinate = CBORValue.bytes([UInt8](repeating: 1, count: 32))
        let labels: [(Int64, CBORValue)] = [(1, .integer(2)), (-1, .integer(256)), (-2, coordinate), (-3, coordinate)]
        var reader = try CBORReader(CBORValue.map(labels.map { .init(key: .integer($0.0), value: $0.1) }).encoded)
        return try COSEKey(from: &reader)
    }

    // MARK: The request

    private mutating func addRequests() throws {
        try reject("unrequested-document", "request.docType", "A document of a type that nobody asked for.", "B5") {
            $0.docType = "org.iso.23220.photoid.1"
            $0.signedDocType = "org.iso.23220.photoid.1"
        }
        try reject("nothing-requested", "request.missing", "Nothing of what was asked.", "B12") { $0.items = [.init(0, "height", .unsigned(171))] }
        try accept("element-missing", "One of the elements asked for is missing; the report says so.") { $0.items.removeLast() }
        try accept("element-unrequested", "An element that nobody asked for is dropped.", "T44") {
            $0.items.append(.init(9, "height", .unsigned(171)))
        }
        try addNamedIssuers()
    }

    /// Answers to requests that name the issuers whose documents they want.
    private mutating func addNamedIssuers() throws {
        let other = CertificateDraft.root(now: world.now, key: world.strangerKey, name: "Utopia Other IACA")
        var draft = CertificateDraft(now: world.now, key: world.signerKey, issuer: try other.subject(), issuerKey: world.strangerKey)
        guard let identifier = try ParsedCertificate(ByteSlice(other.encoded())).subjectKeyIdentifier else { throw CorpusWorld.Impossible() }
        draft.others = [try Certificate.Extension(AuthorityKeyIdentifier(keyIdentifier: identifier[...]), critical: false)]
        let stray = try draft.encoded()
        let (own, others) = (try world.session(naming: world.root), try world.session(naming: try other.encoded()))
        shelf.accept(
            "issuer-named", "The request names the document's issuer; a certificate of another stands in the chain.", [],
            try world.sealed(for: own) { $0.chain.append(stray) }, inputs: world.inputs(of: own))
        shelf.reject(
            "issuer-not-named", "request.missing", "The request names another issuer than the document's.", [], try world.sealed(for: others),
            inputs: world.inputs(of: others))
        shelf.reject(
            "issuer-stray", "request.missing", "The request names an issuer of which only a certificate beside the signer's path is.", ["B18"],
            try world.sealed(for: others) { $0.chain.append(stray) }, inputs: world.inputs(of: others))
    }
}
