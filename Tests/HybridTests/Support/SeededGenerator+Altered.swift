import VectorSupport

extension SeededGenerator {
    /// Bytes with one to four changes: a bit, a byte, a cut, a repetition, a piece of noise. Never none, so that there must be bytes.
    mutating func altered(_ original: [UInt8]) -> [UInt8] {
        var bytes = original
        repeat {
            for _ in 0...Int.random(in: 0...3, using: &self) where !bytes.isEmpty {
                let place = Int.random(in: 0..<bytes.count, using: &self)
                switch Int.random(in: 0...4, using: &self) {
                case 0: bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &self)
                case 1: bytes[place] = .random(in: 0...255, using: &self)
                case 2: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...9, using: &self)))
                case 3: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 16)], at: place)
                default: bytes.insert(contentsOf: self.bytes(Int.random(in: 1...9, using: &self)), at: place)
                }
            }
        } while bytes == original
        return bytes
    }
}
