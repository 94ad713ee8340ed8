/// Writes the values of a message. What the library refuses for want of memory leaves a message that the other side refuses.
struct BusWriter {
    private let library: BusLibrary

    init(_ library: BusLibrary) { self.library = library }

    func write(_ values: [BusValue], to message: BusLibrary.Message) {
        withIterator { iterator in
            library.appendInit(message, iterator)
            for value in values { write(value, at: iterator) }
        }
    }

    private func write(_ value: BusValue, at iterator: BusLibrary.Place) {
        switch value {
        case .text(let text): write(text, BusType.text, at: iterator)
        case .path(let text): write(text, BusType.path, at: iterator)
        case .flag(let flag): basic(UInt32(flag ? 1 : 0), BusType.flag, at: iterator)
        case .unsigned(let number): basic(number, BusType.unsigned, at: iterator)
        case .signed(let number): basic(number, BusType.signed, at: iterator)
        case .bytes(let bytes):
            inside(iterator, BusType.array, "y") { inner in
                bytes.withUnsafeBufferPointer { buffer in
                    withUnsafePointer(to: buffer.baseAddress) { _ = library.appendFixedArray(inner, BusType.byte, $0, Int32(bytes.count)) }
                }
            }
        case .texts(let texts): inside(iterator, BusType.array, "s") { inner in for text in texts { write(text, BusType.text, at: inner) } }
        case .dictionary(let members): write(members, at: iterator)
        case .other: write([:], at: iterator)
        }
    }

    private func write(_ members: [String: BusValue], at iterator: BusLibrary.Place) {
        inside(iterator, BusType.array, "{sv}") { array in
            for (name, value) in members {
                inside(array, BusType.entry, nil) { entry in
                    write(name, BusType.text, at: entry)
                    inside(entry, BusType.variant, value.signature) { write(value, at: $0) }
                }
            }
        }
    }

    private func write(_ text: String, _ type: Int32, at iterator: BusLibrary.Place) {
        text.withCString { characters in withUnsafePointer(to: characters) { _ = library.appendBasic(iterator, type, $0) } }
    }

    private func basic<Value>(_ value: Value, _ type: Int32, at iterator: BusLibrary.Place) {
        withUnsafePointer(to: value) { _ = library.appendBasic(iterator, type, $0) }
    }

    private func inside(_ iterator: BusLibrary.Place, _ type: Int32, _ signature: String?, _ body: (BusLibrary.Place) -> Void) {
        withIterator { inner in
            guard library.openContainer(iterator, type, signature, inner) != 0 else { return }
            body(inner)
            _ = library.closeContainer(iterator, inner)
        }
    }

    private func withIterator(_ body: (BusLibrary.Place) -> Void) {
        withUnsafeTemporaryAllocation(byteCount: BusLibrary.iteratorBytes, alignment: 16) { space in
            space.initializeMemory(as: UInt8.self, repeating: 0)
            if let place = space.baseAddress { body(place) }
        }
    }
}
