public import AppGrantTokens
public import X509

/// The registrars' roots by whose word a broker or a provider lets apps ask.
public struct AppRegistrars: Sendable {
    private let roots: [Certificate]
    private let isWithdrawn: @Sendable (_ serialNumber: [UInt8], _ root: Certificate) -> Bool

    /// Takes roots.
    ///
    /// - Parameters:
    ///   - roots: self-signed certificates that somebody has decided to trust.
    ///   - isWithdrawn: whether a root has withdrawn what has this serial number.
    public init(
        roots: [Certificate], isWithdrawn: @escaping @Sendable (_ serialNumber: [UInt8], _ root: Certificate) -> Bool
    ) {
        self.roots = roots
        self.isWithdrawn = isWithdrawn
    }

    /// Makes sure that a registrar has granted something, and still does. Whether it is for the program that asks, `GrantClaims.executable` says.
    ///
    /// - Parameters:
    ///   - text: the grant as the app carries it.
    ///   - time: the moment to judge by, in seconds since 1970.
    /// - Returns: the grant, and the registrar's root.
    public func grant(
        _ text: String, at time: Int64
    ) throws(AppRequestRefusal) -> (token: GrantToken, root: Certificate) {
        for root in roots where root.holds(at: time) {
            let token: GrantToken
            do throws(GrantTokenFault) { token = try GrantToken(text, signedByOneOf: [root.publicKey]) } catch .signature { continue } catch {
                throw .grant(error)
            }
            if let refusal = token.refusal(at: time) { throw .unusable(refusal) }
            guard !isWithdrawn(token.claims.serialNumber, root) else { throw .withdrawn }
            return (token, root)
        }
        throw .grant(.signature)
    }
}

extension Certificate {
    fileprivate func holds(at time: Int64) -> Bool {
        (notValidBefore.timeIntervalSince1970...max(notValidBefore, notValidAfter).timeIntervalSince1970).contains(Double(time))
    }
}
