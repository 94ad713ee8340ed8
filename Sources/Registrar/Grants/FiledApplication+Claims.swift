import AppGrantTokens
import IdentityElements
import MobileDocument

extension FiledApplication {
    /// What a grant says of a build of the app.
    func claims(_ grant: AppGrant, serialNumber: [UInt8], executable: [UInt8], notBefore: Instant, notAfter: Instant) -> GrantClaims {
        GrantClaims(
            serialNumber: serialNumber, client: application.client, name: application.name, team: brand, executable: executable, grant: grant,
            privacyPolicies: application.privacyPolicies, notBefore: notBefore.secondsSinceEpoch, notAfter: notAfter.secondsSinceEpoch)
    }

    /// Refuses what no grant could say once all of it is approved, by the field that takes most of it.
    func checkSize() throws(RegistrarError) {
        let whole = AppGrant(words: words, merchantIdentifiers: Set(application.merchants), legalBasis: Set(application.legalBasis.keys))
        // The longest time there is, as those of a grant are not known yet.
        let time = Instant(secondsSinceEpoch: 253_402_300_799)
        let claims = claims(
            whole, serialNumber: [UInt8](repeating: 0, count: 20), executable: [UInt8](repeating: 0, count: 32), notBefore: time, notAfter: time)
        guard !GrantToken.isWithinBounds(claims) else { return }
        let fields: [(name: String, texts: [String])] = [
            ("thirdParties", application.privacyPolicies.dropFirst().flatMap { [$0.holder, $0.url] }),
            ("documents", words.flatMap { [$0.key] + Array($0.value) }), ("merchants", application.merchants),
            ("legalBasis", application.legalBasis.keys.map(\.description)),
        ]
        func size(_ texts: [String]) -> Int { texts.reduce(0) { $0 + $1.utf8.count } }
        let largest = fields.max { size($0.texts) < size($1.texts) }?.name ?? ""
        throw ApplicationFields.wrong(
            largest, "takes more than a grant of \(GrantToken.maximumBytes) bytes can say", "give fewer or shorter entries")
    }
}
