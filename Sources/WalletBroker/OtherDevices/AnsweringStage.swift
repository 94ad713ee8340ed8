/// Where the answer to another device stands.
public enum AnsweringStage: Sendable, Hashable {
    /// The code is being read.
    case reading
    /// The other device is called, and has not been heard of.
    case calling
    /// It is near, and the connection is being made.
    case joining
    /// Its request is on its way.
    case joined
    /// The person decides in the window at this address.
    case window(String)
    /// It is over; a stable code where there was no answer.
    case ended(code: String?)
}
