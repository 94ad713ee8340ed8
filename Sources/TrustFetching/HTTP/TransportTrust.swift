/// Which certificates a server of the web must rest on. They say who serves something and never whether it is true.
public enum TransportTrust: Sendable, Hashable {
    /// The authorities the system trusts.
    case system
    /// These authorities only, as DER.
    case authorities([[UInt8]])
}
