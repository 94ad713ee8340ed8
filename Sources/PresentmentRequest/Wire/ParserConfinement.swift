/// What held the parser while it read the request.
public enum ParserConfinement: UInt8, Sendable, Hashable {
    /// Resource limits, the system call filter, and no view of the file system, other processes and the network (Landlock).
    case complete = 1
    /// The same without Landlock, which this kernel does not have; opening files and sockets still ends the parser.
    case withoutLandlock = 2
}
