/// Why a browser is not understood. Nobody reads it but whoever debugs the host: a page learns that its request failed.
enum NativeMessageFault: Error, Hashable {
    /// A message has more bytes than one may have.
    case tooLong(Int)
    /// The pipe ends within a message.
    case cutOff
    /// The pipe cannot be read or written.
    case gone
    /// It is not JSON with the members of a message.
    case malformed
    /// A message that does not belong there, or more of them than a request has.
    case outOfPlace
}
