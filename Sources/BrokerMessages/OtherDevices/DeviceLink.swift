package import PresentmentRequest

/// A device that is linked to this one and can be asked without a code.
package struct DeviceLink: BrokerMessage {
    /// Names the link.
    package let identifier: String
    /// What its owner calls the device.
    package let name: String

    /// Describes a link.
    package init(identifier: String, name: String) {
        self.identifier = identifier
        self.name = name
    }

    package func write(to writer: inout WireWriter) {
        writer.text(identifier)
        writer.text(name)
    }

    package init(from reader: inout WireReader) throws(WireFault) {
        identifier = try reader.visible(upTo: MessageBounds.text)
        name = try reader.text(upTo: MessageBounds.text)
    }
}
