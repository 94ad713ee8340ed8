package import PresentmentRequest

/// A request after consent, with what shows that the owner was there.
package struct ReleasedRequestData: BrokerMessage {
    /// The JSON object with `deviceRequest` and `encryptionInfo`, as the user agent gave it now.
    package let data: [UInt8]
    /// The page it comes from, as the user agent says now.
    package let origin: String
    /// By which enrolment the owner was verified.
    package let enrolment: String

    /// Takes a released request.
    package init(data: [UInt8], origin: String, enrolment: String) {
        self.data = data
        self.origin = origin
        self.enrolment = enrolment
    }

    package func write(to writer: inout WireWriter) {
        writer.data(data)
        writer.text(origin)
        writer.text(enrolment)
    }

    package init(from reader: inout WireReader) throws(WireFault) {
        data = try reader.data(upTo: ParserInput.maximumDataBytes)
        origin = try reader.text(upTo: MessageBounds.addressBytes)
        enrolment = try reader.text(upTo: MessageBounds.text)
    }
}
