import Foundation

/// Something that a value holds and that holds nothing else: a text, a number, a flag, bytes.
struct HeldValue {
    /// The way to it and its type, such as `elements.isRetaining: Bool`. Positions in lists are left out.
    let place: String
    /// A text's characters, or the bytes; of anything else, nothing.
    let bytes: [UInt8]

    /// All that a value holds, found by looking into it whatever its access says.
    static func all(in value: Any, at path: String = "") -> [HeldValue] {
        let place = "\(path): \(type(of: value))"
        if let text = value as? String { return [HeldValue(place: place, bytes: Array(text.utf8))] }
        if let data = value as? Data { return [HeldValue(place: place, bytes: Array(data))] }
        // By its very type: an empty list of anything else could be taken for one of bytes.
        if type(of: value) == [UInt8].self, let bytes = value as? [UInt8] { return [HeldValue(place: place, bytes: bytes)] }
        let mirror = Mirror(reflecting: value)
        guard !mirror.children.isEmpty else { return [HeldValue(place: place, bytes: [])] }
        let isNamed =
            switch mirror.displayStyle {
            case .struct, .class, .enum: true
            default: false
            }
        return mirror.children.flatMap { child -> [HeldValue] in
            guard isNamed, let label = child.label else { return all(in: child.value, at: path) }
            return all(in: child.value, at: path.isEmpty ? label : "\(path).\(label)")
        }
    }
}
