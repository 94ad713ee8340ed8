/// How far two devices are.
package enum DeviceProgress: UInt8, Sendable, Hashable, CaseIterable {
    /// The other device has not been heard of.
    case waiting = 1
    /// It is near, and the connection is being made.
    case near = 2
    /// Both are joined: the person decides where the document is.
    case joined = 3
}
