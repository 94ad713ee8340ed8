/// The kinds of mock data that profiles for tests let through.
public enum MockDataMode: Sendable, Hashable {
    /// Nobody signs: neither an issuer nor a device.
    case simulator
    /// The device signs, no issuer does.
    case developerDevice
}
