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

    /// Makes sure that a registrar has granted something to a program, and still does.
    ///
    /// - Parameters:
    ///   - text: the grant as the app carries it.
    ///   - executable: SHA-256 of the program that asks; nil where somebody else has looked at that.
    ///   - time: the moment to judge by, in seconds since 1970.
    /// - Returns: the grant, and the registrar's root.
    public func grant(
        _ text: String, to executable: [UInt8]?, at time: Int64
    ) throws(AppRequestRefusal) -> (token: GrantToken, root: Certificate) {
        for root in roots where root.holds(at: time) {
            let token: GrantToken
            do throws(GrantTokenFault) { token = try GrantToken(text, signedByOneOf: [root.publicKey]) } catch .signature { continue } catch {
                throw .grant(error)
            }
            if let refusal = token.refusal(ofExecutable: executable ?? token.claims.executable, at: time) { throw .unusable(refusal) }
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
