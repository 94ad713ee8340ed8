import CBOR
import COSE

extension Annotator {
    mutating func annotateSignature(_ node: CBORNode, _ role: SignatureRole, _ depth: Int) {
        let parts = node.elements ?? []
        checkCount(parts, of: node, "COSE_Sign1")
        scope.role = role
        scope.algorithm = parts.first.flatMap { Recognition.protectedAlgorithm($0, in: bytes) }
        annotateHeaders(parts, of: node, depth)
        if parts.count > 2 { annotatePayload(parts[2], role, depth) }
        if parts.count > 3 { annotate(parts[3], as: .rawSignature, label: "signature", depth: depth) }
        if parts.count > 3 { checkSignature(parts[3]) }
    }

    mutating func annotateMac(_ node: CBORNode, _ depth: Int) {
        let parts = node.elements ?? []
        checkCount(parts, of: node, "COSE_Mac0")
        scope.role = .device
        scope.algorithm = parts.first.flatMap { Recognition.protectedAlgorithm($0, in: bytes) }
        annotateHeaders(parts, of: node, depth)
        if parts.count > 2 { annotatePayload(parts[2], .device, depth) }
        if parts.count > 3 { annotate(parts[3], as: .rawSignature, label: "tag", depth: depth) }
    }

    private mutating func checkCount(_ parts: [CBORNode], of node: CBORNode, _ name: String) {
        guard node.isComplete, parts.count != 4 else { return }
        find(.error, CBORError.Code.invalidValue.rawValue, at: node.offset, "\(name) has \(parts.count) elements instead of 4")
    }

    private mutating func annotateHeaders(_ parts: [CBORNode], of node: CBORNode, _ depth: Int) {
        if let protected = parts.first {
            annotate(protected, as: .encoded(.headers(isProtected: true)), label: "protected", depth: depth)
        }
        if parts.count > 1 { annotate(parts[1], as: .headers(isProtected: false), label: "unprotected", depth: depth) }
        if scope.algorithm == nil, node.isComplete, parts.count > 1, parts[1].member(1) == nil {
            find(.error, "cose.algorithm-missing", at: node.offset, "the protected header names no algorithm")
        }
    }

    private mutating func annotatePayload(_ payload: CBORNode, _ role: SignatureRole, _ depth: Int) {
        switch payload.content {
        case .null: add(payload.range, depth, "payload", "null (detached)")
        case .undefined:
            add(payload.range, depth, "payload", "undefined")
            find(.error, "cose.payload-undefined", at: payload.offset, "an undefined payload where null is meant")
        default:
            if role == .device || role == .reader {
                find(
                    .warning, "cose.payload-attached", at: payload.offset,
                    "a payload is carried where it should be detached; verifiers must compare it with their own")
            }
            let shape: Shape =
                switch role {
                case .issuer: .embedded(.mobileSecurityObject)
                case .statusToken: .claims
                default: .any
                }
            if role == .issuer, payload.isBytes, let content = unwrapped(payload), content.embeddedString == nil,
                content.entries != nil
            {
                find(.error, "mso.not-embedded", at: content.offset, "the payload is the bare object; it must be wrapped in tag 24")
            }
            annotate(payload, as: holdsItem(payload) ? .encoded(shape) : .plain, label: "payload", depth: depth)
        }
    }

    /// Whether a payload is CBOR; those of foreign signatures may be anything.
    private func holdsItem(_ payload: CBORNode) -> Bool {
        guard payload.isBytes, !payload.body.isEmpty else { return false }
        var parser = TolerantParser(bytes, payload.body)
        guard let content = parser.parse(depth: 0) else { return false }
        return !payload.isComplete || parser.failure == nil && parser.position == payload.body.upperBound || content.entries != nil
            || content.embeddedString != nil
    }

    private func unwrapped(_ payload: CBORNode) -> CBORNode? {
        var parser = TolerantParser(bytes, payload.body)
        return parser.parse(depth: 0)
    }

    private mutating func checkSignature(_ signature: CBORNode) {
        guard signature.isBytes, signature.isComplete else { return }
        let content = bytes[signature.body]
        if content.allSatisfy({ $0 == 0 }) {
            return find(.warning, "signature.zero", at: signature.offset, "the signature is all zero, as simulators send it")
        }
        guard let expected = scope.algorithm.flatMap(COSEAlgorithm.init(rawValue:))?.curve?.signatureBytes,
            content.count != expected
        else {
            return
        }
        let hint = content.first == 0x30 ? "; it looks like DER, COSE has raw r and s" : ""
        find(
            .error, "signature.length", at: signature.offset,
            "the signature has \(content.count) bytes instead of \(expected)\(hint)")
    }

    // MARK: Certificates

    mutating func annotateChain(_ node: CBORNode, _ depth: Int) {
        if let isProtected = scope.role.chainIsProtected, isProtected != scope.isProtectedHeader {
            find(
                .note, "x5chain.header", at: node.offset,
                "x5chain stands in the \(scope.isProtectedHeader ? "protected" : "unprotected") header; it belongs in the other one"
            )
        }
        guard let certificates = node.elements else {
            return annotateCertificate(node.body, depth: depth, chain: ChainPlace(index: 0, count: 1, role: scope.role))
        }
        if node.isComplete, certificates.isEmpty {
            find(.warning, "x5chain.empty", at: node.offset, "x5chain holds no certificate, as simulators send it")
        }
        if node.isComplete, certificates.count == 1 {
            find(
                .warning, "x5chain.array-of-one", at: node.offset,
                "a single certificate is written as an array; RFC 9360 has a plain byte string")
        }
        for (index, certificate) in certificates.enumerated() {
            guard !isFull else { return }
            guard certificate.isBytes else {
                annotate(certificate, as: .certificate, label: "[\(index)]", depth: depth)
                continue
            }
            add(certificate.range, depth, "[\(index)]", certificateHeadline(certificate.body))
            annotateCertificate(
                certificate.body, depth: depth + 1, chain: ChainPlace(index: index, count: certificates.count, role: scope.role))
        }
    }
}
