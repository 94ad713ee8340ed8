import CBOR
import Crypto
public import IdentityElements
import MobileDocument

/// Says what some bytes are and annotates them, item by item.
///
/// It is made for bytes nobody trusts and for bytes that are broken: it never fails, it points at the byte where reading
/// ends, and work and output are bounded. It verifies nothing, and it shows the values it finds: those that are restricted by law masked,
/// without any hash that would tell them, unless they are to be shown whole.
public enum Inspector {
    /// The longest input that is looked into: 64 MiB.
    public static let maximumBytes = 64 << 20

    /// Inspects each part of an input: one report for a binary file, one for each PEM block or JSON member otherwise.
    ///
    /// - Parameter tables: what is restricted by law, and so masked; nil to show everything whole.
    public static func inspect(_ input: EncodedInput, masking tables: ElementTables? = ElementTables.builtIn) -> [InspectionReport] {
        input.parts.map { part in
            let source =
                part.name.isEmpty ? input.encoding.rawValue : "\(input.encoding.rawValue), \(SafeText.plain(part.name, limit: 60))"
            // The label decides: even a damaged or encrypted private key must not be shown.
            if input.encoding == .pem, part.name.hasSuffix("PRIVATE KEY") {
                return privateKey(part.bytes, name: SafeText.plain(part.name, limit: 60), source: source)
            }
            return inspect(part.bytes, source: source, masking: tables)
        }
    }

    /// Inspects bytes that are already freed from any text encoding.
    ///
    /// - Parameter tables: what is restricted by law, and so masked; nil to show everything whole.
    public static func inspect(_ bytes: [UInt8], masking tables: ElementTables? = ElementTables.builtIn) -> InspectionReport {
        // PEM handed over undecoded would show the beginning of a private key.
        if bytes.starts(with: "-----BEGIN ".utf8), let input = try? EncodedInput(bytes, encoding: .pem),
            let first = inspect(input, masking: tables).first
        {
            return first
        }
        return inspect(bytes, source: "", masking: tables)
    }

    private static func inspect(_ bytes: [UInt8], source: String, masking tables: ElementTables?) -> InspectionReport {
        guard bytes.count <= maximumBytes, !bytes.isEmpty else {
            let message = bytes.isEmpty ? "there are no bytes" : "more than \(maximumBytes) bytes"
            return InspectionReport(
                kind: .unknown, summary: "unknown: \(message)", source: source, length: bytes.count, sha256: nil, lines: [],
                isShortened: false,
                findings: [
                    InspectionFinding(
                        severity: .error, code: bytes.isEmpty ? "input.empty" : "input.too-large", offset: nil, message: message)
                ])
        }
        switch DERKind.of(bytes) {
        case .privateKey(let name): return privateKey(bytes, name: name, source: source)
        case .other(let kind, let summary): return der(bytes, kind: kind, summary: summary, source: source)
        case nil: return cbor(bytes, source: source, masking: tables)
        }
    }

    // MARK: DER

    private static func privateKey(_ bytes: [UInt8], name: String, source: String) -> InspectionReport {
        InspectionReport(
            kind: .privateKey, summary: "private key (\(name)); nothing of it is shown", source: source, length: bytes.count,
            sha256: nil,
            lines: [], isShortened: false, findings: [])
    }

    private static func der(_ bytes: [UInt8], kind: InspectionKind, summary: String, source: String) -> InspectionReport {
        var annotator = Annotator(bytes, masking: nil)
        annotator.add(0..<bytes.count, 0, "", summary)
        if kind == .certificate { annotator.annotateCertificate(0..<bytes.count, depth: 1, chain: nil) }
        if kind == .certificateRevocationList { annotator.annotateRevocationList(0..<bytes.count, depth: 1) }
        return report(bytes, kind: kind, summary: summary, source: source, annotator)
    }

    // MARK: CBOR

    private static func cbor(_ bytes: [UInt8], source: String, masking tables: ElementTables?) -> InspectionReport {
        var annotator = Annotator(bytes, masking: tables)
        var parser = TolerantParser(bytes, 0..<bytes.count)
        let node = parser.parse(depth: 0)
        let known = node.flatMap { Recognition(of: $0, in: bytes) }
        let kind = known?.kind ?? (isPlausible(node, parser) ? .cbor : .unknown)
        guard let node, kind != .unknown else { return unknown(bytes, source: source, parser) }

        annotator.take(parser.remarks)
        annotator.annotate(node, as: known?.shape ?? .any, label: "", depth: 0)
        if let failure = parser.failure {
            annotator.addBreak(failure, depth: 0)
        } else if parser.position < bytes.count {
            annotator.addTrailing(parser.position..<bytes.count, depth: 0, inside: "")
        }
        if parser.failure == nil, parser.isAtEnd {
            StrictReading.check(bytes, kind: kind, node: node, into: &annotator.findings)
        }
        if annotator.findings.contains("simulator.namespace")
            || (annotator.findings.contains("signature.zero") && annotator.findings.contains("x5chain.empty"))
        {
            annotator.find(.warning, "simulator.mock-data", at: nil, "this is mock data of a simulator; no verifier may accept it")
        }
        let summary = Summary.of(node, kind: kind, in: bytes, isBroken: parser.failure != nil)
        return report(bytes, kind: kind, summary: summary, source: source, annotator)
    }

    /// Whether unrecognised bytes are CBOR at all: one whole item, or a container that reads well for the most part.
    private static func isPlausible(_ node: CBORNode?, _ parser: TolerantParser) -> Bool {
        guard let node else { return false }
        if parser.failure == nil, parser.isAtEnd { return true }
        if case .tag(24, .some) = node.content { return true }
        // Random bytes often begin like a container; they hardly ever go on like one.
        let unlikely: Set = [CBORError.Code.invalidUTF8.rawValue, CBORError.Code.unsupportedKey.rawValue]
        guard let first = node.elements?.first ?? node.entries?.first?.key, first.isComplete,
            !parser.remarks.contains(where: { unlikely.contains($0.code) })
        else { return false }
        return parser.failure?.code == .truncated
            ? first.range.count > 1 : (parser.failure?.offset ?? parser.position) * 2 > parser.end
    }

    private static func unknown(_ bytes: [UInt8], source: String, _ parser: TolerantParser) -> InspectionReport {
        var annotator = Annotator(bytes, masking: nil)
        annotator.add(0..<bytes.count, 0, "", guess(bytes))
        if let failure = parser.failure {
            annotator.find(.note, failure.code.rawValue, at: failure.offset, "not CBOR: \(failure.reason)")
        }
        return report(bytes, kind: .unknown, summary: "unknown: neither CBOR nor a certificate or key", source: source, annotator)
    }

    private static func guess(_ bytes: [UInt8]) -> String {
        switch bytes.count {
        // A bare scalar may be a private key.
        case 32, 48, 66: "\(bytes.count) bytes, perhaps a hash, a nonce or a private key; not shown"
        case 65 where bytes[0] == 4: "perhaps an uncompressed P-256 point, h'\(Hexadecimal.text(bytes))'"
        default: "begins with h'\(Hexadecimal.text(bytes.prefix(16)))\(bytes.count > 16 ? "…" : "")'"
        }
    }

    private static func report(
        _ bytes: [UInt8], kind: InspectionKind, summary: String, source: String, _ annotator: Annotator
    ) -> InspectionReport {
        InspectionReport(
            kind: kind, summary: summary, source: source, length: bytes.count,
            sha256: annotator.isHashable() ? annotator.sha256(0..<bytes.count) : nil,
            lines: annotator.lines, isShortened: annotator.isFull, findings: annotator.findings.findings)
    }
}
