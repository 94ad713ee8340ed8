/// PEM blocks, read leniently: any line width, text around the blocks, headers of older forms.
enum PEMText {
    private static let begin = Array("-----BEGIN ".utf8)
    private static let end = Array("-----END ".utf8)
    private static let dashes = Array("-----".utf8)
    private static let maximumBlocks = 256

    static func isPEM(_ text: ArraySlice<UInt8>) -> Bool { lines(text).contains { $0.starts(with: begin) } }

    static func blocks(_ text: ArraySlice<UInt8>) throws(EncodedInputError) -> [InputPart] {
        var parts: [InputPart] = []
        var open: (label: ArraySlice<UInt8>, offset: Int, body: [ArraySlice<UInt8>])?
        for line in lines(text) {
            if line.starts(with: begin) {
                guard open == nil else { throw unterminated(at: line.startIndex) }
                open = (try label(line, after: begin), line.startIndex, [])
            } else if line.starts(with: end) {
                guard let block = open, try label(line, after: end).elementsEqual(block.label) else {
                    throw EncodedInputError(
                        .pemStructure, at: line.startIndex, "an END line that does not belong to the BEGIN line before it",
                        remedy: "copy the block again, whole")
                }
                guard parts.count < maximumBlocks else {
                    throw EncodedInputError(
                        .tooLarge, at: line.startIndex, "more than \(maximumBlocks) PEM blocks", remedy: "split the file")
                }
                var bytes: [UInt8] = []
                // One decoding over the whole slice keeps the offsets of errors; header lines hold a colon, base64 never does.
                if let first = block.body.first(where: { !$0.contains(UInt8(ascii: ":")) && !$0.isEmpty }) {
                    bytes = try Base64Text.decode(text[first.startIndex..<line.startIndex])
                }
                parts.append(InputPart(name: String(decoding: block.label, as: UTF8.self), bytes: bytes, text: nil))
                open = nil
            } else if open != nil {
                open?.body.append(line)
            }
        }
        if let open { throw unterminated(at: open.offset) }
        guard !parts.isEmpty else {
            throw EncodedInputError(.pemStructure, "there is no PEM block", remedy: "a block begins with -----BEGIN")
        }
        return parts
    }

    private static func lines(_ text: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        text.split(whereSeparator: { $0 == 0x0a || $0 == 0x0d }).map { line in
            var line = line
            while let last = line.last, isSpace(last) { line.removeLast() }
            return line
        }
    }

    private static func label(_ line: ArraySlice<UInt8>, after marker: [UInt8]) throws(EncodedInputError) -> ArraySlice<UInt8> {
        let rest = line.dropFirst(marker.count)
        guard rest.count > dashes.count, rest.suffix(dashes.count).elementsEqual(dashes) else {
            throw EncodedInputError(
                .pemStructure, at: line.startIndex, "the line does not end with -----", remedy: "copy the block again, whole")
        }
        return rest.dropLast(dashes.count)
    }

    private static func unterminated(at offset: Int) -> EncodedInputError {
        EncodedInputError(.pemStructure, at: offset, "the PEM block has no END line", remedy: "copy the block again, whole")
    }
}
