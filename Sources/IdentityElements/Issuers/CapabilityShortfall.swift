/// What a wallet lacks for an issuer.
public enum CapabilityShortfall: Sendable, Hashable, CustomStringConvertible {
    /// Device keys must be protected at least so.
    case keyLevel(HolderCapability.KeyLevel)
    /// The owner must be known at least by this.
    case userVerification(HolderCapability.UserVerification)
    /// Second devices are not provisioned.
    case companion
    /// The protocol must be spoken at least in this version.
    case version([Int])

    /// What is lacking, as one sentence.
    public var description: String {
        switch self {
        case .keyLevel(let level): "this issuer wants device keys of the level \(level.rawValue) or better"
        case .userVerification(let kind): "this issuer wants the owner verified by \(kind.rawValue) or better"
        case .companion: "this issuer does not provision second devices"
        case .version(let version): "this issuer wants version \(version.map { "\($0)" }.joined(separator: ".")) of the protocol or a newer one"
        }
    }
}
