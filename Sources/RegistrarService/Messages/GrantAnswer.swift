import Registrar

/// A grant that was signed for a build of an app.
struct GrantAnswer: Encodable {
    let serial: String
    let application: Int
    let client: String
    let executable: String
    let notBefore: String
    let notAfter: String
    let revokedAt: String?
    let reason: String?
    /// What the app hands to wallets.
    let token: String

    init(_ grant: IssuedGrant) {
        serial = grant.serialNumber
        application = grant.application
        client = grant.client
        executable = grant.executable
        notBefore = grant.notBefore.description
        notAfter = grant.notAfter.description
        revokedAt = grant.revokedAt?.description
        reason = grant.revocationReason?.rawValue
        token = grant.token
    }
}
