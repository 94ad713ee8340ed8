/// Reads the TXT records out of a DNS message (RFC 1035, section 4). The bytes are a stranger's: every step is checked.
struct TXTAnswer {
    /// Most texts that are handed on; a challenge is one of a few.
    static let maximumTexts = 64

    private static let header = 12
    private static let type = 16
    private static let internet = 1

    private let message: [UInt8]
    private var position = 0

    /// The texts of the answer section, each record's strings joined.
    static func texts(in message: [UInt8]) throws(TXTFault) -> [String] {
        var reader = TXTAnswer(message: message)
        return try reader.read()
    }

    private init(message: [UInt8]) { self.message = message }

    private mutating func read() throws(TXTFault) -> [String] {
        guard message.count >= Self.header else { throw .message }
        position = 4
        let (questions, answers) = (try number(), try number())
        position = Self.header
        for _ in 0..<questions {
            try skipName()
            try skip(4)
        }
        var texts: [String] = []
        for _ in 0..<answers {
            try skipName()
            let (type, classNumber) = (try number(), try number())
            try skip(4)
            let length = try number()
            let end = position + length
            guard end <= message.count else { throw .message }
            // A record on the way to it is the name's alias.
            if type == Self.type, classNumber == Self.internet, texts.count < Self.maximumTexts { texts.append(try text(to: end)) }
            position = end
        }
        return texts
    }

    private mutating func text(to end: Int) throws(TXTFault) -> String {
        var bytes: [UInt8] = []
        while position < end {
            let length = Int(message[position])
            guard position + 1 + length <= end else { throw .message }
            bytes += message[position + 1..<position + 1 + length]
            position += 1 + length
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private mutating func skipName() throws(TXTFault) {
        while true {
            guard position < message.count else { throw .message }
            let length = Int(message[position])
            switch length & 0xC0 {
            case 0xC0: return try skip(2)
            case 0 where length == 0: return try skip(1)
            case 0: try skip(1 + length)
            default: throw .message
            }
        }
    }

    private mutating func number() throws(TXTFault) -> Int {
        guard position + 2 <= message.count else { throw .message }
        defer { position += 2 }
        return Int(message[position]) << 8 | Int(message[position + 1])
    }

    private mutating func skip(_ count: Int) throws(TXTFault) {
        guard position + count <= message.count else { throw .message }
        position += count
    }
}
