/// A value that may hold secrets or what a person is asked and answers: it prints what its `description` says and nothing else.
public protocol Withheld: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}

extension Withheld {
    /// The same as `description`.
    public var debugDescription: String { description }

    /// No children, so that neither `dump` nor a failed test shows the content.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
