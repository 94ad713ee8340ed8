public import CBOR

/// The protected and unprotected headers of a COSE structure, as far as an mdoc uses them (RFC 9052, 3.1).
public struct COSEHeaders: Sendable, Hashable {
    /// `x5t`: a hash of the end-entity certificate (RFC 9360).
    public struct Thumbprint: Sendable, Hashable {
        /// COSE number of the hash algorithm; -16 is SHA-256.
        public let hashAlgorithm: Int64
        /// The hash.
        public let hash: ByteSlice
    }

    /// The protected header's bytes as received, without the byte-string head. They enter the signed structure as they are.
    public let protected: ByteSlice
    /// The algorithm number of the protected header.
    public let algorithm: Int64?
    /// Whether the unprotected header names an algorithm; such a one is never used.
    public let hasUnprotectedAlgorithm: Bool
    /// `typ` of the protected header, as tokens carry it (label 16, RFC 9596).
    public let type: String?
    /// The end entity's certificate, the first of `x5chain` from whichever header has it; nil when there is none.
    public let certificate: ByteSlice?
    /// The other certificates of `x5chain`, in their order; whether each issued the one before is for the path to say.
    public let furtherCertificates: [ByteSlice]
    /// True when the chain is an array of one, which RFC 9360 writes as a plain byte string.
    public let chainIsArrayOfOne: Bool
    /// True when `x5chain` stands in the protected header.
    public let chainIsProtected: Bool
    /// `x5t` of the protected header.
    public let thumbprint: Thumbprint?
    /// What is wrong with the headers as a whole, found while reading.
    let fault: COSEFault?

    /// The labels this library reads; all are below 64.
    private enum Label: Int64 {
        case algorithm = 1
        case critical = 2
        case type = 16
        case chain = 33
        case thumbprint = 34
    }

    /// The labels that stand in one header, a bit each.
    private struct Labels {
        private var bits: UInt64 = 0

        mutating func insert(_ label: Label) { bits |= 1 << label.rawValue }

        func contains(_ label: Label) -> Bool { bits & 1 << label.rawValue != 0 }

        /// The smallest label that stands in both.
        func shared(with other: Labels) -> Int64? {
            let shared = bits & other.bits
            return shared == 0 ? nil : Int64(shared.trailingZeroBitCount)
        }
    }

    private struct Fields {
        var labels = Labels()
        var otherLabels: [CBORKey] = []
        var algorithm: Int64?
        var type: String?
        var certificate: ByteSlice?
        var furtherCertificates: [ByteSlice] = []
        var chainIsArrayOfOne = false
        var thumbprint: Thumbprint?
        var unknownCritical = false
    }

    /// Reads `protected: bstr, unprotected: map`, the first two slots of every COSE structure.
    public init(from reader: inout CBORReader) throws(CBORError) {
        let protected = try reader.readBytes()
        var signed = Fields()
        if let algorithm = Self.onlyAlgorithm(in: protected) {
            signed.labels.insert(.algorithm)
            signed.algorithm = algorithm
        } else if !protected.isEmpty {
            var inner = try CBORReader(protected.bytes)
            try Self.read(&signed, from: &inner)
            try inner.finish()
        }
        var unsigned = Fields()
        try Self.read(&unsigned, from: &reader)

        self.protected = protected
        algorithm = signed.algorithm
        hasUnprotectedAlgorithm = unsigned.labels.contains(.algorithm)
        type = signed.type.take()
        chainIsProtected = signed.labels.contains(.chain)
        certificate = chainIsProtected ? signed.certificate.take() : unsigned.certificate.take()
        furtherCertificates = chainIsProtected ? signed.furtherCertificates : unsigned.furtherCertificates
        chainIsArrayOfOne = signed.chainIsArrayOfOne || unsigned.chainIsArrayOfOne
        thumbprint = signed.thumbprint.take()
        fault = Self.sharedLabel(signed, unsigned) ?? (signed.unknownCritical || unsigned.labels.contains(.critical) ? .criticalHeader : nil)
    }

    /// The algorithm of a protected header that holds nothing else, as those of mdoc do: `{1: -24...-1}` or `{1: 0...23}`, three bytes long.
    private static func onlyAlgorithm(in protected: ByteSlice) -> Int64? {
        guard protected.count == 3 else { return nil }
        let bytes = protected.bytes
        let first = bytes.startIndex
        guard bytes[first] == 0xa1, bytes[first + 1] == 0x01, bytes[first + 2] & 0x1f < 24 else { return nil }
        let number = Int64(bytes[first + 2] & 0x1f)
        switch bytes[first + 2] >> 5 {
        case 0: return number
        case 1: return -1 - number
        default: return nil
        }
    }

    /// The fault of a label that stands in both headers, if there is one.
    private static func sharedLabel(_ signed: Fields, _ unsigned: Fields) -> COSEFault? {
        var label = signed.labels.shared(with: unsigned.labels)
        if !signed.otherLabels.isEmpty, !unsigned.otherLabels.isEmpty {
            let others = Set(signed.otherLabels).intersection(unsigned.otherLabels)
            for case .integer(let other) in others { label = min(label ?? other, other) }
            if label == nil, !others.isEmpty { return .textLabelInBothHeaders }
        }
        return label.map { .labelInBothHeaders($0) }
    }

    private static func read(_ fields: inout Fields, from reader: inout CBORReader) throws(CBORError) {
        try reader.readMap { (reader, key) throws(CBORError) in
            guard case .integer(let number) = key, let label = Label(rawValue: number) else {
                fields.otherLabels.append(key)
                return
            }
            fields.labels.insert(label)
            switch label {
            case .algorithm where try reader.peekKind() != .text:
                fields.algorithm = try reader.readInteger()
            case .critical:
                fields.unknownCritical = try !readsOnlyUnderstood(&reader)
            case .type where try reader.peekKind() == .text:
                fields.type = try reader.readText()
            case .chain:
                try readChain(&fields, from: &reader)
            case .thumbprint:
                fields.thumbprint = try reader.readTuple(2) { (reader) throws(CBORError) in
                    Thumbprint(hashAlgorithm: try reader.readInteger(), hash: try reader.readBytes())
                }
            case .algorithm, .type:
                break
            }
        }
    }

    /// Reads `crit`: whether it names at least one label, and none that is not processed here.
    private static func readsOnlyUnderstood(_ reader: inout CBORReader) throws(CBORError) -> Bool {
        let understood = [Label.algorithm, .chain, .thumbprint].map { CBORValue.integer($0.rawValue) }
        var isUnderstood = true
        let count = try reader.readArray { (reader, _) throws(CBORError) in
            if !understood.contains(try reader.readValue()) { isUnderstood = false }
        }
        return count > 0 && isUnderstood
    }

    private static func readChain(_ fields: inout Fields, from reader: inout CBORReader) throws(CBORError) {
        if try reader.peekKind() == .bytes {
            fields.certificate = try reader.readBytes()
            return
        }
        let start = reader.offset
        let count = try reader.readArray { (reader, index) throws(CBORError) in
            guard index < 8 else { throw CBORError(.invalidValue, at: start, "more than 8 certificates in x5chain") }
            let certificate = try reader.readBytes()
            if index == 0 { fields.certificate = certificate } else { fields.furtherCertificates.append(certificate) }
        }
        fields.chainIsArrayOfOne = count == 1
    }

    /// Certificates of `x5chain`, end entity first; empty when there is none.
    public var certificateChain: [ByteSlice] { (certificate.map { [$0] } ?? []) + furtherCertificates }

    /// The algorithm to use, from the protected header and inside the allow-list; otherwise why not.
    public func allowedAlgorithm() throws(COSEFault) -> COSEAlgorithm {
        if let fault { throw fault }
        guard let algorithm else { throw hasUnprotectedAlgorithm ? .algorithmUnprotected : .algorithmMissing }
        guard let allowed = COSEAlgorithm(rawValue: algorithm) else {
            if let name = COSEAlgorithm.unsupportedName(algorithm) { throw .algorithmUnsupported(name) }
            throw .algorithmNotAllowed(algorithm)
        }
        return allowed
    }

    /// The protected header as it enters `Sig_structure`: an empty map counts as an empty byte string (RFC 9052, 4.4).
    var signedProtected: ArraySlice<UInt8> {
        protected.bytes.elementsEqual([0xa0]) ? [] : protected.bytes
    }
}
