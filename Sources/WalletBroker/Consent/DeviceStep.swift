/// How far a request is on its way to another device.
public enum DeviceStep: Sendable, Hashable {
    /// What reaches other devices is being started.
    case starting
    /// The device is called by its link, and has not been heard of.
    case calling
    /// The device has to scan this text (`FIDO:/` and digits) as a QR code.
    case scanning(code: String)
    /// It was heard, and the connection is being made.
    case joining
    /// The person decides there.
    case deciding
}
