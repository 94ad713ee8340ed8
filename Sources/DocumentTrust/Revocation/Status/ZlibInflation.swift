import CZlib

/// Inflates zlib data (RFC 1950) into a buffer of bounded size, whatever the data claims or becomes.
enum ZlibInflation {
    private static let stepBytes = 65_536

    /// Inflates one complete stream; bytes after it, a dictionary, and anything that does not end are refused.
    ///
    /// - Parameter limit: the most bytes that come out. The stream is stopped at the first byte beyond.
    static func inflate(_ compressed: ArraySlice<UInt8>, limit: Int) throws(StatusFault) -> [UInt8] {
        guard let length = UInt32(exactly: compressed.count) else { throw StatusFault(.tooLarge, "the compressed list is too large") }
        var stream = z_stream()
        guard inflateInit_(&stream, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
            throw StatusFault(.compression, "the list could not be inflated: no memory")
        }
        defer { inflateEnd(&stream) }
        let result: Result<[UInt8], StatusFault> = compressed.withUnsafeBufferPointer { input in
            // zlib only reads through this pointer; its declaration merely lacks the `const`.
            stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
            stream.avail_in = length
            return run(&stream, limit: limit)
        }
        return try result.get()
    }

    private static func run(_ stream: inout z_stream, limit: Int) -> Result<[UInt8], StatusFault> {
        var inflated: [UInt8] = []
        var step = [UInt8](repeating: 0, count: stepBytes)
        while true {
            let (code, produced) = step.withUnsafeMutableBufferPointer { output in
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(stepBytes)
                let code = CZlib.inflate(&stream, Z_NO_FLUSH)
                return (code, stepBytes - Int(stream.avail_out))
            }
            guard inflated.count + produced <= limit else {
                return .failure(StatusFault(.tooLarge, "the list inflates to more than \(limit) bytes"))
            }
            inflated += step[..<produced]
            switch code {
            case Z_STREAM_END where stream.avail_in == 0: return .success(inflated)
            case Z_STREAM_END: return .failure(StatusFault(.compression, "bytes follow the compressed list"))
            case Z_OK where produced > 0 || stream.avail_in > 0: continue
            default: return .failure(StatusFault(.compression, "the list is not a complete zlib stream"))
            }
        }
    }
}
