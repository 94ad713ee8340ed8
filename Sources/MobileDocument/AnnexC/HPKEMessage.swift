/// What an authentication code of HPKE's key schedule is made over, put together without memory of its own.
struct HPKEMessage {
    /// The longest has 158 bytes: a label, two public keys and a number.
    private var bytes = InlineArray<160, UInt8>(repeating: 0)
    private var count = 0

    init(_ label: [UInt8]) { append(label[...]) }

    mutating func append(_ byte: UInt8) {
        bytes[count] = byte
        count += 1
    }

    mutating func append(_ part: ArraySlice<UInt8>) { part.withUnsafeBytes { append($0) } }

    mutating func append(_ part: UnsafeRawBufferPointer) {
        for byte in part { append(byte) }
    }

    func withBytes<Value>(_ body: (UnsafeRawBufferPointer) -> Value) -> Value {
        withUnsafeBytes(of: bytes) { body(UnsafeRawBufferPointer(rebasing: $0.prefix(count))) }
    }
}
