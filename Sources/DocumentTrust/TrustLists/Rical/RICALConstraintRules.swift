/// What a wallet knows of an ecosystem's trust constraints (ISO/IEC 18013-5 second edition, F.3.2.3 and F.3.2.6).
public protocol RICALConstraintRules: Sendable {
    /// Whether a constraint holds for a reader.
    ///
    /// - Parameters:
    ///   - constraint: as the list has it; it has at least one member.
    ///   - reader: the reader's certificate, whose path has been verified.
    /// - Returns: true only if every member of the constraint is understood and is met. What is not understood does not hold.
    func holds(_ constraint: RICALTrustConstraint, for reader: ParsedCertificate) -> Bool
}
