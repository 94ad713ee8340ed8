/// How far an exchange is, for what the person sees.
public enum HybridProgress: Sendable, Hashable {
    /// The code is shown, or the advert is sent: the other device has not been heard of.
    case waiting
    /// The other device is near, and the tunnel is being made.
    case connecting
    /// Both devices are joined, and the person decides.
    case connected
}
