public import PresentmentRequest

/// A request as its parser left it.
public struct ParsedRequest: Sendable, Hashable {
    /// What may be known of it before consent.
    public let request: PartialRequest
    /// What held the parser. Anything but complete is to be said where people look after the machine.
    public let confinement: ParserConfinement
}
