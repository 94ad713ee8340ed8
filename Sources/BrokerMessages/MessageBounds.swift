import PresentmentRequest

/// The bounds of messages. What is beyond them is refused, never cut off.
package enum MessageBounds {
    /// Most bytes of a frame: the largest partial request together with the names of the documents that can answer it.
    package static let frame = 8 << 20
    /// Most bytes of a provider's sheet.
    package static let sheet = 1 << 20
    /// Most bytes of a response.
    package static let response = 7 << 20
    /// Most bytes of a picture, one for each point of it.
    package static let picture = 2 << 20
    /// Most bytes of a file with a picture in it.
    package static let pictureFile = 16 << 20
    /// Most bytes of the text of a QR code.
    package static let codeBytes = 1024
    /// Most requests of one page, of which the broker is given one after the other until it takes one.
    package static let alternatives = 16
    /// Most linked devices.
    package static let links = 64

    static let version: UInt8 = 1
    static let text = 256
    static let keyIdentifiers = 1000
    static let keyIdentifierBytes = 64
    static let documents = 256
    static let documentRequests = 16
    static let values = 64
    static let valueBytes = 1 << 16
    static let addressBytes = 2048
    static let words = 64
    static let elementsOfDocument = 512
    static let nonceBytes = 64
    static let sentenceBytes = 1024
    static let privacyPolicies = 21
    static let grantBytes = 1 << 14
    static let certificateBytes = 1 << 14
}

extension WireReader {
    mutating func text(upTo limit: Int) throws(WireFault) -> String {
        let text = try text()
        guard text.utf8.count <= limit else { throw fault("a text of \(text.utf8.count) bytes, at most \(limit) are accepted") }
        return text
    }

    /// A text of visible ASCII.
    mutating func visible(upTo limit: Int) throws(WireFault) -> String {
        let text = try text(upTo: limit)
        guard text.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else { throw fault("a text is not visible ASCII") }
        return text
    }

    mutating func data(upTo limit: Int) throws(WireFault) -> [UInt8] {
        let data = try data()
        guard data.count <= limit else { throw fault("\(data.count) bytes, at most \(limit) are accepted") }
        return data
    }

    mutating func optional<Value>(_ read: (inout WireReader) throws(WireFault) -> Value) throws(WireFault) -> Value? {
        try flag() ? try read(&self) : nil
    }

    mutating func code<Code: RawRepresentable>(_ type: Code.Type) throws(WireFault) -> Code where Code.RawValue == UInt8 {
        guard let code = Code(rawValue: try byte()) else { throw fault("no such \(type)") }
        return code
    }
}

extension WireWriter {
    mutating func optional<Value>(_ value: Value?, _ write: (inout WireWriter, Value) -> Void) {
        flag(value != nil)
        if let value { write(&self, value) }
    }
}
