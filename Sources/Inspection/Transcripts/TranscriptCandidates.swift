import CBOR
import Crypto
import MobileDocument

/// All transcripts that a set of inputs makes.
struct TranscriptCandidates {
    private(set) var exact: [TranscriptCandidate] = []
    private let origins: [OriginVariants]
    private let infos: [EncryptionInfoVariants]
    private let inputs: TranscriptInputs

    /// More inputs of one kind are not looked at; the product of two kinds is limited where it is tried.
    private static let maximumEach = 64

    init(_ inputs: TranscriptInputs, rejections: inout [TranscriptSearch.Rejection]) {
        self.inputs = inputs
        origins = inputs.origins.prefix(Self.maximumEach).map(OriginVariants.init)
        infos = inputs.encryptionInfos.prefix(Self.maximumEach).map(EncryptionInfoVariants.init)
        for origin in origins {
            guard let error = origin.error else { continue }
            rejections.append(
                TranscriptSearch.Rejection(input: SafeText.plain(origin.given, limit: 100), reason: error.description))
        }
        for (index, info) in infos.enumerated() {
            do throws(CBORError) {
                _ = try EncryptionInfo(text: info.text)
            } catch {
                // The text is tried all the same: what it decodes to does not enter the hash.
                rejections.append(
                    TranscriptSearch.Rejection(input: Self.name(ofInfo: index), reason: "\(error); its text is tried all the same"))
            }
        }
        // Those that cannot multiply come first, so that no limit cuts them off.
        addRecorded(&rejections)
        addInApp(&rejections)
        addAnnexC()
        addOpenID4VP()
    }

    /// One more than are tried is enough to know that there are more.
    private var isFull: Bool { exact.count > TranscriptFinder.maximumCandidates }

    // MARK: Right transcripts

    private mutating func addAnnexC() {
        for origin in origins.compactMap(\.origin) {
            for (index, info) in infos.enumerated() where !isFull {
                exact.append(
                    TranscriptCandidate(
                        "Annex C, \(origin), \(Self.name(ofInfo: index))", .annexC(encryptionInfo: info.text, origin: origin)))
            }
        }
    }

    private var thumbprints: [[UInt8]?] { [nil] + inputs.keyThumbprints.prefix(Self.maximumEach).map { $0 } }

    private mutating func addOpenID4VP() {
        for origin in origins.compactMap(\.origin) {
            for nonce in inputs.nonces.prefix(Self.maximumEach) {
                for thumbprint in thumbprints where !isFull {
                    exact.append(
                        TranscriptCandidate(
                            Self.openID4VPName(origin.serialized, nonce, thumbprint),
                            .openID4VPDigitalCredentials(
                                origin: origin, nonce: nonce, keyThumbprint: thumbprint.map { ByteSlice($0) })))
                }
            }
        }
    }

    private mutating func addInApp(_ rejections: inout [TranscriptSearch.Rejection]) {
        for (index, parameters) in inputs.inApp.prefix(Self.maximumEach).enumerated() {
            guard let keyHash = Self.keyHash(parameters.recipientKey) else {
                rejections.append(
                    TranscriptSearch.Rejection(
                        input: "in-app parameters \(index + 1)",
                        reason:
                            "the recipient's key has \(parameters.recipientKey.count) bytes; give its SHA-256 (32) or the point (65)"
                    ))
                continue
            }
            exact.append(
                TranscriptCandidate(
                    Self.inAppName(parameters),
                    .appleInApp(
                        nonce: parameters.nonce, merchantIdentifier: parameters.merchantIdentifier,
                        teamIdentifier: parameters.teamIdentifier,
                        recipientKeyHash: keyHash)))
        }
    }

    private mutating func addRecorded(_ rejections: inout [TranscriptSearch.Rejection]) {
        for recorded in inputs.recorded.prefix(Self.maximumEach) {
            let name = SafeText.plain(recorded.name, limit: 100)
            do throws(CBORError) {
                exact.append(
                    TranscriptCandidate("recorded, \(name)", deviation: nil, try SessionTranscript(recorded: recorded.bytes)))
            } catch {
                rejections.append(TranscriptSearch.Rejection(input: name, reason: "not a session transcript: \(error)"))
            }
        }
    }

    // MARK: Near misses

    /// Transcripts with one mistake each.
    func nearMisses(limit: Int) -> (candidates: [TranscriptCandidate], isShortened: Bool) {
        var candidates = inputs.inApp.prefix(Self.maximumEach).compactMap(swapped)
        for origin in origins {
            for (index, info) in infos.enumerated() {
                guard candidates.count < limit else { break }
                candidates += annexC(origin, info, index)
            }
            for nonce in inputs.nonces.prefix(Self.maximumEach) {
                guard candidates.count < limit else { break }
                candidates += openID4VP(origin, nonce)
            }
        }
        return (Array(candidates.prefix(limit)), candidates.count >= limit)
    }

    private func annexC(_ origin: OriginVariants, _ info: EncryptionInfoVariants, _ index: Int) -> [TranscriptCandidate] {
        func candidate(_ originText: String, _ encodedInfo: [UInt8], _ deviation: String) -> TranscriptCandidate? {
            var writer = CBORWriter()
            writer.array(2)
            writer.encoded(encodedInfo)
            writer.text(originText)
            return TranscriptCandidate(
                "Annex C, \(SafeText.plain(originText, limit: 100)), \(Self.name(ofInfo: index))", deviation: deviation,
                handover: "dcapi",
                hash: [UInt8](SHA256.hash(data: writer.bytes)))
        }
        let text = EncryptionInfoVariants.encoded(info.text)
        var candidates = origin.nearMisses.compactMap { candidate($0.text, text, $0.deviation) }
        if let right = origin.origin {
            candidates += info.nearMisses.compactMap { candidate(right.serialized, $0.encoded, $0.deviation) }
        }
        return candidates
    }

    private func openID4VP(_ origin: OriginVariants, _ nonce: String) -> [TranscriptCandidate] {
        thumbprints.flatMap { thumbprint in
            origin.nearMisses.compactMap { variant in
                var writer = CBORWriter()
                writer.array(3)
                writer.text(variant.text)
                writer.text(nonce)
                if let thumbprint { writer.byteString(thumbprint) } else { writer.null() }
                return TranscriptCandidate(
                    Self.openID4VPName(variant.text, nonce, thumbprint), deviation: variant.deviation,
                    handover: "OpenID4VPDCAPIHandover",
                    hash: [UInt8](SHA256.hash(data: writer.bytes)))
            }
        }
    }

    private func swapped(_ parameters: TranscriptInputs.InApp) -> TranscriptCandidate? {
        guard let keyHash = Self.keyHash(parameters.recipientKey) else { return nil }
        let transcript = SessionTranscript(
            .appleInApp(
                nonce: parameters.nonce, merchantIdentifier: parameters.teamIdentifier,
                teamIdentifier: parameters.merchantIdentifier,
                recipientKeyHash: keyHash))
        return TranscriptCandidate(
            Self.inAppName(parameters), deviation: "merchant and team identifier are the wrong way round; the merchant comes first",
            transcript)
    }

    // MARK: Names

    private static func name(ofInfo index: Int) -> String { "encryptionInfo \(index + 1)" }

    private static func openID4VPName(_ origin: String, _ nonce: String, _ thumbprint: [UInt8]?) -> String {
        "OpenID4VP, \(SafeText.plain(origin, limit: 100)), nonce \(SafeText.quoted(nonce, limit: 40)), "
            + (thumbprint.map { "key thumbprint \(Hexadecimal.text($0.prefix(4)))…" } ?? "no key")
    }

    private static func inAppName(_ parameters: TranscriptInputs.InApp) -> String {
        "Apple in-app, merchant \(SafeText.plain(parameters.merchantIdentifier, limit: 100)), "
            + "team \(SafeText.plain(parameters.teamIdentifier, limit: 100)), nonce of \(parameters.nonce.count) bytes"
    }

    private static func keyHash(_ key: ByteSlice) -> ByteSlice? {
        switch key.count {
        case 32: key
        case 65: ByteSlice([UInt8](SHA256.hash(data: key.bytes)))
        default: nil
        }
    }
}
