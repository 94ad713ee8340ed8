#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// One block of a PEM text (RFC 7468), whatever the width of its lines: published roots come on one line, too.
package struct PEMBlock {
    package let label: String
    /// The decoded content; nil if it is not base64, or the block was cut off.
    package let bytes: [UInt8]?

    /// All blocks, those included that have a beginning and no end, or an end and no beginning, as where two files were joined without a line break
    /// between them: nobody must take what is left of a file for the whole.
    package static func all(in text: String) -> [PEMBlock] {
        var blocks: [PEMBlock] = []
        var open: (label: String, content: String)?
        for line in text.split(whereSeparator: \.isNewline) {
            let line = line.split(separator: " ").joined(separator: " ")
            if line.hasPrefix("-----BEGIN "), line.hasSuffix("-----") {
                if let block = open { blocks.append(PEMBlock(label: block.label, bytes: nil)) }
                open = (label(line.dropFirst(11)), "")
            } else if line.hasPrefix("-----END ") {
                if let block = open {
                    blocks.append(PEMBlock(label: block.label, bytes: Data(base64Encoded: block.content).map { [UInt8]($0) }))
                } else {
                    blocks.append(PEMBlock(label: label(line.dropFirst(9)), bytes: nil))
                }
                open = nil
            } else {
                open?.content += line
            }
        }
        if let block = open { blocks.append(PEMBlock(label: block.label, bytes: nil)) }
        return blocks
    }

    /// No label holds dashes in a row: what follows them, in a block on one line, may be a key and is told nobody.
    private static func label(_ rest: Substring) -> String { rest.split(separator: "-----", maxSplits: 1).first.map(String.init) ?? "" }
}
