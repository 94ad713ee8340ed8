import CBOR
import Crypto
import IdentityElements

/// Walks a tolerantly read tree beside the shape it should have, and writes a line for each item.
///
/// Lines are limited, so the work is; nesting is limited by the parser, embedded items included.
struct Annotator {
    static let maximumLines = 4_000

    /// What the items below need to know of those above.
    struct Scope {
        var nameSpace: String?
        var digests: DigestTable?
        var role = SignatureRole.other
        var algorithm: Int64?
        var isProtectedHeader = false
    }

    /// An item with what its byte string holds, opened once.
    struct Opened {
        let node: CBORNode
        let shape: Shape
        var inner: [Opened] = []
        var failure: CBORError?
        var trailing: Range<Int>?

        /// The item the structure is about, under all wrappings.
        var innermost: Opened { inner.first?.innermost ?? self }
    }

    let bytes: [UInt8]
    /// What is restricted by law, and so masked; nil where everything is shown whole.
    let tables: ElementTables?
    /// Those of the tables that call anything restricted, which are few.
    let restrictingTables: [ElementTable]
    var lines: [InspectionLine] = []
    var findings = FindingCollector()
    var scope = Scope()
    private(set) var isFull = false
    /// How many masked values were met that no salt hides, and places where one may be that nobody sees: a hash of anything around one of them
    /// tells it.
    var unsaltedMasks = 0
    /// Calls inside each other; it bounds the stack, since byte strings inside byte strings can nest without end.
    private var level = 0

    init(_ bytes: [UInt8], masking tables: ElementTables?) {
        self.bytes = bytes
        self.tables = tables
        restrictingTables = (tables ?? ElementTables()).nameSpaces.values.filter { table in table.entries.contains { $0.sensitivity == .restricted } }
    }

    // MARK: Lines

    mutating func add(_ range: Range<Int>, _ depth: Int, _ label: String, _ text: String, details: [String] = []) {
        guard lines.count < Self.maximumLines else {
            isFull = true
            return
        }
        lines.append(
            InspectionLine(offset: range.lowerBound, length: range.count, depth: depth, label: label, text: text, details: details))
    }

    mutating func find(_ severity: InspectionFinding.Severity, _ code: String, at offset: Int?, _ message: String) {
        findings.add(severity, code, at: offset, message)
    }

    /// The line and the finding for the byte where reading ended.
    mutating func addBreak(_ failure: CBORError, depth: Int) {
        // Nobody looks at what stands there.
        unsaltedMasks += 1
        add(failure.offset..<failure.offset, depth, InspectionLine.breakLabel, failure.reason)
        find(.error, failure.code.rawValue, at: failure.offset, failure.reason)
    }

    mutating func addTrailing(_ range: Range<Int>, depth: Int, inside: String) {
        // Nobody looks at what stands there.
        unsaltedMasks += 1
        let message = "\(range.count) bytes follow the item\(inside)"
        add(range, depth, InspectionLine.breakLabel, message, details: [])
        find(.error, CBORError.Code.trailingBytes.rawValue, at: range.lowerBound, message)
    }

    mutating func take(_ remarks: [TolerantParser.Remark]) {
        for remark in remarks {
            let isFatal = remark.code == CBORError.Code.duplicateKey.rawValue || remark.code == CBORError.Code.invalidUTF8.rawValue
            find(isFatal ? .error : .warning, remark.code, at: remark.offset, remark.text)
        }
    }

    // MARK: Walking

    mutating func annotate(_ node: CBORNode, as shape: Shape, label: String, depth: Int) {
        guard !isFull else { return }
        level += 1
        defer { level -= 1 }
        let item = open(node, as: shape, label: label)
        let (place, masks) = (lines.count, unsaltedMasks)
        add(node.range, depth, label, headline(of: item))
        annotateContent(of: item, depth: depth + 1)
        // Only what stands below says whether a hash may be shown.
        guard place < lines.count, isHashable(since: masks) else { return }
        lines[place].details = details(of: item)
    }

    /// The lines below an item: what its wrappings hold, then where they break.
    mutating func annotateContent(of item: Opened, depth: Int) {
        level += 1
        defer { level -= 1 }
        if let inner = item.inner.first {
            annotateContent(of: inner, depth: depth)
        } else {
            annotateChildren(of: item, depth: depth)
        }
        if let failure = item.failure { addBreak(failure, depth: depth) }
        if let trailing = item.trailing { addTrailing(trailing, depth: depth, inside: " inside its byte string") }
    }

    /// Settles what an item is and opens the byte strings it is wrapped in.
    mutating func open(_ node: CBORNode, as shape: Shape, label: String) -> Opened {
        switch shape {
        case .any:
            if let known = Recognition(of: node, in: bytes) { return open(node, as: known.shape, label: label) }
            return node.embeddedString == nil ? Opened(node: node, shape: .any) : wrapped(node, node.embeddedString, .any, label)
        case .plain:
            return node.embeddedString == nil
                ? Opened(node: node, shape: .plain) : wrapped(node, node.embeddedString, .plain, label)
        case .embedded(let inner):
            if let string = node.embeddedString { return wrapped(node, string, inner, label) }
            // A null stands for an absent part of a transcript.
            if node.isNull { return Opened(node: node, shape: .plain) }
            mismatch(node, label, "an embedded item (tag 24)")
            return open(node, as: fits(inner, node) ? inner : .plain, label: label)
        case .encoded(let inner):
            if node.isBytes {
                return node.body.isEmpty ? Opened(node: node, shape: .plain) : wrapped(node, node, inner, label)
            }
            mismatch(node, label, "a byte string")
            return Opened(node: node, shape: .plain)
        case .signature(let role):
            if case .tag(18, let inner?) = node.content {
                if role.isUntagged {
                    find(
                        .warning, "cose.tagged", at: node.offset,
                        "\(place(label))tag 18 before a signature that mdocs carry untagged")
                }
                return Opened(node: node, shape: shape, inner: [open(inner, as: shape, label: label)])
            }
        case .mac:
            if case .tag(17, let inner?) = node.content {
                return Opened(node: node, shape: shape, inner: [open(inner, as: shape, label: label)])
            }
        default: break
        }
        guard fits(shape, node) else {
            if let expected = expectation(shape) { mismatch(node, label, expected) }
            return Opened(node: node, shape: .plain)
        }
        return Opened(node: node, shape: shape)
    }

    private mutating func wrapped(_ node: CBORNode, _ string: CBORNode?, _ inner: Shape, _ label: String) -> Opened {
        guard let string else { return Opened(node: node, shape: .plain) }
        level += 1
        defer { level -= 1 }
        var parser = TolerantParser(bytes, string.body)
        let content = parser.parse(depth: level)
        take(parser.remarks)
        var item = Opened(node: node, shape: .embedded(inner))
        if let content { item.inner = [open(content, as: inner, label: label)] }
        // Where the string itself is cut off, the break is reported once, where the input ends.
        if string.isComplete { item.failure = parser.failure }
        if parser.failure == nil, parser.position < string.body.upperBound {
            item.trailing = parser.position..<string.body.upperBound
        }
        return item
    }

    // MARK: Expectations

    private func fits(_ shape: Shape, _ node: CBORNode) -> Bool {
        switch shape {
        case .structure, .labelled, .nameSpaces, .elements, .digests, .issuerSigned, .item, .headers, .key: node.entries != nil
        case .tuple, .list, .signature, .mac: node.elements != nil
        case .certificate, .rawSignature: node.isBytes
        case .chain: node.isBytes || node.elements != nil
        default: true
        }
    }

    private func expectation(_ shape: Shape) -> String? {
        switch shape {
        case .structure(let name, _), .labelled(let name, _): "a map (\(name))"
        case .nameSpaces, .elements, .digests, .issuerSigned, .item, .headers, .key: "a map"
        case .tuple(let name, _): "an array (\(name))"
        case .list: "an array"
        case .signature, .mac: "an array of 4"
        case .certificate, .rawSignature: "a byte string"
        case .chain: "a certificate or an array of certificates"
        default: nil
        }
    }

    private mutating func mismatch(_ node: CBORNode, _ label: String, _ expected: String) {
        // A null where a structure may be absent is what simulators and some encoders send.
        let severity: InspectionFinding.Severity = node.isNull ? .warning : .error
        find(
            severity, CBORError.Code.unexpectedType.rawValue, at: node.offset,
            "\(place(label))expected \(expected), found \(kind(of: node))")
    }

    func place(_ label: String) -> String { label.isEmpty ? "" : label + ": " }
}
