import CBOR
import COSE
import Crypto
import DocumentTrust
import MobileDocument
import X509

@testable import IssuingAuthority

/// A status token made by hand, each part of which can be wrong.
struct StatusTokenMaker {
    var tag: UInt64? = 18
    var type: String? = "application/statuslist+cwt"
    var algorithm: Int64 = -7
    var chain: [[UInt8]]
    var chainIsProtected = true
    /// SHA-256 of a certificate, for `x5t`.
    var thumbprint: [UInt8]?
    var subject: CBORValue? = .text(StatusScene.uri)
    var issuedAt: CBORValue?
    var expiresAt: CBORValue?
    var notBefore: CBORValue?
    var timeToLive: CBORValue?
    var listLabel: Int64 = 65_533
    var bits: CBORValue? = .unsigned(1)
    var list: CBORValue?
    var payload: [UInt8]?
    var trailingClaims: [UInt8] = []
    var isDetached = false
    var trailing: [UInt8] = []
    var key: P256.Signing.PrivateKey

    init(chain: [[UInt8]], key: P256.Signing.PrivateKey) {
        self.chain = chain
        self.key = key
        issuedAt = .unsigned(UInt64(World.now.advanced(byDays: -1).secondsSinceEpoch))
        expiresAt = .unsigned(UInt64(World.now.advanced(byDays: 6).secondsSinceEpoch))
        list = ZlibDeflation.deflate([0x08, 0, 0, 0]).map { .bytes($0) }
    }

    func make() throws -> [UInt8] {
        let protected = header()
        let content = (payload ?? claims()) + trailingClaims
        let signature = try key.signature(
            for: COSESign1.signedStructure(protected: protected[...], payload: content[...])).rawRepresentation
        var writer = CBORWriter()
        if let tag { writer.tag(tag) }
        writer.array(4)
        writer.byteString(protected)
        if chainIsProtected {
            writer.map(0)
        } else {
            writer.map(1)
            write(chain, to: &writer)
        }
        if isDetached { writer.null() } else { writer.byteString(content) }
        writer.byteString([UInt8](signature))
        return writer.bytes + trailing
    }

    private func header() -> [UInt8] {
        let hasChain = chainIsProtected && !chain.isEmpty
        var writer = CBORWriter()
        writer.map(1 + [type != nil, hasChain, thumbprint != nil].count { $0 })
        writer.integer(1)
        writer.integer(algorithm)
        if let type {
            writer.integer(16)
            writer.text(type)
        }
        if hasChain { write(chain, to: &writer) }
        if let thumbprint {
            writer.integer(34)
            writer.array(2)
            writer.integer(-16)
            writer.byteString(thumbprint)
        }
        return writer.bytes
    }

    private func write(_ chain: [[UInt8]], to writer: inout CBORWriter) {
        writer.integer(33)
        if chain.count > 1 { writer.array(chain.count) }
        for certificate in chain { writer.byteString(certificate) }
    }

    private func claims() -> [UInt8] {
        var content: [CBORValue.Entry] = []
        if let bits { content.append(.init(key: .text("bits"), value: bits)) }
        if let list { content.append(.init(key: .text("lst"), value: list)) }
        var entries: [CBORValue.Entry] = []
        for (label, value) in [(2, subject), (4, expiresAt), (5, notBefore), (6, issuedAt), (65_534, timeToLive), (listLabel, .map(content))] {
            if let value { entries.append(.init(key: .unsigned(UInt64(label)), value: value)) }
        }
        var writer = CBORWriter()
        CBORValue.map(entries).write(to: &writer)
        return writer.bytes
    }
}
