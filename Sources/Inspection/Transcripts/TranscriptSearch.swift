/// Which transcript the device's proof in a response fits.
///
/// "Fits" means that the proof verifies under the device key in the mobile security object. That object, and with it the
/// key, is not verified here.
public struct TranscriptSearch: Sendable, Hashable, Encodable {
    /// A transcript that was tried.
    public struct Outcome: Sendable, Hashable, Encodable {
        /// What it is made of.
        public let name: String
        /// SHA-256 of the plain transcript, in hex.
        public let sha256: String
        /// Whether the proof of every document that can be checked fits.
        public let fits: Bool
        /// Positions of the documents whose proof fits.
        public let fittingDocuments: [Int]
        /// For a near miss: what the other side does differently, and how to mend it. Nil for a right transcript.
        public let deviation: String?
    }

    /// A document of the response.
    public struct CheckedDocument: Sendable, Hashable, Encodable {
        /// Its position in the response.
        public let position: Int
        /// Its type.
        public let docType: String
        /// Kind of proof, such as `deviceSignature, ES256`.
        public let proof: String
        /// Why its proof cannot be checked; nil when it can.
        public let obstacle: String?
    }

    /// An input that could not be used as it is.
    public struct Rejection: Sendable, Hashable, Encodable {
        /// The input as given, or its name.
        public let input: String
        /// Why.
        public let reason: String
    }

    /// The documents of the response.
    public let documents: [CheckedDocument]
    /// Right transcripts that were tried, and near misses that fit.
    public let outcomes: [Outcome]
    /// Inputs that could not be used as they are.
    public let rejections: [Rejection]
    /// Number of near misses that were tried.
    public let nearMissesTried: Int
    /// True when there were more combinations than are tried.
    public let isShortened: Bool

    /// The right transcript that fits, if one does.
    public var match: Outcome? { outcomes.first { $0.fits && $0.deviation == nil } }

    /// The near misses that fit.
    public var nearMisses: [Outcome] { outcomes.filter { !$0.fittingDocuments.isEmpty && $0.deviation != nil } }

    /// The result for a terminal.
    public var text: String {
        var output: [String] = []
        if let match {
            output.append("fits: \(match.name)")
        } else if let near = nearMisses.first {
            output.append("fits only with a deviation: \(near.deviation ?? "")")
        } else {
            output.append(outcomes.isEmpty ? "no transcript could be built from these inputs" : "no transcript fits")
        }
        output.append("Only the device's proof is looked at; the issuer's signature and the device key are not verified.")
        output.append("")
        for document in documents {
            output.append("  document \(document.position)  \(document.docType), \(document.proof)")
            if let obstacle = document.obstacle { output.append("              cannot be checked: \(obstacle)") }
        }
        if !outcomes.isEmpty { output.append("") }
        for outcome in outcomes {
            let verdict = outcome.fits ? "yes " : outcome.fittingDocuments.isEmpty ? "no  " : "part"
            output.append("  \(verdict)  \(outcome.name)")
            output.append("        SHA-256 \(outcome.sha256)")
            if !outcome.fits, !outcome.fittingDocuments.isEmpty {
                output.append("        fits document \(outcome.fittingDocuments.map { String($0) }.joined(separator: ", ")) only")
            }
            if let deviation = outcome.deviation { output.append("        near miss: \(deviation)") }
        }
        if nearMissesTried > 0 { output.append("  \(nearMissesTried) near misses were tried as well") }
        if isShortened { output.append("  not all combinations were tried; give fewer inputs at once") }
        if !rejections.isEmpty { output.append("") }
        for rejection in rejections { output.append("  not usable: \(rejection.input): \(rejection.reason)") }
        return output.joined(separator: "\n") + "\n"
    }
}
