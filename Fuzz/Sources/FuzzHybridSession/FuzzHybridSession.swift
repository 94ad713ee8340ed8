import Crypto
import CryptoExtras
import FuzzSupport
import HybridTransport

/// What strangers can send to either side before and after the handshake: whatever it is, it is no handshake and opens as no frame. And
/// what those can who know the secret: the input's first byte says in what the rest is truly sealed.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = input(start, count)
    for exchange in [scanned, linked] { checkStranger(bytes, exchange) }
    if let advert = Advert(serviceData: bytes) { law(!isOwn(advert, Session.advertKey), "a stranger's advert is opened") }
    guard let first = bytes.first, let place = Place(rawValue: first % UInt8(Place.allCases.count)) else { return 0 }
    let content = Array(bytes.dropFirst())
    switch place {
    case .frame: checkFrame(content)
    case .message: checkMessage(content)
    case .advert: checkAdvert(content)
    case .handshake: checkHandshake(content)
    case .linking: checkLinking(content)
    }
    return 0
}

/// Where an input is sealed.
private enum Place: UInt8, CaseIterable {
    case frame, message, advert, handshake, linking
}

/// What the two devices know.
private enum Session {
    static let secret = [UInt8](repeating: 1, count: 16)
    static let key = SymmetricKey(data: [UInt8](repeating: 2, count: 32))
    static let identity = scalar(3)
    static let clientEphemeral = scalar(4)
    static let authenticatorEphemeral = scalar(5)
    static let linkIdentity = scalar(6)
    static let linkSecret = [UInt8](repeating: 7, count: 32)
    static let link = [UInt8](repeating: 8, count: 8)
    static let hash = [UInt8](repeating: 9, count: 32)
    static let advertKey = AdvertKey(secret: secret)
    static let linkAdvertKey = AdvertKey(linkSecret: linkSecret, nonce: secret)

    private static func scalar(_ value: UInt8) -> P256.KeyAgreement.PrivateKey {
        let bytes = [UInt8](repeating: value, count: 32)
        guard let key = try? P256.KeyAgreement.PrivateKey(rawRepresentation: bytes) else { fatalError("no key") }
        return key
    }
}

/// How the two devices know each other.
private enum Meeting {
    /// By the code that one of them showed.
    case scanned
    /// By a link that was made before.
    case linked

    func begin(_ ephemeral: P256.KeyAgreement.PrivateKey) -> ClientHandshake {
        let party: ClientHandshake.Party =
            switch self {
            case .scanned: .scanned(identity: Session.identity)
            case .linked: .linked(authenticator: Session.linkIdentity.publicKey)
            }
        guard let handshake = try? ClientHandshake(party, sharedKey: Session.key, ephemeral: ephemeral) else { fatalError("no handshake") }
        return handshake
    }

    func answer(_ hello: [UInt8]) -> (message: [UInt8], keys: SessionKeys)? {
        let party: AuthenticatorHandshake.Party =
            switch self {
            case .scanned: .scanned(client: Session.identity.publicKey)
            case .linked: .linked(identity: Session.linkIdentity)
            }
        return try? AuthenticatorHandshake.answer(hello, party, sharedKey: Session.key, ephemeral: Session.authenticatorEphemeral)
    }

    /// What both sides seal with after a handshake of their own.
    func keys(_ ephemeral: P256.KeyAgreement.PrivateKey) -> (client: SessionKeys, authenticator: SessionKeys)? {
        let handshake = begin(ephemeral)
        guard let answered = answer(handshake.message) else { return nil }
        guard let client = try? handshake.finish(answered.message) else { return nil }
        return (client, answered.keys)
    }
}

/// A genuine handshake, and what opens the frames that follow.
private struct Exchange {
    let meeting: Meeting
    let hello: [UInt8]
    let reply: [UInt8]
    let client: FrameOpener
    let authenticator: FrameOpener

    init(_ meeting: Meeting) {
        self.meeting = meeting
        hello = meeting.begin(Session.clientEphemeral).message
        guard let answered = meeting.answer(hello) else { fatalError("our own handshake is refused") }
        guard let finished = try? meeting.begin(Session.clientEphemeral).finish(answered.message) else {
            fatalError("our own answer is refused")
        }
        (reply, client, authenticator) = (answered.message, finished.opener, answered.keys.opener)
    }
}

private let scanned = Exchange(.scanned)
private let linked = Exchange(.linked)

// MARK: Strangers

private func checkStranger(_ bytes: [UInt8], _ exchange: Exchange) {
    if bytes != exchange.hello { law(exchange.meeting.answer(bytes) == nil, "a stranger's handshake is answered") }
    if bytes != exchange.reply {
        let finished = try? exchange.meeting.begin(Session.clientEphemeral).finish(bytes)
        law(finished == nil, "a stranger's handshake is finished")
    }
    var (client, authenticator) = (exchange.client, exchange.authenticator)
    law((try? client.open(bytes)) == nil, "a stranger's frame opens for the client")
    law((try? authenticator.open(bytes)) == nil, "a stranger's frame opens for the authenticator")
}

/// Whether an advert was made with a key, whatever it says.
private func isOwn(_ advert: Advert, _ key: AdvertKey) -> Bool {
    do throws(HybridError) {
        let identifier = try key.open(advert)
        return identifier != nil
    } catch { return true }
}

// MARK: Whoever knows the secret

/// What a frame is sealed over, padding and all: the last byte says how many bytes before it are no message.
private func checkFrame(_ padded: [UInt8]) {
    guard var keys = Meeting.scanned.answer(scanned.hello)?.keys else { return law(false, "our own handshake is refused") }
    guard let nonce = try? AES.GCM.Nonce(data: [UInt8](repeating: 0, count: 12)),
        let box = try? AES.GCM.seal(padded, using: SymmetricKey(data: keys.opener.keyBytes), nonce: nonce)
    else { return law(false, "a frame cannot be sealed") }
    let frame = [UInt8](box.ciphertext) + [UInt8](box.tag)
    let zeros = Int(padded.last ?? 0)
    let message: [UInt8]? = zeros < padded.count ? Array(padded.dropLast(zeros + 1)) : nil
    law((try? keys.opener.open(frame)) == message, "another message comes out than was sealed")
    law((try? keys.opener.open(frame)) == nil, "a frame opens twice")
}

/// A message from the client, in a frame of the transport's own making.
private func checkMessage(_ message: [UInt8]) {
    guard let keys = Meeting.scanned.keys(Session.clientEphemeral) else { return law(false, "our own handshake is refused") }
    var (client, authenticator) = keys
    guard let frame = try? client.sealer.seal(message) else { return law(false, "a message cannot be sealed") }
    law(frame.count % 32 == 16, "a frame of \(frame.count) bytes tells how long its message is")
    law((try? client.opener.open(frame)) == nil, "the client's own frame opens for it")
    law((try? authenticator.opener.open(frame)) == message, "another message comes out than was sealed")
}

/// The 16 bytes that an advert is sealed over, and what later versions append.
private func checkAdvert(_ content: [UInt8]) {
    let block = Array(content.prefix(16)) + [UInt8](repeating: 0, count: max(16 - content.count, 0))
    let keys = Session.advertKey.bytes
    var sealed = block
    guard (try? AES.permute(&sealed, key: SymmetricKey(data: keys.prefix(32)))) != nil else {
        return law(false, "an advert cannot be sealed")
    }
    let tag = HMAC<SHA256>.authenticationCode(for: sealed, using: SymmetricKey(data: keys.dropFirst(32)))
    guard let advert = Advert(serviceData: sealed + Array(tag.prefix(4)) + Array(content.dropFirst(16).prefix(64))) else {
        return law(false, "an advert is refused for what is appended to it")
    }
    law(!isOwn(advert, Session.linkAdvertKey), "an advert to somebody else is opened")
    let number = UInt16(block[14]) | UInt16(block[15]) << 8
    let isKnown = block[0] == 0 && (number < 2 || number >= 256)
    do throws(HybridError) {
        guard let identifier = try Session.advertKey.open(advert) else { return law(false, "one's own advert is a stranger's") }
        law(isKnown, "an advert of an unknown version, or of an unknown service, is read")
        law(identifier.encoded == block && identifier.domain.number == number, "an advert says something else than was sealed")
        law(identifier.domain.host.hasPrefix("cable."), "a tunnel service at \(identifier.domain.host)")
        law((try? Session.advertKey.seal(identifier)) == advert, "sealing again makes another advert")
    } catch {
        law(!isKnown, "one's own advert is refused: \(error)")
    }
}

/// A client that knows the secret, and the authenticator's answer: the first byte says how they meet and which byte of the handshake is
/// altered on a second try, 32 bytes are the client's new key, and the rest is what the authenticator says first.
private func checkHandshake(_ content: [UInt8]) {
    guard let first = content.first, let ephemeral = try? P256.KeyAgreement.PrivateKey(rawRepresentation: content.dropFirst().prefix(32))
    else { return }
    let (meeting, other): (Meeting, Meeting) = first & 1 == 0 ? (.scanned, .linked) : (.linked, .scanned)
    guard let keys = meeting.keys(ephemeral) else { return law(false, "a client that knows the secret is refused") }
    var (client, authenticator) = keys
    law(client.hash == authenticator.hash, "the two sides are in two sessions")
    let message = Array(content.dropFirst(33))
    guard let frame = try? authenticator.sealer.seal(message) else { return law(false, "a message cannot be sealed") }
    law((try? client.opener.open(frame)) == message, "another message comes out than was sealed")

    var hello = meeting.begin(ephemeral).message
    law(other.answer(hello) == nil, "a linked device passes for one that read the code, or the other way round")
    hello[Int(first >> 1) % hello.count] ^= 1
    law(meeting.answer(hello) == nil, "an altered handshake is answered")
}

/// How a device is found another time and, after a zero, what its owner calls it: told in this session, and kept.
private func checkLinking(_ content: [UInt8]) {
    let parts = content.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
    let (contact, name) = (Array(parts[0]), parts.count > 1 ? String(decoding: parts[1], as: UTF8.self) : "")
    let isAllowed = (1...1024).contains(contact.count) && name.utf8.count <= 256
    let information = try? LinkingInformation(
        contact: contact, link: Session.link, secret: Session.linkSecret, identity: Session.linkIdentity, name: name,
        client: Session.identity.publicKey, hash: Session.hash)
    law((information != nil) == isAllowed, "linking information of \(contact.count) and \(name.utf8.count) bytes")
    guard let made = information else { return }
    guard let read = (try? UpdateMessage(UpdateMessage(linking: made).encoded))?.linking else {
        return law(false, "an update cannot be read")
    }
    law(read.contact == contact && read.name == name, "an update names another device")
    law(read.link == Session.link && read.secret == Session.linkSecret, "an update says another secret")
    law((try? read.check(identity: Session.identity, hash: Session.linkSecret)) == nil, "linking information of another session is taken")
    law((try? read.check(identity: Session.linkIdentity, hash: Session.hash)) == nil, "linking information for another client is taken")
    guard let domain = try? TunnelDomain(256),
        let kept = try? LinkedAuthenticator(read, identity: Session.identity, hash: Session.hash, domain: domain)
    else { return law(false, "the device's own linking information is refused") }
    law((try? LinkedAuthenticator(encoded: kept.encoded))?.encoded == kept.encoded, "reading changes a link")
}
