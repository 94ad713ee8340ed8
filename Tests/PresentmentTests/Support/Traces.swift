import Foundation
import Glibc

/// Byte strings by which things are recognised, each thing in every form in which it may stand.
struct Traces: Sendable {
    /// The forms, by what the thing is called.
    let forms: [String: [[UInt8]]]

    /// The same, and a text as it is.
    func and(_ text: String) -> Traces { Traces(forms: forms.merging([text: [Array(text.utf8)]]) { $1 }) }

    /// Which of the things stand somewhere in some bytes.
    func found(in bytes: Data) -> Set<String> {
        bytes.withUnsafeBytes { (memory: UnsafeRawBufferPointer) in
            Set(forms.filter { thing in thing.value.contains { form in Self.stands(form, in: memory) } }.keys)
        }
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
