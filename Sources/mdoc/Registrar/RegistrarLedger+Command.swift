import Registrar

extension RegistrarLedger {
    /// What the revocation lists have said.
    var signedLists: SignedLists { SignedLists(lastNumber: lastListNumber, withdrawn: Set(revokedCertificates.map(\.serialNumber))) }
}
