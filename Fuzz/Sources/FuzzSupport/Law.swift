public import CBOR

/// Ends the process if a law is broken, so that libFuzzer writes the input down.
///
/// Not `precondition`: a release build would leave the message out.
@inline(__always)
public func law(_ holds: Bool, _ text: @autoclosure () -> String) {
    if !holds { fatalError("Law broken: \(text())") }
}

/// The input as an array of its own.
public func input(_ start: UnsafePointer<UInt8>?, _ count: Int) -> [UInt8] {
    Array(UnsafeBufferPointer(start: start, count: count))
}

/// A slice handed out by a decoder is those very bytes of the received buffer.
public func lawSlice(_ slice: ByteSlice, of bytes: [UInt8], _ name: String) {
    law(slice.offset >= 0 && slice.offset + slice.count <= bytes.count, "\(name) lies outside the buffer")
    law(slice.bytes == bytes[slice.offset..<(slice.offset + slice.count)], "\(name) is not the bytes received")
}

/// An embedded item is tag 24, a byte-string head and its content, all as received.
public func lawEmbedded(_ item: EmbeddedCBOR, of bytes: [UInt8], _ name: String) {
    lawSlice(item.encoded, of: bytes, name)
    lawSlice(item.content, of: bytes, name)
    law(item.encoded.bytes.first.map { $0 >> 5 == 6 } ?? false, "\(name) does not begin with a tag")
    law(item.encoded.offset + item.encoded.count == item.content.offset + item.content.count, "\(name) does not end with its content")
}

/// An error names a place inside the buffer.
public func lawOffset(_ error: CBORError, in bytes: ArraySlice<UInt8>) {
    law((bytes.startIndex...bytes.endIndex).contains(error.offset), "\(error.code.rawValue) names byte \(error.offset) of \(bytes.endIndex)")
}
