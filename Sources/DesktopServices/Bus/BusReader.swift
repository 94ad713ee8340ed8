/// Reads the values of a message.
struct BusReader {
    private let library: BusLibrary
    /// BlueZ nests four deep.
    private static let depth = 8

    init(_ library: BusLibrary) { self.library = library }

    func values(of message: BusLibrary.Message) -> [BusValue] {
        withIterator { iterator in library.readInit(message, iterator) != 0 ? values(at: iterator, Self.depth) : [] }
    }

    private func values(at iterator: BusLibrary.Place, _ depth: Int) -> [BusValue] {
        var values: [BusValue] = []
        while library.argumentType(iterator) != 0 {
            values.append(value(at: iterator, depth))
            if library.next(iterator) == 0 { break }
        }
        return values
    }

    private func value(at iterator: BusLibrary.Place, _ depth: Int) -> BusValue {
        guard depth > 0 else { return .other }
        switch library.argumentType(iterator) {
        case BusType.text: return text(at: iterator).map { .text($0) } ?? .other
        case BusType.path: return text(at: iterator).map { .path($0) } ?? .other
        case BusType.flag: return .flag(basic(at: iterator, UInt32(0)) != 0)
        case BusType.unsigned: return .unsigned(basic(at: iterator, UInt32(0)))
        case BusType.signed: return .signed(basic(at: iterator, Int32(0)))
        case BusType.variant: return inside(iterator) { value(at: $0, depth - 1) }
        case BusType.array: return array(at: iterator, depth)
        default: return .other
        }
    }

    private func array(at iterator: BusLibrary.Place, _ depth: Int) -> BusValue {
        switch library.elementType(iterator) {
        case BusType.byte: return .bytes(inside(iterator, bytes))
        case BusType.text, BusType.path:
            return .texts(
                inside(iterator) { values(at: $0, depth - 1) }.compactMap { value in
                    switch value {
                    case .text(let text), .path(let text): text
                    default: nil
                    }
                })
        case BusType.entry: return .dictionary(inside(iterator) { entries(at: $0, depth) })
        default: return .other
        }
    }

    private func entries(at iterator: BusLibrary.Place, _ depth: Int) -> [String: BusValue] {
        var members: [String: BusValue] = [:]
        while library.argumentType(iterator) == BusType.entry {
            inside(iterator) { entry in
                guard let name = text(at: entry), library.next(entry) != 0 else { return }
                members[name] = value(at: entry, depth - 1)
            }
            if library.next(iterator) == 0 { break }
        }
        return members
    }

    private func bytes(at iterator: BusLibrary.Place) -> [UInt8] {
        var start: UnsafePointer<UInt8>?
        var count: Int32 = 0
        withUnsafeMutablePointer(to: &start) { library.getFixedArray(iterator, UnsafeMutableRawPointer($0), &count) }
        return Array(UnsafeBufferPointer(start: start, count: start == nil ? 0 : Int(count)))
    }

    private func text(at iterator: BusLibrary.Place) -> String? {
        guard [BusType.text, BusType.path].contains(library.argumentType(iterator)) else { return nil }
        return basic(at: iterator, UnsafePointer<CChar>?.none).map { String(cString: $0) }
    }

    private func basic<Value>(at iterator: BusLibrary.Place, _ initial: Value) -> Value {
        var value = initial
        withUnsafeMutablePointer(to: &value) { library.getBasic(iterator, UnsafeMutableRawPointer($0)) }
        return value
    }

    private func inside<Value>(_ iterator: BusLibrary.Place, _ body: (BusLibrary.Place) -> Value) -> Value {
        withIterator { inner in
            library.recurse(iterator, inner)
            return body(inner)
        }
    }

    private func withIterator<Value>(_ body: (BusLibrary.Place) -> Value) -> Value {
        withUnsafeTemporaryAllocation(byteCount: BusLibrary.iteratorBytes, alignment: 16) { space in
            space.initializeMemory(as: UInt8.self, repeating: 0)
            guard let place = space.baseAddress else { preconditionFailure("the space has bytes") }
            return body(place)
        }
    }
}
