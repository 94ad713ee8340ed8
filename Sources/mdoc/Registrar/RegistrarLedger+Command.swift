import MobileDocument
import Registrar

extension RegistrarLedger {
    /// What the revocation lists have said.
    var signedLists: SignedLists {
        SignedLists(
            lastNumber: lastListNumber, lastUpdate: audit.last { $0.event == .revocationListIssued }.flatMap { Instant($0.time) },
            withdrawn: Set(revokedCertificates.map(\.serialNumber)))
    }
}
