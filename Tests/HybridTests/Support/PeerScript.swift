import HybridTransport
import VectorSupport

/// What a peer that knows the keys sends: messages that belong there and others, altered, left out, repeated and in another order.
struct PeerScript: Sendable {
    /// What one of them is to an honest reader.
    enum Meaning: Sendable {
        case handshake
        /// The message that was sealed in this place of the session.
        case message(place: Int, content: [UInt8])
        case noise
    }

    struct Sent: Sendable {
        let bytes: [UInt8]
        let meaning: Meaning
    }

    /// Whether the peer closes at the end; else it is silent.
    let isClosing: Bool
    private var generator: SeededGenerator

    init(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        isClosing = Int.random(in: 0..<16, using: &generator) > 0
        self.generator = generator
    }

    /// How an exchange ends that is still going on when the script has ended.
    var end: HybridError.Code { isClosing ? .closed : .late }

    /// For the side under test: it need not wait long for one that is silent.
    var limits: HybridLimits {
        let short = Duration.milliseconds(20)
        return isClosing ? HybridLimits() : HybridLimits(proximity: short, connection: short, answer: short, farewell: short)
    }

    /// Sealed messages: a beginning of the honest ones, and then any, some of them altered before they were sealed.
    mutating func sealed(_ honest: [[UInt8]], then others: [[UInt8]], with sealer: inout FrameSealer) throws -> [Sent] {
        var contents = Array(honest.prefix(Int.random(in: 0...honest.count, using: &generator)))
        for _ in 0..<Int.random(in: 0...3, using: &generator) {
            let content = others.randomElement(using: &generator) ?? []
            contents.append(content.isEmpty || Int.random(in: 0..<4, using: &generator) > 0 ? content : generator.altered(content))
        }
        var sent: [Sent] = []
        for (place, content) in contents.enumerated() {
            sent.append(Sent(bytes: try sealer.seal(content), meaning: .message(place: place, content: content)))
        }
        return sent
    }

    /// The same with as many as two faults.
    mutating func disturbed(_ sent: [Sent]) -> [Sent] {
        var sent = sent
        for _ in 0..<Int.random(in: 0...2, using: &generator) {
            let place = Int.random(in: 0...sent.count, using: &generator)
            guard place < sent.count, Int.random(in: 0..<5, using: &generator) > 0 else {
                sent.insert(Sent(bytes: generator.bytes(Int.random(in: 0...200, using: &generator)), meaning: .noise), at: place)
                continue
            }
            let other = Int.random(in: 0..<sent.count, using: &generator)
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: sent.swapAt(place, other)
            case 1: sent.remove(at: place)
            case 2: sent.insert(sent[place], at: other)
            default: sent[place] = Sent(bytes: generator.altered(sent[place].bytes), meaning: .noise)
            }
        }
        return sent
    }

    /// Now and then true.
    mutating func isSeldom() -> Bool { Int.random(in: 0..<6, using: &generator) == 0 }
}
