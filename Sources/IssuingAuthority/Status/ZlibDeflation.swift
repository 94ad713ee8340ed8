import CZlib

/// Compresses with zlib (RFC 1950) at its best level, as status lists are published.
package enum ZlibDeflation {
    /// The compressed form; nil only where there is no memory for it.
    package static func deflate(_ bytes: [UInt8]) -> [UInt8]? {
        var length = compressBound(UInt(bytes.count))
        var compressed = [UInt8](repeating: 0, count: Int(length))
        guard compress2(&compressed, &length, bytes, UInt(bytes.count), Z_BEST_COMPRESSION) == Z_OK else { return nil }
        return Array(compressed[..<Int(length)])
    }
}
