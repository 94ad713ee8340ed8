import Foundation

/// The audit records after a soak: the chain is whole, and holds one decision for each session that came to one.
enum AuditReading {
    private struct Record: Decodable {
        let session: String
        let decision: String
    }

    /// What is wrong with the records; empty if nothing is.
    ///
    /// - Parameter statuses: what each session came to in the store; one that was cut off is refused, and has a record like any other.
    static func faults(
        program: String, folder: String, environment: [String: String], statuses: [String: String]
    ) throws -> (records: Int, faults: [String]) {
        let (output, status) = try Program.run([program, "audit", "--config", folder + "/verifier.yaml", "--list"], environment: environment)
        var faults = status == 0 ? [] : ["mdoc-verifier audit ended with \(status)"]
        let records = try output.split(separator: "\n").map { try JSONDecoder().decode(Record.self, from: Data($0.utf8)) }
        var decided: Set<String> = []
        for record in records {
            if !decided.insert(record.session).inserted { faults.append("\(record.session): two decisions in the audit records") }
            if let status = statuses[record.session], status != record.decision {
                faults.append("\(record.session): \(status) in the store, \(record.decision) in the audit records")
            }
        }
        let expected = statuses.values.count { $0 == "verified" || $0 == "refused" }
        if records.count != expected { faults.append("\(expected) sessions were decided, and there are \(records.count) audit records") }
        return (records.count, faults)
    }
}
