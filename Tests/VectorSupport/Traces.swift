public import Foundation

/// Byte strings by which things are recognised, each thing in every form in which it may stand.
public struct Traces: Sendable {
    /// The forms, by what the thing is called.
    public let forms: [String: [[UInt8]]]

    /// Takes them.
    public init(forms: [String: [[UInt8]]]) { self.forms = forms }

    /// The same, and a text as it is.
    public func and(_ text: String) -> Traces { Traces(forms: forms.merging([text: [Array(text.utf8)]]) { $1 }) }

    /// Which of the things stand somewhere in some bytes.
    public func found(in bytes: Data) -> Set<String> {
        bytes.withUnsafeBytes { (memory: UnsafeRawBufferPointer) in
            Set(forms.filter { thing in thing.value.contains { form in Self.stands(form, in: memory) } }.keys)
        }
    }

    /// A text as it is, which is how CBOR and JSON have it, in UTF-16, in both kinds of base64 wherever in it the text begins, in hexadecimal
    /// digits, and as Swift prints bytes.
    public static func forms(of text: String) -> [[UInt8]] {
        let bytes = Array(text.utf8)
        let wide: [UInt8] = text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
        var written = [Hex.text(bytes), bytes.map { "\($0)" }.joined(separator: ", ")]
        for skipped in 0..<3 {
            let rest = bytes.dropFirst(skipped)
            // What stands after the last three whole bytes changes the characters there.
            let standard = Data(rest.prefix(rest.count / 3 * 3)).base64EncodedString()
            written += Set([standard, standard.replacing("+", with: "-").replacing("/", with: "_")])
        }
        return [bytes, wide] + written.map { Array($0.utf8) }
    }

    /// `memmem`, which the C library hides from Swift.
    private static func stands(_ form: [UInt8], in memory: UnsafeRawBufferPointer) -> Bool {
        guard let first = form.first, let start = memory.baseAddress else { return false }
        // Places where it could begin.
        var (place, left) = (start, memory.count - form.count + 1)
        while left > 0, let next = memchr(place, CInt(first), left) {
            if memcmp(next, form, form.count) == 0 { return true }
            let after = UnsafeRawPointer(next) + 1
            left -= place.distance(to: after)
            place = after
        }
        return false
    }
}
