/// What a browser gets on the click.
public struct HandedOutRequest: Sendable {
    /// The request as JSON: `{protocol, data: {deviceRequest, encryptionInfo}}`.
    public let request: [UInt8]
    /// The token to set as a cookie; nil where the browser has it already.
    public let token: BrowserToken?
    /// The session.
    public let record: SessionRecord
}
