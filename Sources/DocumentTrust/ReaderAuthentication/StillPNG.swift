/// The outline of a PNG that is no animation, checked byte by byte. Only the outline is read: whoever decodes the picture does so in a place that may fail.
package enum StillPNG {
    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// Width and height in pixels, after checking the signature of PNG, a sound header (W3C PNG, 11.2.1), chunks that fill the file to its end, and
    /// that it is no animation.
    package static func size(of png: [UInt8], maximumBytes: Int) throws(BrandIconFault) -> (width: Int, height: Int) {
        guard png.count <= maximumBytes else { throw .tooLarge(png.count) }
        guard png.starts(with: signature) else { throw otherFormat(png) }
        guard let header = PNGChunk(png, at: signature.count), header.type == PNGChunk.header, header.content.count == 13 else { throw .header }
        guard header.hasGoodChecksum else { throw .headerChecksum }
        let content = Array(header.content)
        guard isKnown(depth: content[8], colour: content[9]), content[10] == 0, content[11] == 0, content[12] <= 1 else { throw .header }
        try checkChunks(png, from: header.end)
        return (PNGChunk.number(content[0..<4]), PNGChunk.number(content[4..<8]))
    }

    /// The bit depths each type of colour has.
    private static func isKnown(depth: UInt8, colour: UInt8) -> Bool {
        let depths: [UInt8: Set<UInt8>] = [0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16]]
        return depths[colour]?.contains(depth) ?? false
    }

    /// Picture data, then the end, and nothing behind it in which something else could hide.
    private static func checkChunks(_ png: [UInt8], from start: Int) throws(BrandIconFault) {
        var offset = start
        var hasData = false
        while let chunk = PNGChunk(png, at: offset) {
            if chunk.type == PNGChunk.animation { throw .animated }
            if chunk.type == PNGChunk.header { throw .chunks }
            if chunk.type == PNGChunk.data { hasData = true }
            offset = chunk.end
            if chunk.type == PNGChunk.end {
                guard hasData, chunk.content.isEmpty, offset == png.count else { throw .chunks }
                return
            }
        }
        throw .chunks
    }

    private static func otherFormat(_ bytes: [UInt8]) -> BrandIconFault {
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return .jpeg }
        let beginning = bytes.prefix(512).drop { $0 == 0x20 || (0x09...0x0D).contains($0) || [0xEF, 0xBB, 0xBF].contains($0) }
        if beginning.starts(with: "<svg".utf8) || beginning.starts(with: "<?xml".utf8) || beginning.starts(with: "<!DOCTYPE".utf8) { return .svg }
        return .notPNG
    }
}
