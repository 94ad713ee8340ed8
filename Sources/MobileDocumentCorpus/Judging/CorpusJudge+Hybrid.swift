import Crypto
import HybridTransport

/// What two devices say to each other.
extension CorpusJudge {
    func hybrid(_ item: CorpusCase) throws -> CorpusAnswer {
        let bytes = item.bytes
        switch item.kind {
        case .hybridCode:
            let time = try item.all(.time).first.map(Self.instant)
            return Self.reading {
                let code = try HybridInvitation(text: String(decoding: bytes, as: UTF8.self))
                if let time { try code.checkFresh(at: time) }
            }
        case .hybridAdvert: return try advert(item)
        case .hybridReply:
            let handshake = try handshake(item)
            // Finishing consumes the handshake, which no closure may do with what it captures.
            do {
                _ = try handshake.finish(bytes)
                return .accepted
            } catch {
                return .refused(codes: [CorpusCode.of(error)])
            }
        case .hybridFrame:
            var opener = try handshake(item).finish(item.binary(.reply)).opener
            return Self.reading { _ = try opener.open(bytes) }
        case .hybridMessage: return Self.reading { _ = try HybridMessage(bytes) }
        case .hybridCapabilities: return Self.reading { _ = try Capabilities(bytes) }
        case .hybridRequest: return Self.reading { _ = try RemoteCredentialRequest(bytes) }
        case .hybridResponse: return Self.reading { _ = try RemoteCredentialResponse(bytes) }
        default: return .undecided("this is not of the hybrid transport")
        }
    }

    private func advert(_ item: CorpusCase) throws -> CorpusAnswer {
        let key = AdvertKey(secret: try item.binary(.secret))
        guard let advert = Advert(serviceData: item.bytes) else { return .refused(codes: ["hybrid.advert"]) }
        return Self.deciding { try key.open(advert) == nil ? .refused(codes: ["hybrid.advert"]) : .accepted }
    }

    /// The client's side of a handshake, with fixed keys.
    private func handshake(_ item: CorpusCase) throws -> ClientHandshake {
        try ClientHandshake(
            .scanned(identity: key(item, .identity)), sharedKey: SymmetricKey(data: item.binary(.sharedKey)), ephemeral: key(item, .ephemeral))
    }
}
