public import CBOR

/// A condition under which an entry of a RICAL counts (ISO/IEC 18013-5 second edition, F.3.2.3).
///
/// The standard defines no kind of condition: each is its ecosystem's own, and means nothing to a wallet that does not know it.
public struct RICALTrustConstraint: Sendable, Hashable {
    /// What it says, by name, each value in its original encoding; empty where it cannot be read.
    public let members: [String: CBORItem]

    private static let maximumConstraints = 64
    private static let maximumMembers = 64

    /// What stands for constraints that cannot be read: one that says nothing, and so never holds.
    static let unreadable = RICALTrustConstraint(members: [:])

    /// Reads the constraints of an entry. The entry is not lost when they make no sense: it would no longer stand between its
    /// readers and the authority above it, which may be under no constraint.
    static func readAll(_ item: CBORItem) -> [RICALTrustConstraint] {
        (try? decode(item)) ?? [unreadable]
    }

    private static func decode(_ item: CBORItem) throws(CBORError) -> [RICALTrustConstraint] {
        var reader = try item.reader()
        let start = reader.offset
        var constraints: [RICALTrustConstraint] = []
        try reader.readArray { (reader, index) throws(CBORError) in
            guard index < maximumConstraints else { throw CBORError(.invalidValue, at: start, "more than \(maximumConstraints) constraints") }
            var members: [String: CBORItem] = [:]
            try reader.readTextMap { (reader, key) throws(CBORError) in
                guard members.count < maximumMembers else { throw CBORError(.invalidValue, at: start, "more than \(maximumMembers) members") }
                members[reader.text(of: key)] = try reader.readItem()
            }
            constraints.append(RICALTrustConstraint(members: members))
        }
        return constraints
    }
}
