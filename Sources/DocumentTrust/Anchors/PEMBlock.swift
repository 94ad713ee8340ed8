#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// One block of a PEM text (RFC 7468), whatever the width of its lines: published roots come on one line, too.
package struct PEMBlock {
    package let label: String
    /// The decoded content; nil if it is not base64.
    package let bytes: [UInt8]?

    /// All blocks that have a beginning and an end.
    package static func all(in text: String) -> [PEMBlock] {
        var blocks: [PEMBlock] = []
        var open: (label: String, content: String)?
        for line in text.split(whereSeparator: \.isNewline) {
            let line = line.split(separator: " ").joined(separator: " ")
            if line.hasPrefix("-----BEGIN "), line.hasSuffix("-----") {
                open = (String(line.dropFirst(11).dropLast(5)), "")
            } else if line.hasPrefix("-----END "), let block = open {
                blocks.append(PEMBlock(label: block.label, bytes: Data(base64Encoded: block.content).map { [UInt8]($0) }))
                open = nil
            } else {
                open?.content += line
            }
        }
        return blocks
    }
}
