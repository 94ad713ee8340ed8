public import AppGrantTokens
public import X509

/// The registrars' roots by whose word a broker or a provider lets apps ask.
public struct AppRegistrars: Sendable {
    private let roots: [(certificate: Certificate, encoded: [UInt8])]
    private let isWithdrawn: @Sendable (_ serialNumber: [UInt8], _ root: [UInt8]) -> Bool

    /// Takes roots.
    ///
    /// - Parameters:
    ///   - roots: self-signed certificates in DER that somebody has decided to trust; one that cannot be read vouches for nobody.
    ///   - isWithdrawn: whether the root with this encoding has withdrawn what has this serial number.
    public init(
        roots: [[UInt8]], isWithdrawn: @escaping @Sendable (_ serialNumber: [UInt8], _ root: [UInt8]) -> Bool
    ) {
        self.roots = roots.compactMap { root in (try? Certificate(derEncoded: root)).map { ($0, root) } }
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
        for (root, encoded) in roots where root.holds(at: time) {
            let token: GrantToken
            do throws(GrantTokenFault) { token = try GrantToken(text, signedByOneOf: [root.publicKey]) } catch .signature { continue } catch {
                throw .grant(error)
            }
            if let refusal = token.refusal(ofExecutable: executable ?? token.claims.executable, at: time) { throw .unusable(refusal) }
            guard !isWithdrawn(token.claims.serialNumber, encoded) else { throw .withdrawn }
            return (token, root)
        }
        throw .grant(.signature)
    }
}

extension Certificate {
    /// Its DER.
    package var encodedBytes: [UInt8] { (try? serializeAsPEM().derBytes) ?? [] }

    fileprivate func holds(at time: Int64) -> Bool {
        (notValidBefore.timeIntervalSince1970...max(notValidBefore, notValidAfter).timeIntervalSince1970).contains(Double(time))
    }
}
